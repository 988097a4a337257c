import { reportLimits } from '@noa/domain/reporting/report.ts';
import type { TellApart } from '../../suppression/small-groups.ts';

const enough = reportLimits.smallestGroup;

/**
 * Telling the apartments of each group apart takes five times as long as counting its rows. So over rows with keys each apartment
 * sets one of 32 bits: as many apartments as there are bits set did something, at least; and never more than there are rows, and
 * one where no two keys differ. Only groups that this does not decide are counted one apartment by one. Enough are always told as
 * the same number: which groups bits decide depends on keys, which are a file's own. They are joined from the side of the few, as no
 * others have rows: of an inner join DuckDB puts all rows into its hash table first, though there be none to look for (half of the time).
 */
export const byBits: TellApart = (suppressible, { rows, keys }) => {
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
      select ${[...columns.map((column) => `unsure.${column}`), 'count(distinct apartment) as apartments'].join(', ')}
      from unsure
      left join (select ${[...keys.map((key, index) => `${key} as k${index}`), `${apartment} as apartment`].join(', ')} from ${rows}) r
        on ${same('r', 'unsure')}
      ${keys.length > 0 ? `group by ${columns.map((column) => `unsure.${column}`).join(', ')}` : 'having count(*) > 0'}
    )`,
    joins: `left join told on ${same('counted', 'told')}`,
    apartments: `case when ${isUnsure} then least(told.apartments, ${enough}) when held = 0 then 0 when bit_count(seen) < ${enough} then 1 else ${enough} end`,
    together: 'coalesce(bit_count(bit_or(seen)), 0)',
  };
};
