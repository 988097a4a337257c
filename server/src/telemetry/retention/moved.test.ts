import { afterAll, expect, it } from 'vitest';
import { migrate } from '../../database/schema/migrate.ts';
import { makeDatabase } from '../../testing/databases.ts';

const database = await makeDatabase('empty');
afterAll(() => database.drop());

const columns = `id, kind, occurred_at, serial_number, reason, actor, card_id, apartment_id, entrance_id, litres, tx_id::text, anonymous`;

/** As of an org whose term is 90 days: two that are past it, one that was stored without who, one about nobody. */
const given = `
  select set_config('noa.actor', 'system', false), set_config('noa.scope_all', 'on', false);
  insert into org (name) values ('Pașcani');
  update org_settings set identity_days = 90;
  select ensure_month('card_event', (now() - n * interval '1 month')::date) from generate_series(0, 7) n;
  insert into card_event (org_id, kind, occurred_at, serial_number, reason, actor, card_id, apartment_id, entrance_id, litres, anonymous)
  select id, 'card_blocked', now() - ago * interval '1 day', serial, reason, actor, card, new_id(), new_id(), ago, false
  from org, (values
    (200, '04A1', null, null, new_id()), (92, '04A2', null, null, new_id()), (89, '04A3', null, null, new_id()), (60, '04A5', 'lost', 'ana', new_id()),
    (0, '04A4', null, null, null::uuid)) v (ago, serial, reason, actor, card);
  insert into card_event (org_id, kind, occurred_at, anonymous) select id, 'no_use', now() - interval '120 days', true from org;
  insert into card_event (org_id, kind, occurred_at, litres) select id, 'no_use', now() - interval '1 day', 7 from org`;

it('an upgrade moves who opened apart, but for those whom it is time to forget', async () => {
  await migrate(database.url, { upTo: '2026-12-01-10-who-by-reason-alone' });
  const before = await database.run(given, `select ${columns} from card_event order by id`);
  expect(before).toHaveLength(7);

  await migrate(database.url);

  const nobody = { serial_number: null, reason: null, actor: null, card_id: null, apartment_id: null, anonymous: true };
  const isDue = (row: Record<string, unknown>) => ['04A1', '04A2'].includes(String(row['serial_number']));
  expect(await database.run(`select ${columns} from card_event order by id`)).toEqual(
    before.map((row) => (isDue(row) ? { ...row, ...nobody } : row)),
  );
  expect(await database.run('select count(*)::int as kept from event_identity')).toEqual([{ kept: 3 }]);
  await database.run(
    'select forget_identities(id, 10) from org',
    `insert into stored_event (org_id, kind, occurred_at) select id, 'no_use', now() from org`,
  );
  const [last] = await database.run(
    `select id > all (array[${before.map(({ id }) => String(id)).join(', ')}]::bigint[]) as is_new from stored_event order by id desc limit 1`,
  );
  expect(last).toEqual({ is_new: true });
  expect(
    await database.run(
      `select unknown_before between now() - interval '91 days' and now() - interval '89 days' as is_noted from event_forgetting`,
    ),
  ).toEqual([{ is_noted: true }]);
});
