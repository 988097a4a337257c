import { reportLimits } from '@noa/domain/reporting/report.ts';

/** How the apartments are counted of which the caller may not learn who did what: group by group, as far as it matters. */
export interface Suppression {
  /** Further columns of `counted`. */
  readonly counts: readonly string[];
  /** Further tables, each `, name as (…)`, that follow on `counted`. */
  readonly tables: string;
  /** What else `counted` is joined with. */
  readonly joins: string;
  /** How many there are, where `counted` and `joins` are at hand; or, of some too few and of enough, any number like it. */
  readonly apartments: string;
  /** Whether a group is shown, by its column `suppressible`. */
  readonly shown: readonly string[];
}

const none: Suppression = { counts: [], tables: '', joins: '', apartments: '', shown: [] };

const enough = reportLimits.smallestGroup;
const shown = [`(suppressible = 0 or suppressible >= ${enough})`];

/**
 * Telling the apartments of each group apart takes five times as long as counting its rows. So over rows with keys each apartment
 * sets one of 32 bits: as many apartments as there are bits set did something, at least; and never more than there are rows, and
 * one where no two keys differ. Only groups that this does not decide are counted one apartment by one.
 *
 * @param suppressible - the condition of the rows that count; null when all may be seen.
 * @param rows - what is counted: `… where …`.
 * @param keys - what groups are told apart by, `k0` and `k1` of `counted`.
 */
export function suppressionOf(
  suppressible: string | null,
  { rows, keys, hasKeys }: { readonly rows: string; readonly keys: readonly string[]; readonly hasKeys: boolean },
): Suppression {
  if (suppressible === null) {
    return none;
  }
  if (!hasKeys) {
    const apartments = `count(distinct case when ${suppressible} then apartment_id end) as apartments`;
    return { ...none, counts: [apartments], apartments: 'counted.apartments', shown };
  }
  const apartment = `case when ${suppressible} then apartment_key end`;
  const columns = keys.map((_key, index) => `k${index}`);
  const same = (one: string, other: string) =>
    columns.map((column) => `${one}.${column} is not distinct from ${other}.${column}`).join(' and ') || 'true';
  const isUnsure = `bit_count(seen) < ${enough} and lowest < highest and held >= ${enough}`;
  return {
    counts: [
      `bit_or(1::bigint << (${apartment} & 31)) as seen`,
      `min(${apartment}) as lowest`,
      `max(${apartment}) as highest`,
      `count(${apartment}) as held`,
    ],
    tables: `, unsure as materialized (
      select ${columns.join(', ') || '1'} from counted where ${isUnsure}
    ), told as (
      select ${[...columns.map((column) => `r.${column}`), 'count(distinct apartment) as apartments'].join(', ')}
      from (select ${[...keys.map((key, index) => `${key} as k${index}`), `${apartment} as apartment`].join(', ')} from ${rows}) r
      join unsure on ${same('r', 'unsure')}
      ${keys.length > 0 ? `group by ${columns.map((column) => `r.${column}`).join(', ')}` : 'having count(*) > 0'}
    )`,
    joins: `left join told on ${same('counted', 'told')}`,
    apartments: `case when ${isUnsure} then told.apartments when held = 0 then 0 when bit_count(seen) < ${enough} then 1 else ${enough} end`,
    shown,
  };
}
