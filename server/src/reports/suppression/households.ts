import {
  householdGroupings,
  isHouseholdGrouping,
  reportLimits,
  type ReportGrouping,
} from '@noa/domain/reporting/report.ts';
import type { ReportRequest } from '@noa/domain/reporting/report-input.ts';
import { columnOf } from '../query/groupings.ts';
import type { Counted } from '../query/report-query.ts';
import { suppressionOf } from './small-groups.ts';

/** Whether a question tells households apart, by its groups or by which of them it counts. */
export const looksAtHouseholds = ({ groupBy, filters }: Pick<ReportRequest, 'groupBy' | 'filters'>): boolean =>
  groupBy.some(isHouseholdGrouping) || filters.some(({ field }) => isHouseholdGrouping(field));

interface Asked extends Pick<Counted, 'tellApart' | 'isRolledUp' | 'params'> {
  readonly groupBy: readonly ReportGrouping[];
  /** The condition of rows of which the caller may not know who. */
  readonly suppressible: string;
  /** What is counted: `… where …`; of all households. */
  readonly rows: string;
  /** Aggregates, each `… as name`, and the names of those that add up over groups. */
  readonly aggregates: readonly string[];
  readonly sums: readonly string[];
  /** Small entrances, as a query with one column. */
  readonly small: string;
  /** The condition of the household filters, over `h_<grouping>`. */
  readonly chosen: readonly string[];
  /** Rows are apartments, and figures tell which of them used a container; `only` are those of whom the report is. */
  readonly use?: { readonly only: string | undefined };
}

/** Groups of households, of which none can be told from another by fewer than five apartments. */
export interface HouseholdGroups {
  /** Tables, the last of them `named`: each group once, its keys as `g0` and `g1`, what rows have of them as `k0` and `k1`, its sums by their names. */
  readonly tables: string;
  /** Whether a row of `rows` is counted in a group of `kept`; `chosen` are further conditions over `h_<grouping>`. */
  readonly isCounted: (chosen: readonly string[]) => string;
}

const enough = reportLimits.smallestGroup;
/** An apartment that takes part, among the facts of `sources.ts`. */
const used = 'has_card and is_used';

/**
 * Counts what a question asks of households, for whoever may not know who opened what (decision 26). Households are counted by
 * *atoms*: all that has the same entrance, block, access group and manager. Within each cell of what else the question is grouped by,
 * - an atom of a small entrance is left out, and one of which one to four apartments did something, and
 * - where those left out are one to four apartments in all, the smallest of the others besides.
 *
 * Which these are does not depend on the households that are asked for: whatever is asked of the same period is a sum over the same
 * atoms, each of five apartments or of none that is known, and so is every difference of two answers, that to all and the sum of the
 * groups included. Where rows are apartments (participation), an atom in which one to four *used* a container is left out, and one
 * in which nobody did likewise: the one that is missing would be the one with the user. Of those left out, never too many apartments are counted: `small-groups.ts`.
 *
 * Events that say of nobody (decision 89) are of no more apartments than there are events, and of one at least: so many stand for them.
 */
