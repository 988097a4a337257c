import { sql } from 'kysely';
import { asSystem } from '../../../testing/harness.ts';
import type { ClickHouseEngine } from '../clickhouse-engine.ts';

/** What ClickHouse counts, and what the event table holds, in the same words, in one order. */
export async function both(engine: ClickHouseEngine) {
  await engine.refresh();
  const copied = await engine.rows(
    `select concat_ws(' ', org_id, id::String, kind::String, toUnixTimestamp64Milli(occurred_at)::String, litres::String,
      coalesce(card_id, '-'), date::String, hour::String) from ${engine.table}`,
  );
  const { rows } = await asSystem((tx) =>
    sql<{ row: string }>`
      select concat_ws(' ', e.org_id, e.id, e.kind, (extract(epoch from e.occurred_at) * 1000)::bigint, e.litres,
        coalesce(e.card_id::text, '-'), (e.occurred_at at time zone o.time_zone)::date,
        extract(hour from e.occurred_at at time zone o.time_zone)::int) as row
      from card_event e join org o on o.id = e.org_id`.execute(tx),
  );
  return { copied: copied.map(([row]) => String(row)).toSorted(), stored: rows.map(({ row }) => row).toSorted() };
}
