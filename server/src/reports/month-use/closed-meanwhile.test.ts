import { sql } from 'kysely';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { aCard, anApartment, anEntrance, anOrg } from '../../testing/factories.ts';
import { asSystem, databaseUrl, db, keyring, signIn } from '../../testing/harness.ts';
import { sessionOf } from '../../database/connection/session.ts';
import { openMonthsOf } from '../../telemetry/month-use/month-keys.ts';
import { AskReport } from '../testing/events.ts';

it('a month that is closed while somebody asks who took part in it is told as it was, and not as if nobody had', async () => {
  const { id: org_id } = await anOrg();
  await asSystem((tx) =>
    tx.updateTable('org_settings').set({ identity_days: 0 }).where('org_id', '=', org_id).execute(),
  );
  const entrance = await anEntrance({ org_id });
  const apartment = await anApartment({ org_id, entrance_id: entrance.id });
  await aCard({ org_id, apartment });
  const [month] = await asSystem(async (tx) => {
    const months = await openMonthsOf(tx, { db, keys: keyring }, [org_id]);
    for (const { month: of, inner, outer } of months) {
      await sql`insert into month_pseudonym (org_id, month, pseudonym, day)
        values (${org_id}, ${of}, month_pseudonym_of(${inner}::bytea, ${outer}::bytea, ${apartment.id}), now()::date - 2)`.execute(
        tx,
      );
    }
    return months;
  });
  const implementer = await signIn(['local_implementer'], { orgIds: [org_id] });
  const input = {
    from: month?.starts.toISOString(),
    to: month?.ends.toISOString(),
    groupBy: [],
    metrics: ['participating_count'],
  };

  const closing = new pg.Client(sessionOf(databaseUrl, 'owner'));
  await closing.connect();
  onTestFinished(() => closing.end());
  await closing.query('begin; lock table month_key in access exclusive mode');
  const asked = implementer.run(AskReport, { name: 'participation', input });
  await expect
    .poll(
      async () =>
        (await closing.query(`select from pg_locks where relation = 'month_key'::regclass and not granted`)).rowCount,
      { timeout: 20_000 },
    )
    .toBeGreaterThan(0);
  const ofOrg = `where org_id = '${org_id}'`;
  await closing.query(`
    update counted_month set closed_at = now() ${ofOrg};
    delete from month_pseudonym ${ofOrg};
    delete from month_key ${ofOrg};
    commit`);

  const { data, errors } = await asked;
  expect(errors).toBeUndefined();
  expect(data.report.totals).toEqual([1]);
});
