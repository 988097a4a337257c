import type { ReportGrouping, ReportMetric } from '@noa/domain/reporting/report.ts';
import type { ReportRequest } from '@noa/domain/reporting/report-input.ts';
import { columnOf, isGrouping } from './groupings.ts';
import type { Counted } from './report-query.ts';
import { addsUp, aggregatesOf, metrics, needsWho, valueOf, type Metric } from './metrics.ts';

/** A metric that the query works out, by its columns `m_`, `n_` (what it is a percentage of) and `w_` (that, over all groups). */
export interface Figure {
  readonly name: ReportMetric;
  readonly metric: Metric;
  readonly value: string;
  /** Of some rows it may not be known who opened, which it rests on: a group of any of these has no value. */
  readonly mayBeUnknown: boolean;
}

/** What figures have to know of what is counted. */
type Over = Pick<Counted, 'params' | 'isWhoUnknown'>;

/** Those asked for, and those that groups are chosen by. */
export function figuresOf({ metrics: asked, filters }: ReportRequest, { params, isWhoUnknown }: Over): Figure[] {
  const names = new Set([...asked, ...filters.flatMap(({ field }) => (isGrouping(field) ? [] : [field]))]);
  return [...names].map((name) => {
    const metric = metrics[name];
    const value = valueOf(metric, `m_${name}`, `n_${name}`, params.dialect);
    const mayBeUnknown = Boolean(isWhoUnknown) && needsWho(name);
    return { name, metric, value: mayBeUnknown ? ifKnown(`u_${name}`, value) : value, mayBeUnknown };
  });
}

/** How many rows there are of which it is not known whether they were used, as an aggregate. */
const unknownRows = 'count(*) filter (where is_used is null)';

const ifKnown = (unknown: string, value: string) => `case when ${unknown} = 0 then ${value} end`;

/** Its columns in the rows of a group, as `m_`, `n_` and `u_`. */
export function countsOf({ name, metric, mayBeUnknown }: Figure, isRolledUp?: true): string[] {
  const { m, n } = aggregatesOf(metric, isRolledUp);
  return [
    `${m} as m_${name}`,
    ...(n === undefined ? [] : [`${n} as n_${name}`]),
    ...(mayBeUnknown ? [`${unknownRows} as u_${name}`] : []),
  ];
}

/** The names of these columns. */
export const countedNames = ({ name, metric, mayBeUnknown }: Figure): string[] => [
  `m_${name}`,
  ...(aggregatesOf(metric).n === undefined ? [] : [`n_${name}`]),
  ...(mayBeUnknown ? [`u_${name}`] : []),
];

/** Of a share, what it is a percentage of: out of all groups, each with `m_`. */
export function wholesOf({ name, metric }: Figure, groupBy: readonly ReportGrouping[]): string[] {
  if (metric.kind !== 'share') {
    return [];
  }
  const others = groupBy.flatMap((grouping, index) => (grouping === metric.across ? [] : [`g${index}`]));
  // Without the grouping it goes across, a group's share is its own, of everything.
  const by = groupBy.includes(metric.across) && others.length > 0 ? `partition by ${others.join(', ')}` : '';
  return [`, sum(m_${name}) over (${by}) as n_${name}`, `, sum(m_${name}) over () as w_${name}`];
}

/** The metric over all groups that are shown. */
export function totalOf(
  name: ReportMetric,
  rows: string,
  groupBy: readonly ReportGrouping[],
  { params: { dialect }, isWhoUnknown }: Over,
): string {
  const metric = metrics[name];
  const mayBeUnknown = isWhoUnknown && needsWho(name);
  if (!addsUp(metric)) {
    const { m, n } = aggregatesOf(metric);
    const group = groupBy.map((name, index) => [`k.k${index}`, columnOf(name, dialect).by] as const);
    // What is not grouped is one group, and may be hidden or left out by a figure's filter as any other.
    const shown =
      group.length > 0 ? dialect.isAmong(group, { from: 'kept k', where: [] }) : 'exists (select 1 from kept)';
    const value = valueOf(metric, m, n ?? '0', dialect);
    return `select ${mayBeUnknown ? ifKnown(unknownRows, value) : value} from ${rows} and ${shown}`;
  }
  const sum = (column: string) => `coalesce(sum(${column}_${name}), 0)`;
  const value = valueOf(metric, sum('m'), metric.kind === 'share' ? `max(w_${name})` : sum('n'), dialect);
  return mayBeUnknown ? ifKnown(sum('u'), value) : value;
}
