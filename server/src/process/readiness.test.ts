import { tmpdir } from 'node:os';
import { expect, it } from 'vitest';
import { createReadiness } from './readiness.ts';

const there = { downSince: null, latencyMs: 1, clockSkewMs: 0 };
const watched = {
  monitor: { reachability: there },
  projection: { isThere: true },
  dataDir: tmpdir(),
  minFreeBytes: 0,
  isDraining: () => false,
};

it('says that the server is ready while nothing is the matter, and shows what it knows', async () => {
  const { troubles, details } = await createReadiness(watched)();

  expect(troubles).toEqual([]);
  expect(details).toMatchObject({ databaseDownSince: null, databaseLatencyMs: 1, clockSkewMs: 0 });
  expect(details['freeBytes']).toBeGreaterThan(0);
});

it.each([
  ['draining', { isDraining: () => true }],
  ['database', { monitor: { reachability: { ...there, downSince: new Date() } } }],
  ['projection', { projection: { isThere: false } }],
  ['disk', { minFreeBytes: Number.MAX_SAFE_INTEGER }],
])('says that it is not for %s', async (trouble, change) => {
  expect((await createReadiness({ ...watched, ...change })()).troubles).toEqual([trouble]);
});
