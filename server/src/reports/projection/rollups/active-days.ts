import { bindMoment, Params } from '../../query/filter.ts';
import type { Query } from '../connection.ts';
import type { Rollup } from './rollups.ts';

/**
 * Which days or months lie in a period, as far as their events go: so nothing has to be known of zones or clocks. Where events were
 * deleted, `active_day` may say more than what is left: then more is counted one by one than had to be.
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
) {
  const params = new Params('projection');
  const [begin, end] = [bindMoment(from, params), bindMoment(to, params)];
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
  const notWhole = found
    .filter(([, , , unit]) => unit !== null)
    .map(([, , , name, since, until, isTouched, isBetween]) => ({
      unit: String(name),
      since: String(since),
      until: String(until),
      isTouched,
      isBetween,
    }));
  return {
    /** The first of the epochs that are open: events from it on are in no rollup. */
    epoch: Number(epoch),
    /** Of what lies in the period as a whole, the first and the last; as text. */
    first,
    last,
    /** What lies between those and not in the period, or not as a whole; hardly ever anything. */
    excepted: notWhole.filter(({ isBetween }) => isBetween).map(({ unit }) => unit),
    /** What lies in the period in part, with the first and the last moment of its events; nothing if it begins and ends with such days. */
    split: notWhole.filter(({ isTouched }) => isTouched),
  };
}

/** What a rollup's events of some orgs are in a period, by the days or months it tells apart. */
export type Parts = NonNullable<Awaited<ReturnType<typeof findParts>>>;
