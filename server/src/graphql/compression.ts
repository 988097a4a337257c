import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import type { Plugin } from 'graphql-yoga';

/** Bytes from which an answer is worth compressing; less than that fits one packet as it is. */
const worthwhile = 1_400;

/** The lowest quality: on a page of 50 rows the highest saves another tenth, for a hundred times the work. */
const brotliParams = { [constants.BROTLI_PARAM_QUALITY]: 1 };

const brotli = promisify(brotliCompress);
const toGzip = promisify(gzip);
const encoders = {
  br: (body: Buffer) =>
    brotli(body, { params: { ...brotliParams, [constants.BROTLI_PARAM_SIZE_HINT]: body.byteLength } }),
  gzip: (body: Buffer) => toGzip(body),
} as const;
type Encoding = keyof typeof encoders;

const preferred: Encoding[] = ['br', 'gzip'];

/**
 * Compresses JSON answers for clients that take it. Streams of events are left alone: an encoder would hold back what is told.
 * Why this reveals nothing to a third party (BREACH), docs/decisions/0035 says.
 */
export const compressed: Plugin = {
  onResponse: async ({ request, response, fetchAPI, ...hook }) => {
    if (!response.headers.get('content-type')?.includes('json')) {
      return;
    }
    response.headers.append('vary', 'accept-encoding');
    const encoding = negotiate(request.headers.get('accept-encoding') ?? '', preferred);
    if (encoding === null) {
      return;
    }
    const { status, statusText, headers } = response;
    const body = Buffer.from(await response.arrayBuffer());
    if (body.byteLength < worthwhile) {
      hook.setResponse(new fetchAPI.Response(body, { status, statusText, headers }));
      return;
    }
    const shorter = new fetchAPI.Headers(headers);
    shorter.set('content-encoding', encoding);
    shorter.delete('content-length');
    hook.setResponse(new fetchAPI.Response(await encoders[encoding](body), { status, statusText, headers: shorter }));
  },
};
