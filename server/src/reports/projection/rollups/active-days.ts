import { DuckDBTimestampValue } from '@duckdb/node-api';
import { Params } from '../../query/filter.ts';
import type { Query } from '../connection.ts';
import type { Rollup } from './rollups.ts';

/**
 * From when until when the events happened that rollups hold of an org and a day. So nothing has to be known of zones or clocks to
 * tell whether a day, or a month, lies in a period as a whole. Where events were deleted, a span may be wider than what is left:
 * then more is counted one by one than had to be.
 */
export const createActiveDays = `
  create table active_day as select org_id, date, month, occurred_at as since, occurred_at as until from card_event limit 0;`;

/** Together with the rollups, into which the same rows come. */
export const addActiveDays = (rows: string): string => `
  insert into active_day select org_id, date, month, min(occurred_at), max(occurred_at) from ${rows} group by all`;

/** Before all events of the org `$1` are deleted. */
export const deleteActiveDays = 'delete from active_day where org_id = $1::uuid';

/** A day or a month, as text. */
interface Span {
  readonly unit: string;
  /** The first and the last moment of its events, as text. */
  readonly since: string;
  readonly until: string;
}

/** What a rollup's events of some orgs are in a period, by the days or months it tells apart. */
export interface Parts {
  /** The first of the epochs that are open: events from it on are in no rollup. */
  readonly epoch: number;
  /** Of what lies in the period as a whole, the first and the last; as text. */
  readonly first: string;
  readonly last: string;
  /** What lies between those and not in the period, or not as a whole; hardly ever anything. */
  readonly excepted: readonly string[];
  /** What lies in the period in part; nothing if it begins and ends with days, or months, of the orgs' zone. */
  readonly split: readonly Span[];
}

/**
 * Which days or months lie in a period, as far as their events go.
 *
 * @param query - what else is asked of the same moment fits the answer.
 * @param orgIds - of which nothing but what is there of them is asked; null for all.
 * @returns null if none does as a whole.
 */
export async function findParts(
  query: Query,
  unit: Rollup['unit'],
  { from, to }: { readonly from: Date; readonly to: Date },
  orgIds: readonly string[] | null,
): Promise<Parts | null> {
  const params = new Params('projection');
  const moment = (date: Date) => params.bind(new DuckDBTimestampValue(BigInt(date.getTime()) * 1000n), 'timestamp');
  const [begin, end] = [moment(from), moment(to)];
  const chosen = unit === 'day' ? 'date' : 'month';
  const ofOrgs = orgIds ? `org_id in (${orgIds.map((id) => params.bind(id, 'uuid')).join(', ')})` : 'true';
  const found = await query(
    `with span as (
      select ${chosen} as unit, min(since) as since, max(until) as until from active_day where ${ofOrgs} group by 1
    ), judged as (
      select *, since >= ${begin} and until < ${end} as is_whole, until >= ${begin} and since < ${end} as is_touched from span
    ), whole as (
      select min(unit) as first, max(unit) as last from judged where is_whole
    )
    select (select min(number) from epoch), first::varchar, last::varchar,
      unit::varchar, since::varchar, until::varchar, is_touched, unit between first and last
    from whole left join judged on not is_whole and (is_touched or unit between first and last)`,
    params.values,
  );
  const [epoch, first, last] = found[0] ?? [];
  if (typeof first !== 'string' || typeof last !== 'string') {
    return null;
  }
  const notWhole = found.filter(([, , , name]) => name !== null);
  return {
    epoch: Number(epoch),
    first,
    last,
    excepted: notWhole.filter((row) => row[7]).map((row) => String(row[3])),
    split: notWhole
      .filter((row) => row[6])
      .map(([, , , name, since, until]) => ({ unit: String(name), since: String(since), until: String(until) })),
  };
}
