import type { ApolloLink } from '@apollo/client';
import { parse } from 'graphql';
import { firstValueFrom, toArray } from 'rxjs';
import { afterEach, expect, it, vi } from 'vitest';
import { eventStream } from './event-stream.ts';

afterEach(() => vi.unstubAllGlobals());

/** All results of a subscription that the server answers by these pieces, and then ends. */
async function resultsOf(...pieces: readonly string[]): Promise<ApolloLink.Result[]> {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      pieces.forEach((piece) => controller.enqueue(encoder.encode(piece)));
      controller.close();
    },
  });
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(body)));
  const operation = { query: parse('subscription { at }'), variables: {}, getContext: () => ({}) };
  return firstValueFrom(eventStream('/graphql', operation as unknown as ApolloLink.Operation).pipe(toArray()));
}

it('gives each result, wherever the pieces that arrive are cut, and nothing for signs of life', async () => {
  expect(
    await resultsOf(
      ':\n\n',
      'event: next\nda',
      'ta: {"data":{"at":"12:30"}}\n',
      '\nevent:next\ndata:{"data":\ndata:null}\n\n',
    ),
  ).toEqual([{ data: { at: '12:30' } }, { data: null }]);
});

it('ends when the server says so, also with more behind it', async () => {
  expect(await resultsOf('event: complete\ndata: \n\nevent: next\ndata: {"data":null}\n\n')).toEqual([]);
});
