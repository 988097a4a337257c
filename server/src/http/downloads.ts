import type { ServerResponse } from 'node:http';
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

interface Sending {
  readonly find: FindDownload;
  /** Milliseconds after which a file ends of which nothing is taken. */
  readonly takenWithinMs: number;
}

/** Streams a prepared download; the token in the address is all the proof there is, so nothing on the way may keep it. */
export async function sendDownload(
  token: string,
  reply: FastifyReply,
  { find, takenWithinMs }: Sending,
): Promise<FastifyReply> {
  const download = await find(token, clientNetwork(reply.request.ip));
  if (!download) {
    return reply.code(404).send({ error: 'The download has expired; ask for it again' });
  }
  endUntaken(download.stream, reply.raw, takenWithinMs);
  return reply
    .headers({
      'content-type': download.contentType,
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(download.fileName)}`,
      'cache-control': 'no-store',
    })
    .send(download.stream);
}

/**
 * Ends a file of which nothing is taken, though whoever asked for it stays connected: what makes it is held until it ends, and others wait for
 * that. A file of which there is nothing to be taken yet does not end.
 */
function endUntaken(stream: Readable, response: ServerResponse, withinMs: number): void {
  response.setTimeout(withinMs, () => {
    if (response.writableLength > 0) {
      stream.destroy(new Error('Nobody takes the file any more'));
    }
  });
}
