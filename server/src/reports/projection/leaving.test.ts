import { expect, it } from 'vitest';
import { reports } from '../testing/events.ts';

const { projection } = reports;
await projection.refresh();

it('a long question is left by whoever goes: what they asked for runs no further, and whoever waits may go as well', async () => {
  const endless = 'select count(*) from range(1000000000) a, range(1000000000) b';
  const begin = () => {
    const leaving = new AbortController();
    const answer = projection.inSnapshot((_query, stream) => stream(endless, []), leaving.signal).next();
    return { leave: () => leaving.abort(), answer };
  };
  const asked = Array.from({ length: 5 }, begin); // more than run at once

  for (const { leave, answer } of asked.toReversed()) {
    leave();
    await expect(answer).rejects.toThrow();
  }

  const { value } = await projection.inSnapshot((_query, stream) => stream('select 1::integer', [])).next();
  expect(value).toEqual([[1]]);
});
