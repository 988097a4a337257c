import { isDeepStrictEqual } from 'node:util';
import { server, type Answer, type Caller } from './harness.ts';

/** An open subscription, as a client over server-sent events sees it. */
export interface Subscription {
  readonly headers: Headers;
  /** What has come so far, in order. */
  readonly answers: readonly Answer[];
  /** Settles when the server has ended the stream. */
  readonly ended: Promise<void>;
  close(): void;
}

/** Subscribes; resolves once the server has begun to answer. */
export async function subscribe({ token }: Pick<Caller, 'token'>, source: string): Promise<Subscription> {
  const response = await server.fetch('http://noa.test/graphql', {
    method: 'POST',
    headers: {
      accept: 'text/event-stream',
      'content-type': 'application/json',
      authorization: `Bearer oidc~${token}`,
    },
    body: JSON.stringify({ query: source }),
  });
  const answers: Answer[] = [];
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  const ended = collect(reader, answers);
  // As a connection that is closed does: nothing but this tells a server without sockets that its client has gone.
  return { headers: response.headers, answers, ended, close: () => void reader.cancel() };
}

async function collect(reader: ReadableStreamDefaultReader<Uint8Array>, answers: Answer[]): Promise<void> {
  const decoder = new TextDecoder();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) {
      return;
    }
    const events = `${rest}${decoder.decode(value, { stream: true })}`.split('\n\n');
    rest = events.pop() ?? '';
    for (const event of events) {
      const data = /^data: (.+)$/m.exec(event)?.[1];
      if (data) {
        const { errors, ...body } = JSON.parse(data) as {
          data: unknown;
          errors?: { message: string; extensions: { code: string } }[];
        };
        answers.push({
          data: body.data,
          errors: errors?.map(({ message, extensions }) => ({ message, ...extensions })),
        });
      }
    }
  }
}

/** What a subscription told, where it may tell one thing twice: what is heard while the present is read comes after it. */
export const withoutRepeats = <Told>(told: readonly Told[]): Told[] =>
  told.filter((each, i) => i === 0 || !isDeepStrictEqual(each, told[i - 1]));
