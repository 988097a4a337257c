import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ConsoleConfig } from './server.ts';

/** For which browsers remember to come by TLS only; names below ours are the town's business, not ours. */
const yearSeconds = 365 * 24 * 60 * 60;

/**
 * What browsers may do with our pages (ASVS 5, chapter V3): scripts of ours only, no foreign frames, requests to ourselves and
 * to the identity provider. Mantine writes style attributes and the map draws from blobs.
 */
export function securityHeaders({ authority, graphqlUrl, mapStyleUrl }: ConsoleConfig) {
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
  const isBehindTls = graphqlUrl.startsWith('https:');
  return async (_request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    // On the raw answer: the API and the embedded provider write theirs themselves, and have these all the same.
    reply.raw.setHeader('x-content-type-options', 'nosniff');
    if (isBehindTls) {
      reply.raw.setHeader('strict-transport-security', `max-age=${yearSeconds}`);
    }
    reply.headers({
      'content-security-policy': policy,
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'permissions-policy': 'camera=(), microphone=(), geolocation=(self)',
    });
  };
}

/** What the API answers is for its caller alone: no cache on the way keeps it, and nothing in it is ever run or framed. */
export async function apiHeaders(_request: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply.raw.setHeader('cache-control', 'no-store');
  reply.raw.setHeader('content-security-policy', "default-src 'none'; frame-ancestors 'none'");
  reply.raw.setHeader('referrer-policy', 'no-referrer');
}
