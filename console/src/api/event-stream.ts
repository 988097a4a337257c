import type { ApolloLink } from '@apollo/client';
import { ServerError } from '@apollo/client/errors';
import { print } from '@apollo/client/utilities';
import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { Observable } from 'rxjs';

/** Milliseconds without a sign of life after which a stream is given up: the server gives one every twelve seconds. */
const silenceMs = 30_000;

/**
 * A subscription over server-sent events (GraphQL over SSE, distinct connections). It ends when the server says so or the
 * stream breaks off; then what was missed has to be asked for.
 *
 * The context's `onOpen` is called once the server is listening: what changes from then on is told.
 */
export const eventStream = (url: string, operation: ApolloLink.Operation): Observable<ApolloLink.Result> =>
  new Observable((observer) => {
    const abort = new AbortController();
    const { headers, onOpen } = operation.getContext() as { headers?: Record<string, string>; onOpen?: () => void };

    async function read(): Promise<void> {
      const response = await fetch(url, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json', accept: 'text/event-stream' },
        body: JSON.stringify({
          operationName: operation.operationName,
          query: print(operation.query),
          variables: operation.variables,
        }),
        signal: abort.signal,
      });
      if (!response.ok || !response.body) {
        throw new ServerError('No event stream', { response, bodyText: await response.text() });
      }
      onOpen?.();
      for await (const result of resultsOf(response.body, () => abort.abort())) {
        observer.next(result);
      }
    }

    read().then(
      () => observer.complete(),
      // Given up by us, because nobody listens or nothing comes: no fault of the connection.
      (error: unknown) => (abort.signal.aborted ? observer.complete() : observer.error(error)),
    );
    return () => abort.abort();
  });

/** What a stream tells, until it ends or breaks off. Comments are its signs of life. */
async function* resultsOf(body: ReadableStream<Uint8Array>, giveUp: () => void): AsyncGenerator<ApolloLink.Result> {
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader();
  const events: EventSourceMessage[] = [];
  const parser = createParser({ onEvent: (event) => events.push(event) });
  try {
    for (;;) {
      const { done, value } = await readInTime(reader, giveUp);
      if (done) {
        return;
      }
      parser.feed(value);
      for (const { event, data } of events.splice(0)) {
        if (event === 'complete') {
          return;
        }
        if (event === 'next') {
          yield JSON.parse(data) as ApolloLink.Result;
        }
      }
    }
  } catch {
    // It broke off.
  }
}

async function readInTime(reader: ReadableStreamDefaultReader<string>, giveUp: () => void) {
  const timer = setTimeout(giveUp, silenceMs);
  try {
    return await reader.read();
  } finally {
    clearTimeout(timer);
  }
}
