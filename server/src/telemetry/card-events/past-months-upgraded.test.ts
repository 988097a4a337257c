import { afterAll, expect, it } from 'vitest';
import { migrate } from '../../database/schema/migrate.ts';
import { makeDatabase } from '../../testing/databases.ts';

const database = await makeDatabase('empty');
afterAll(() => database.drop());

it('an upgrade finds the events of entrances with their org also in months that were indexed anew before it', async () => {
  await migrate(database.url, { upTo: '2026-12-04-02-set-aside-kept' });
  await database.run(
    `select ensure_month('stored_event', '2026-05-01')`,
    'create index stored_event_2026_05_of_entrance on stored_event_2026_05 (entrance_number)',
  );

  await migrate(database.url);

  expect(await database.run(`select indexdef from pg_indexes where indexname like '%of\\_entrance'`)).toEqual([
    { indexdef: expect.stringMatching(/stored_event_2026_05_of_entrance .*\(entrance_number, org_id\)/) as string },
  ]);
});
