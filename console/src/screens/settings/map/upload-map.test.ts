import type { ApolloClient } from '@apollo/client';
import { beforeEach, expect, it, vi } from 'vitest';
import { FinishMapUploadDocument } from '../../../api/mutations/generated/finish-map-upload.graphql.ts';
import { uploadMap } from './upload-map.ts';

/** The texts of the parts that were sent; and what is done while one is on its way. */
const sent: { readonly text: string; readonly number: number }[] = [];
let underway: () => void = () => undefined;

vi.mock('../../../api/send-file.ts', () => ({
  async sendFile(_client: unknown, { variables }: { variables: Record<string, unknown> }) {
    sent.push({ text: await (variables['part'] as File).text(), number: Number(variables['number']) });
    underway();
  },
}));

beforeEach(() => {
  sent.length = 0;
  underway = () => undefined;
});

/** A server that takes four bytes at a time, and what it was told besides parts. */
function aServer() {
  const mutate = vi.fn(async (_told: { mutation: unknown }) => ({
    data: { startMapUpload: { id: '1', partBytes: 4 } },
  }));
  const isFinished = () => mutate.mock.calls.some(([{ mutation }]) => mutation === FinishMapUploadDocument);
  return { client: { mutate } as unknown as ApolloClient, isFinished };
}

const file = new File(['PMTiles of it'], 'town.pmtiles');

it('a map is sent part by part, and says how far it is', async () => {
  const { client, isFinished } = aServer();
  const shares: number[] = [];
  const { signal } = new AbortController();

  await uploadMap(client, { file, onSent: (share) => shares.push(share), signal });

  expect(sent).toEqual(['PMTi', 'les ', 'of i', 't'].map((text, number) => ({ text, number })));
  expect(shares.map((share) => Math.round(share * 100))).toEqual([0, 31, 62, 92, 100]);
  expect(isFinished()).toBe(true);
});

it('a map whose screen is left is sent no further than the part that is on its way', async () => {
  const { client, isFinished } = aServer();
  const stop = new AbortController();
  underway = () => sent.length === 2 && stop.abort();

  const sending = uploadMap(client, { file, onSent: () => undefined, signal: stop.signal });

  await expect(sending).rejects.toThrow('aborted');
  expect(sent.map(({ number }) => number)).toEqual([0, 1]);
  expect(isFinished()).toBe(false);
});
