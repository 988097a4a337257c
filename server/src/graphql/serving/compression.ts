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

/** A body as it leaves. */
interface Compressed {
  /** Undefined where it leaves as it is. */
  readonly encoding: Encoding | undefined;
  readonly body: Buffer<ArrayBuffer>;
}

/** Compresses JSON for a client that takes it, where that is worthwhile. Why this reveals nothing to a third party (BREACH), docs/decisions/0035 says. */
export async function compress(
  body: Buffer<ArrayBuffer>,
  acceptEncoding: string | null | undefined,
): Promise<Compressed> {
  const encoding = body.byteLength < worthwhile ? null : negotiate(acceptEncoding ?? '', preferred);
  return encoding === null ? { encoding: undefined, body } : { encoding, body: await encoders[encoding](body) };
}

/** The same for all answers of Yoga. Streams of events are left alone: an encoder would hold back what is told. */
export const compressed: Plugin = {
  onResponse: async ({ request, response, fetchAPI, ...hook }) => {
    if (!response.headers.get('content-type')?.includes('json')) {
      return;
    }
    response.headers.append('vary', 'accept-encoding');
    if (negotiate(request.headers.get('accept-encoding') ?? '', preferred) === null) {
      return;
    }
    const { status, statusText } = response;
    const whole = Buffer.from(await response.arrayBuffer());
    const { encoding, body } = await compress(whole, request.headers.get('accept-encoding'));
    const headers = new fetchAPI.Headers(response.headers);
    if (encoding) {
      headers.set('content-encoding', encoding);
      headers.delete('content-length');
    }
    hook.setResponse(new fetchAPI.Response(body, { status, statusText, headers }));
  },
};
