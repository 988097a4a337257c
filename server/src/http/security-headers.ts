import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ConsoleConfig } from './server.ts';

/**
 * What browsers may do with our pages (ASVS 5, chapter V3): scripts of ours only, no foreign frames, requests to ourselves and
 * to the identity provider. Mantine writes style attributes and the map draws from blobs.
 */
export function securityHeaders({ authority, mapStyleUrl }: ConsoleConfig) {
  const provider = new URL(authority).origin;
  const tiles = mapStyleUrl ? ` ${new URL(mapStyleUrl).origin}` : '';
  const policy = [
    "default-src 'self'",
    "script-src 'self'",
    "worker-src 'self' blob:",
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: blob:${tiles}`,
    `connect-src 'self' ${provider}${tiles}`,
    `frame-src 'self' ${provider}`,
    "frame-ancestors 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    `form-action 'self' ${provider}`,
  ].join('; ');
  return async (_request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    reply.headers({
      'content-security-policy': policy,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'permissions-policy': 'camera=(), microphone=(), geolocation=(self)',
    });
  };
}
