import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '@noa/domain/errors.ts';
import { FairQueue } from '../../database/connection/fair-queue.ts';
import { readBearer, type TokenVerifier } from '../../identity/token.ts';
import { readRange } from './byte-range.ts';
import type { MapFile } from './map-file.ts';
import type { ServedMaps } from './street-maps.ts';

export interface MapOptions {
  readonly maps: ServedMaps;
  readonly verifyToken: TokenVerifier;
}

/** Where browsers find the file. Another content has another address: what they have got they may keep. */
export const mapFileUrl = (file: MapFile): string => `/map/${file.version}${ending}`;

const ending = '.pmtiles';

/** Parts that are sent at once, to all and to one person; the map of a large screen asks for some forty, which wait for each other. */
const parts = { atOnce: 64, perCaller: 16, waiting: 200 } as const;

/**
 * Serves the map's files in the parts that are asked for (RFC 9110, 14), to whoever is signed in. What is in it is public: a token that is
 * good is enough, and the database is not asked.
 */
export function serveMap(app: FastifyInstance, { maps, verifyToken }: MapOptions): void {
  const queue = new FairQueue(parts);

  async function sendPart(name: string, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const caller = await callerOf(request.headers.authorization, verifyToken);
    if (caller === undefined) {
      return reply.code(401).header('www-authenticate', 'Bearer').send({ error: 'Sign in first' });
    }
    const file = name.endsWith(ending) ? await maps.find(name.slice(0, -ending.length)) : undefined;
    if (!file) {
      reply.callNotFound();
      return reply;
    }
    const etag = `"${file.version}"`;
    const { range, 'if-range': ifRange, 'if-none-match': known } = request.headers;
    void reply.headers({ etag, 'accept-ranges': 'bytes', 'cache-control': 'private, max-age=31536000, immutable' });
    if (known?.split(',').some((each) => each.trim().replace(/^W\//, '') === etag || each.trim() === '*')) {
      return reply.code(304).send();
    }
    const asked = ifRange === undefined || ifRange === etag ? readRange(range, file.size) : 'all';
    if (asked === 'none') {
      return reply
        .code(416)
        .headers({ 'content-range': `bytes */${file.size}`, 'cache-control': 'no-store' })
        .send({ error: 'The file is shorter' });
    }
    const part = asked === 'all' ? { first: 0, last: file.size - 1 } : asked;
    void reply.headers({
      'content-type': 'application/vnd.pmtiles',
      'content-length': part.last - part.first + 1,
      ...(asked !== 'all' && { 'content-range': `bytes ${part.first}-${part.last}/${file.size}` }),
    });
    void reply.code(asked === 'all' ? 200 : 206);
    if (request.method === 'HEAD') {
      return reply.send();
    }
    const gone = new AbortController();
    reply.raw.once('close', () => gone.abort());
    const releaseSlot = await queue.take(caller, gone.signal).catch((error: unknown) => {
      if (gone.signal.aborted) {
        return undefined;
      }
      throw error;
    });
    if (!releaseSlot) {
      return reply.hijack(); // nobody is there to answer
    }
    gone.signal.addEventListener('abort', releaseSlot);
    return reply.send(file.read(part));
  }

  // One route whatever the file: by routes requests are counted.
  app.route<{ Params: { name: string } }>({
    method: ['GET', 'HEAD'],
    url: '/map/:name',
    handler: (request, reply) => sendPart(request.params.name, request, reply),
  });
}

/** Who asks; undefined for nobody we know. */
async function callerOf(authorization: string | undefined, verifyToken: TokenVerifier): Promise<string | undefined> {
  try {
    return (await verifyToken(readBearer(authorization))).subject;
  } catch (error) {
    if (error instanceof AppError && error.code === 'AuthenticationMalformed') {
      return undefined;
    }
    throw error;
  }
}
