import { sql } from 'kysely';
import type { StatusUpdateKind } from '@noa/domain/vocabulary.ts';
import { findRows } from '../../database/statements.ts';
import type { Tx } from '../../database/database.ts';
import type { Scope } from '../../database/scope.ts';
import { inScope } from '../../records/record.ts';
import { containers } from '../../registry/containers/container.queries.ts';
import type { ReadingHistory } from './reading-history.schema.ts';

/** Kinds of updates whose value is a percentage. */
export const percentKinds = ['battery_life_pct', 'fill_level_pct'] as const satisfies readonly StatusUpdateKind[];
export type PercentKind = (typeof percentKinds)[number];

/** Spans of equal length that a history is cut into. Each gives two readings at most, and there is the newest of all. */
export const historySpans = 99;

/** Readings of one history at most. */
export const maxReadings = 2 * historySpans + 1;

interface HistoryRow extends Pick<ReadingHistory, 'warningPct' | 'errorPct'> {
  readonly id: string;
  readonly readings: readonly (readonly [at: string, pct: number])[];
  readonly emptyings: readonly string[];
}

const thresholds = {
  battery_life_pct: sql`o.battery_warning_pct as "warningPct", o.battery_error_pct as "errorPct"`,
  fill_level_pct: sql`o.fill_warning_pct as "warningPct", o.fill_error_pct as "errorPct"`,
};

/**
 * The last days of each container of `ids` that `scope` reaches, by its id; absent ones are left out. Of many readings those are
 * kept that a drawing shows: how high it stood and how low it fell in each span, so that no emptying is smoothed away. Of equal
 * ones the lowest is the first of them, and the highest the last: between them it did not move.
 *
 * @param to - the end of the period, itself within it.
 * @param days - how many days of 24 hours it is long.
 */
export async function findReadingHistories(
  tx: Tx,
  scope: Scope,
  ids: readonly string[],
  { kind, days, to }: { kind: PercentKind; days: number; to: Date },
): Promise<Map<string, ReadingHistory>> {
  const from = new Date(to.getTime() - days * 86_400_000);
  const span = sql`least(width_bucket(extract(epoch from u.occurred_at), extract(epoch from ${from}::timestamptz),
    extract(epoch from ${to}::timestamptz), ${historySpans}::int), ${historySpans}::int)`;
  const rows = await findRows<HistoryRow>(tx)`
    select r.id, ${thresholds[kind]}, h.readings, h.emptyings
    from container r
    join org_settings o on o.org_id = r.org_id
    cross join lateral (
      select coalesce(json_agg(json_build_array(occurred_at, pct) order by occurred_at, id)
          filter (where kind = ${kind}), '[]') as readings,
        coalesce(json_agg(occurred_at order by occurred_at) filter (where kind <> ${kind}), '[]') as emptyings
      from (
        select kind, occurred_at, id, pct,
          row_number() over (partition by kind, span order by pct, occurred_at, id) as low,
          row_number() over (partition by kind, span order by pct desc, occurred_at desc, id desc) as high,
          row_number() over (partition by kind order by occurred_at desc, id desc) as newest
        from (
          select u.kind, u.occurred_at, u.id, ${span} as span,
            case when u.kind = ${kind} then u.value::float8 end as pct
          from status_update u
          where u.org_id = r.org_id and u.container_id = r.id and u.kind in (${kind}, 'emptying_detected')
            and u.occurred_at between ${from} and ${to}) told) ranked
      where high = 1 or (kind = ${kind} and (low = 1 or newest = 1))) h
    where r.id = any(${ids}::uuid[]) and ${inScope(containers, scope)}`;
  return new Map(
    rows.map(({ id, readings, emptyings, ...limits }) => [
      id,
      {
        ...limits,
        readings: readings.map(([at, pct]) => ({ at: new Date(at), pct })),
        emptyings: emptyings.map((at) => new Date(at)),
      },
    ]),
  );
}
