import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { asOwner, asSystem, db } from '../../testing/harness.ts';
import { anOrg } from '../../testing/factories.ts';
import { storeYoung } from '../../testing/stored-events.ts';
import { forgetDue } from './retention.ts';

/** Events of the day; eight million, as of a whole country, take a quarter of an hour to store. */
const events = Number(process.env['FORGET_EVENTS'] ?? 1_000_000);

const atOnce = 100_000;

it(
  `who opened goes of ${events.toLocaleString('en')} events of one day in five seconds, and no page of an event is written`,
  { timeout: 3_600_000 },
  async () => {
    const org = await anOrg();
    const day = new Date(Date.now() - 91 * 86_400_000).toISOString().slice(0, 10);
    for (let first = 0; first < events; first += atOnce) {
      await asSystem((tx) =>
        storeYoung(
          tx,
          [
            'org_id',
            'kind',
            'occurred_at',
            'device_at',
            'container_id',
            'boot_number',
            'event_number',
            'card_id',
            'apartment_id',
          ],
          sql`
          select ${org.id}::uuid as org_id, 'full_use' as kind, ${day}::date + n % 86400 * interval '1 second' as occurred_at,
            now() as device_at, ${randomUUID()}::uuid as container_id, 0 as boot_number, n as event_number,
            md5((n % 500000)::text)::uuid as card_id, md5((n % 200000)::text)::uuid as apartment_id
          from generate_series(${first + 1}::int, ${Math.min(first + atOnce, events)}::int) n`,
        ),
      );
    }
    await asOwner('vacuum (analyze) stored_event', 'checkpoint');
    const written = async () => {
      const { rows } = await asSystem((tx) =>
        sql<{ updated: string; deleted: string; named: number }>`
        select sum(n_tup_upd) as updated, sum(n_tup_del) as deleted, (select count(*)::int from (
          select from event_identity where org_id = ${org.id} limit 1) i) as named
        from pg_stat_user_tables where relname like 'stored\_event%'`.execute(tx),
      );
      return rows[0];
    };
    const before = await written();
    expect(before?.named).toBe(1);

    const began = performance.now();
    await forgetDue(db);
    const seconds = (performance.now() - began) / 1000;

    console.info(`${events.toLocaleString('en')} events: ${seconds.toFixed(2)} s`);
    expect(await written()).toEqual({ ...before, named: 0 });
    expect(seconds).toBeLessThan(5);
  },
);
