import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ConsoleConfig } from '@noa/domain/console-paths.ts';

/** For which browsers remember to come by TLS only; names below ours are the town's business, not ours. */
const yearSeconds = 365 * 24 * 60 * 60;

export interface SecurityHeaders {
  /** Of every answer, whoever writes it. */
  readonly always: Readonly<Record<string, string>>;
  /** Of every answer but those of the API and of the embedded provider, which have their own. */
  readonly ours: Readonly<Record<string, string>>;
}

/**
 * What browsers may do with our pages (ASVS 5, chapter V3): scripts of ours only, no foreign frames, requests to ourselves and
 * to the identity provider. Mantine writes style attributes and the map draws from blobs.
 */
export function securityHeaders({
  authority,
  graphqlUrl,
  mapStyleUrl,
}: Omit<ConsoleConfig, 'mapFileUrl'>): SecurityHeaders {
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
  return {
    always: {
      'x-content-type-options': 'nosniff',
      ...(isBehindTls && { 'strict-transport-security': `max-age=${yearSeconds}` }),
    },
    ours: {
      'content-security-policy': policy,
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'permissions-policy': 'camera=(), microphone=(), geolocation=(self)',
      // Whatever may be kept says so itself.
      'cache-control': 'no-store',
    },
  };
}

/** Gives an answer the headers that each has. */
export function setSecurityHeaders(reply: FastifyReply, { always, ours }: SecurityHeaders): void {
  // On the raw answer: the API and the embedded provider write theirs themselves, and have these all the same.
  for (const [name, value] of Object.entries(always)) {
    reply.raw.setHeader(name, value);
  }
  reply.headers(ours);
}

/** Refuses what is no request of HTTP, which Node alone has seen: as it would, with our headers. */
export function refuseNoRequest(error: NodeJS.ErrnoException, socket: Socket, { always, ours }: SecurityHeaders): void {
  if (error.code !== 'ECONNRESET' && socket.writable) {
    const status = unreadable[error.code ?? ''] ?? 400;
    const body = JSON.stringify({ error: STATUS_CODES[status] });
    const headers = {
      ...always,
      ...ours,
      'content-type': 'application/json',
      'content-length': body.length,
      connection: 'close',
    };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
  }
  socket.destroy(error);
}

/** What Node says of a request that it could not read, beside that it is a bad one. */
const unreadable: Readonly<Record<string, number>> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 };

/** What the API answers is for its caller alone: no cache on the way keeps it, and nothing in it is ever run or framed. */
export async function apiHeaders(_request: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply.raw.setHeader('cache-control', 'no-store');
  reply.raw.setHeader('content-security-policy', "default-src 'none'; frame-ancestors 'none'");
  reply.raw.setHeader('referrer-policy', 'no-referrer');
}
