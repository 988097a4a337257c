import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { aCard, aContainer, anApartment, anEntrance, anOrg } from '../testing/factories.ts';
import { asOwner, asSystem, db, keyring, signInGateway } from '../testing/harness.ts';
import { seedMonthUse } from './month-use.ts';

it('what the demonstration counts of the month that runs is what ingestion counts of the same events', async () => {
  const { id: org_id } = await anOrg();
  await asSystem((tx) =>
    tx.updateTable('org_settings').set({ identity_days: 90 }).where('org_id', '=', org_id).execute(),
  );
  const container = await aContainer({ org_id });
  const entrance = await anEntrance({ org_id });
  const apartments = await Promise.all([1, 2, 3].map(() => anApartment({ org_id, entrance_id: entrance.id })));
  const cards = await Promise.all(apartments.map((apartment) => aCard({ org_id, apartment })));
  const gateway = await signInGateway([org_id]);
  const { errors } = await gateway.run(
    'mutation ($events: [CardEventInput!]!) { recordCardEvents(events: $events) { results { outcome } } }',
    {
      events: (['full_use', 'full_use', 'open_after_use', 'no_use'] as const).map((kind, index) => ({
        containerId: container.id,
        bootNumber: 1,
        eventNumber: index + 1,
        kind,
        at: new Date().toISOString(),
        serialNumber: cards[[0, 0, 1, 2][index] as number]?.serial_number,
      })),
    },
  );
  expect(errors).toBeUndefined();
  const pseudonyms = () =>
    asSystem(async (tx) => {
      const { rows } = await sql<{ all: string[] }>`
        select array_agg(pseudonym::text || day order by pseudonym) as all from month_pseudonym where org_id = ${org_id}`.execute(
        tx,
      );
      return rows[0]?.all;
    });
  const told = await pseudonyms();
  expect(told).toHaveLength(2);

  await asOwner(`delete from month_pseudonym where org_id = '${org_id}'`);
  await asSystem((tx) => seedMonthUse(tx, { db, keys: keyring }, org_id));

  expect(await pseudonyms()).toEqual(told);
});
