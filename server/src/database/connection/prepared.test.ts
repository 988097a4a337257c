import { expect, it, onTestFinished } from 'vitest';
import { databaseUrl } from '../../testing/harness.ts';
import { longestRepeated, PreparingClient } from './prepared.ts';
import { sessionOf } from './session.ts';

it.each([
  ['is prepared', 1, 100],
  ['is not where it is long: each connection would keep hundreds of such', 0, longestRepeated],
])('A statement that is asked over and over %s', async (_what, prepared, length) => {
  const client = new PreparingClient(sessionOf(databaseUrl, 'owner'));
  await client.connect();
  onTestFinished(() => client.end());

  for (let time = 0; time < 3; time += 1) {
    expect((await client.query(`/* repeated */ select '${'x'.repeat(length)}' as text`)).rows).toHaveLength(1);
  }

  const { rows } = await client.query<{ count: number }>('select count(*)::int as count from pg_prepared_statements');
  expect(rows).toEqual([{ count: prepared }]);
});
