import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { anOrg } from '../../../testing/factories.ts';
import { appUrl, asOwner, asSystem, databaseUrl } from '../../../testing/harness.ts';
import { indexPastMonths } from '../../../telemetry/card-events/past-months.ts';
import { storeYoung } from '../../../testing/stored-events.ts';
import { move } from '../../testing/cold-months.ts';
import { dataDir } from '../../testing/events.ts';
import { Projection } from '../projection.ts';

const events = 500_000;
const batch = 500;
/** As an org keeps who it was for 90 days. */
const days = 90;

/**
 * Bytes an event, of a town's: what is stored of it while its month runs and once that is past, who it was beside it, both in the projection with all
 * rollups, and what is left as Parquet.
 */
const budgets = { stored: 265, past: 200, who: 340, projection: 40, parquet: 16 };

/** Bytes of all partitions of a table. */
const bytesOf = (table: string): Promise<number> =>
  asSystem(async (tx) => {
    const { rows } = await sql<{ bytes: number }>`
      select sum(pg_total_relation_size(inhrelid))::float8 as bytes from pg_inherits where inhparent = ${table}::regclass`.execute(
      tx,
    );
    return rows[0]?.bytes ?? NaN;
  });

const columns = `org_id, kind, occurred_at, device_at, container_id, container_group_id, waste_stream, entrance_id, tower_block_id,
  access_group_id, manager_id, boot_number, event_number, list_version, litres, card_id, apartment_id, serial_number`;

/** What 200 locks saw in five runs each, 2,000 apartments behind 40 entrances using them; batch by batch in no order. */
const eventsFrom = (orgId: string, first: number) => sql`
  select ${orgId}::uuid as org_id, case when n % 50 = 0 then 'no_use' else 'full_use' end as kind, at as occurred_at, at as device_at,
    md5('container ' || lock)::uuid as container_id, md5('group ' || lock / 5)::uuid as container_group_id,
    case lock % 5 when 0 then 'paper_cardboard' when 1 then 'glass' else 'residual' end as waste_stream,
    md5('entrance ' || home / 50)::uuid as entrance_id, md5('block ' || home / 200)::uuid as tower_block_id,
    md5('access ' || home / 400)::uuid as access_group_id, md5('manager ' || home / 1000)::uuid as manager_id,
    (n / 200 % 5)::int as boot_number, (n / 1000 + 1)::int as event_number, 1::bigint as list_version, 60 as litres,
    md5('card ' || home)::uuid as card_id, md5('apartment ' || home)::uuid as apartment_id,
    upper(substr(md5('serial ' || home), 1, 14)) as serial_number
  from (select i * 7919 % ${events} as n from generate_series(${first}::bigint, ${first + batch - 1}) i) shuffled
  cross join lateral (select n % 200 as lock, (hashint8extended(n, 1) & 2147483647) % 2000 as home,
    date_trunc('day', now()) - interval '30 days' + n * interval '5 seconds' as at) told`;

it(
  `an event is as small as its budget, of ${events.toLocaleString('en')} that came in shuffled batches`,
  { timeout: 1_800_000 },
  async () => {
    const org = await anOrg();
    await asSystem((tx) =>
      tx.updateTable('org_settings').set({ identity_days: days }).where('org_id', '=', org.id).execute(),
    );
    const names = columns.split(',').map((name) => name.trim());
    for (let first = 1; first <= events; first += batch) {
      await asSystem((tx) => storeYoung(tx, names, eventsFrom(org.id, first)));
    }
    await asOwner('vacuum (analyze) stored_event', 'vacuum (analyze) event_identity');
    const projection = new Projection({
      databaseUrl: appUrl,
      dataDir: `${dataDir}/bytes`,
      log: { info: () => undefined, warn: () => undefined },
    });
    await projection.refresh();
    await projection.settled();
    await projection.close();

    const [stored, who] = [await bytesOf('stored_event'), await bytesOf('event_identity')];
    await indexPastMonths({ databaseUrl, log: { info: () => undefined }, quietDays: -31 }); // the one that runs as well
    const past = await bytesOf('stored_event');
    await asOwner(
      'delete from event_identity',
      `update stored_event set received_at = received_at - interval '60 days', forget_on = least(forget_on, current_date)`,
    );
    await move({ afterMonths: -2 }); // those that still run as well
    const parquet = await asSystem((tx) =>
      tx
        .selectFrom('cold_file')
        .select((eb) => eb.fn.sum<string>('bytes').as('bytes'))
        .executeTakeFirst(),
    );
    const { size } = await stat(join(dataDir, 'bytes', 'projection', 'events.duckdb'));
    const bytes = {
      stored,
      past,
      who,
      projection: size,
      parquet: Number(parquet?.bytes),
    };

    for (const [part, budget] of Object.entries(budgets)) {
      const each = bytes[part as keyof typeof budgets] / events;
      console.info(`${part}: ${each.toFixed(1)} bytes an event, of ${budget} at most`);
      expect(each, part).toBeLessThanOrEqual(budget);
    }
  },
);