export function groupHouseholds(asked: Asked): HouseholdGroups {
  const { groupBy, suppressible, rows, tellApart, chosen, use } = asked;
  const { dialect } = asked.params;
  const { once, isSame, isAmong } = dialect;
  const others = groupBy.filter((name) => !isHouseholdGrouping(name));
  const keys = [...others, ...householdGroupings].map((name) => ({ name, ...columnOf(name, dialect) }));
  const told = [...keys.map(({ by }) => by), `(${suppressible})`];
  const suppression = suppressionOf(suppressible, { rows, keys: told }, tellApart);
  const column = (name: string) => `k${keys.findIndex((key) => key.name === name)}`;
  const hidden = `k${keys.length}`;
  const cells = others.map(column);
  const sameCell = isSame(cells.map((cell) => [`pool.${cell}`, `atom.${cell}`]));
  const key = (name: string) => (isHouseholdGrouping(name) ? `h_${name}` : `i_${name}`);
  const groups = groupBy.map((name, index) => {
    const { ids } = columnOf(name, dialect);
    const own = `shown.${key(name)}`;
    return ids
      ? { key: own, id: `ids${index}.id`, join: `left join ${ids} ids${index} on ids${index}.key = ${own}` }
      : { key: own, id: own, join: '' };
  });
  // By ids, as keys are a file's own: two files that hid different groups would together tell of the rest.
  const byId = householdGroupings.map((name, index) => {
    const { ids } = columnOf(name, dialect);
    const own = `atom.${column(name)}`;
    return ids
      ? { id: `own${index}.id`, join: `left join ${ids} own${index} on own${index}.key = ${own}` }
      : { id: own, join: '' };
  });
  const { apartments } = suppression;
  const saysNobody = `${apartments} = 0 and (${householdGroupings.map((name) => `counted.${column(name)} is not null`).join(' or ')})`;
  const counts = use
    ? [`count(*) filter (where ${used}) as users`, `count(*) filter (where ${use.only ?? 'true'}) as told`]
    : [...suppression.counts, `${asked.isRolledUp ? 'sum(events)' : 'count(*)'} as acts`];
  const tooFew = use ? `suppressible < ${enough}` : `suppressible between 1 and ${enough - 1}`;
  const tables = `
    counted as ${once} (
      select ${[...told.map((by, index) => `${by} as k${index}`), ...asked.aggregates, ...counts].join(', ')} from ${rows}
      group by ${told.join(', ')}
    )${suppression.tables}, measured as (
      select counted.*, ${keys.map(({ name }, index) => `counted.k${index} as ${key(name)}`).join(', ')},
        ${use ? 'counted.users' : `case when ${saysNobody} then counted.acts else ${apartments} end`} as suppressible,
        ${use ? 'false' : saysNobody} as says_nobody
      from counted ${suppression.joins}
    ), atom as ${once} (
      select *, ${hidden} and (${tooFew} or coalesce(h_entrance in (${asked.small}), false)) as is_small
      from measured
    ), pool as (
      select ${[...cells, `${suppression.together} as known, count(*) filter (where says_nobody) as unknown`].join(', ')} from atom where is_small
      ${cells.length > 0 ? `group by ${cells.join(', ')}` : ''}
    ), ranked as (
      select atom.*, coalesce(pool.known + pool.unknown, 0) between 1 and ${enough - 1} and ${hidden} and suppressible >= ${enough} as may_fill,
        row_number() over (partition by ${[...cells.map((cell) => `atom.${cell}`), 'is_small'].join(', ')}
          order by case when ${hidden} and suppressible >= ${enough} then 0 else 1 end, suppressible,
            ${byId.map(({ id }) => id).join(', ')}) as ordinal
      from atom left join pool on ${sameCell} ${byId.map(({ join }) => join).join(' ')}
    ), shown as ${once} (
      select * from ranked where not is_small and not (may_fill and ordinal = 1)${use?.only ? ` and (not ${hidden} or told >= ${enough})` : ''}
    ), named as (
      select ${[...groups.flatMap((group, index) => [`${group.id} as g${index}`, `${group.key} as k${index}`]), ...asked.sums.map((sum) => `coalesce(sum(${sum}), 0) as ${sum}`)].join(', ')}
      from shown ${groups.map(({ join }) => join).join(' ')} where ${chosen.join(' and ') || 'true'}
      ${groups.length > 0 ? `group by ${groups.flatMap((group) => [group.id, group.key]).join(', ')}` : 'having count(*) > 0'}
    )`;
  return {
    tables,
    isCounted: (further) => {
      const inGroup = isSame(groups.map((group, index) => [`kept.k${index}`, group.key]));
      return isAmong(
        told.map((by, index) => [`shown.k${index}`, by]),
        { from: `shown join kept on ${inGroup}`, where: [...chosen, ...further] },
      );
    },
  };
}
