import { expect, it } from 'vitest';
import { reports } from '../testing/events.ts';

it('a report that needs more memory than the engine has is refused as too much, and the next one is answered', async () => {
  const { projection } = reports;
  await projection.refresh();
  const twoGigabytes = `select length(string_agg(repeat('x', 1000000), '')) from range(3000)`;

  await expect(projection.query(twoGigabytes, [])).rejects.toMatchObject({ code: 'LimitExceeded' });

  expect(await projection.query('select 1', [])).toEqual([[1]]);
});
