import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { clientNetwork } from '../identity/client-network.ts';

export interface Download {
  readonly fileName: string;
  readonly contentType: string;
  readonly stream: Readable;
}

/**
 * Undefined for a token that is unknown or past its time.
 *
 * @param from - the network that the request comes from.
 * @throws {AppError} `LimitExceeded` when too many wait from there.
 */
export type FindDownload = (token: string, from: string) => Promise<Download | undefined>;

/** Streams a prepared download; the token in the address is all the proof there is, so nothing on the way may keep it. */
export async function sendDownload(token: string, reply: FastifyReply, find: FindDownload): Promise<FastifyReply> {
  const download = await find(token, clientNetwork(reply.request.ip));
  if (!download) {
    return reply.code(404).send({ error: 'The download has expired; ask for it again' });
  }
  return reply
    .headers({
      'content-type': download.contentType,
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(download.fileName)}`,
      'cache-control': 'no-store',
    })
    .send(download.stream);
}
