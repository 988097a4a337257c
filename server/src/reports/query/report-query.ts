import {
  isHouseholdGrouping,
  reportLimits,
  type ReportField,
  type ReportGrouping,
} from '@noa/domain/reporting/report.ts';
import type { ReportRequest } from '@noa/domain/reporting/report-input.ts';
import { AppError, validationFailed } from '@noa/domain/errors.ts';
import type { ReportDefinition } from '../catalogue.ts';
import { registryDialect } from './dialect.ts';
import { countedNames, countsOf, figuresOf, totalOf, wholesOf, type Figure } from './figures.ts';
import { cellOf, filterCondition, Params } from './filter.ts';
import { columnOf, groupings, isGrouping } from './groupings.ts';
import { groupHouseholds, looksAtHouseholds } from '../suppression/households.ts';
import type { Cell } from '../engine/cell.ts';
import { cursorAfter, orderOf, past, type OrderKey } from './report-order.ts';
import { suppressionOf, type TellApart } from '../suppression/small-groups.ts';

export interface BuiltQuery {
  readonly sql: string;
  readonly params: readonly unknown[];
  /** Reads all that the query gave. */
  readonly read: (found: readonly Cell[][]) => ReportPage;
}

export interface ReportPage {
  /** The groupings' values, then the metrics', each in the order asked for. */
  readonly rows: Cell[][];
  /** One value per column, null under groupings; over all rows, on whichever page. */
  readonly totals: Cell[];
  /** Where the next page begins; null on the last. */
  readonly cursor: string | null;
  /** Rows in all. */
  readonly rowCount: number;
}

/** What is counted over. */
export interface Counted {
  /** A table, or a query under a name. */
  readonly from: string;
  /** How apartments are told apart, where it is not one by one. */
  readonly tellApart?: TellApart;
  /** A row stands for as many as its column `events` says. */
  readonly isRolledUp?: true;
  readonly where: readonly string[];
  readonly params: Params;
  /** Apartments of which the caller may not learn who did what, as a condition; groups of a few of them are left out. */
  readonly suppressible: string | null;
  /** Entrances of too few apartments (`small-entrances.ts`), where they matter for what is counted. */
  readonly small: readonly string[];
  /** Of some rows it is not known whether they were used (`is_used` is null): what needs it is null in a group that has any. */
  readonly isWhoUnknown?: boolean;
  /** Set where households are told apart by who of all their apartments used a container; `only` as in the report. */
  readonly use?: { readonly only: string | undefined };
}

/** The groups of a question that are shown, as the beginning of a query. */
export interface ShownGroups {
  /** `with … kept as (…)`: each group once, its keys as `g0` and `g1`. */
  readonly withKept: string;
  /** What is counted: `… where …`. */
  readonly rows: string;
  /**
   * Whether a row of `rows` stands in a group that is shown, and in one for which `chosen` holds, of fields of the question; null where
   * every row does. The conditions of further fields are over the columns of `rows`.
   */
  readonly isShown: ((chosen: readonly Chosen[]) => string) | null;
}

/** A condition on a grouping's value, once it is known what it is called. */
interface Chosen {
  readonly grouping: ReportGrouping;
  readonly on: (column: string) => string;
}

/** @throws {AppError} `ValidationFailed` naming the field. */
export function shownGroups(
  report: ReportDefinition,
  request: ReportRequest,
  counted: Counted,
  { isReadOnce = false }: { readonly isReadOnce?: boolean } = {},
): ShownGroups {
  refuseForeign(report, request);
  if (counted.suppressible !== null && looksAtHouseholds(request)) {
    return shownHouseholds(request, counted, counted.suppressible);
  }
  const { from, tellApart, isRolledUp, where, params, suppressible } = counted;
  const { dialect } = params;
  const { groupBy } = request;
  const figures = figuresOf(request, counted);
  const filters = conditionsOf(request, figures, params);
  const rows = `${from} where ${[...where, ...filters.rows].join(' and ') || 'true'}`;
  const keys = groupBy.map((name) => columnOf(name, dialect));
  const suppression = suppressionOf(suppressible, { rows, keys: keys.map(({ by }) => by) }, tellApart);
  const shown = [...suppression.shown, ...filters.groups];
  // Not put aside on the way, if nothing looks at it twice.
  const counting = isReadOnce && suppressible === null ? dialect.inline : dialect.once;
  const withKept = `
    with counted as ${counting} (
      select ${[...keys.map(({ by }, index) => `${by} as k${index}`), ...figures.flatMap((figure) => countsOf(figure, isRolledUp)), ...suppression.counts].join(', ')} from ${rows}
      ${keys.length > 0 ? `group by ${keys.map(({ by }) => by).join(', ')}` : ''}
    )${suppression.tables}, named as (
      select counted.*${keys.map(({ ids }, index) => `, ${ids ? `ids${index}.id` : `counted.k${index}`} as g${index}`).join('')}${suppression.apartments && `, ${suppression.apartments} as suppressible`}
      from counted ${suppression.joins}
      ${keys.map(({ ids }, index) => (ids ? `left join ${ids} ids${index} on ids${index}.key = counted.k${index}` : '')).join(' ')}
    ), ${keptOf(figures, groupBy, shown, isReadOnce ? dialect.inline : dialect.once)}`;
  const inKept = dialect.isAmong(
    keys.map(({ by }, index) => [`k.k${index}`, by]),
    { from: 'kept k', where: [] },
  );
  const isShown = (chosen: readonly Chosen[]) =>
    [inKept, ...chosen.map(({ grouping, on }) => on(columnOf(grouping, dialect).by))].join(' and ');
  return { withKept, rows, isShown: shown.length > 0 ? isShown : null };
}

/** Out of `named`: the metrics of each group, and which groups are shown. */
const keptOf = (
  figures: readonly Figure[],
  groupBy: readonly ReportGrouping[],
  shown: readonly string[],
  valued: string,
) => `shared as (
      select *${figures.flatMap((figure) => wholesOf(figure, groupBy)).join('')} from named
    ), valued as ${valued} (
      select *, ${figures.map(({ name, value }) => `(${value})::double precision as v_${name}`).join(', ')} from shared
    ), kept as (
      select * from valued where ${shown.join(' and ') || 'true'}
    )`;

/** Where households are told apart for somebody who may not know who it was: `households.ts` says which are counted. */
function shownHouseholds(request: ReportRequest, counted: Counted, suppressible: string): ShownGroups {
  const { from, isRolledUp, where, params, small } = counted;
  const { groupBy } = request;
  const figures = figuresOf(request, counted);
  const filters = conditionsOf(request, figures, params, (field) =>
    isHouseholdGrouping(field) ? `h_${field}` : undefined,
  );
  const rows = `${from} where ${[...where, ...filters.rows].join(' and ') || 'true'}`;
  const groups = groupHouseholds({
    ...counted,
    groupBy,
    suppressible,
    rows,
    aggregates: figures.flatMap((figure) => countsOf(figure, isRolledUp)),
    sums: figures.flatMap(countedNames),
    // As one value: thousands of them would be as many.
    small: params.dialect.recordsIn('entrance', params.bind(small.join(','), 'varchar')),
    chosen: filters.households,
  });
  const column = (grouping: ReportGrouping) =>
    isHouseholdGrouping(grouping) ? `shown.h_${grouping}` : columnOf(grouping, params.dialect).by;
  return {
    withKept: `with ${groups.tables}, ${keptOf(figures, groupBy, filters.groups, params.dialect.once)}`,
    rows,
    isShown: (chosen) => groups.isCounted(chosen.map(({ grouping, on }) => on(column(grouping)))),
  };
}

/**
 * The whole report as one query, which both engines understand.
 *
 * @throws {AppError} `ValidationFailed` naming the field; `LimitExceeded` above 10,000 rows.
 */
export function buildReportQuery(report: ReportDefinition, request: ReportRequest, counted: Counted): BuiltQuery {
  if (request.first > reportLimits.rows) {
    throw new AppError('LimitExceeded', `A report gives at most ${reportLimits.rows} rows at once`);
  }
  const { params } = counted;
  const { withKept, rows } = shownGroups(report, request, counted);
  const order = orderOf(request);
  const cells = cellsOf(request);
  const text = `
    ${withKept}, page as (
      select ${cells.join(', ')}, row_number() over (${inOrder(order)}) as ordinal from (
        select * from kept where ${request.after ? past(order, request.after, params) : 'true'}
        ${inOrder(order)} limit ${params.bind(request.first + 1, 'integer')}) foremost
    ), total as (
      select count(*)::double precision as row_count, ${totalsOf(request, rows, counted).join(', ')} from kept
    )
    select ordinal::integer, total.*, ${cells.map((_cell, index) => `page.c${index}`).join(', ')}
    from total left join page on true order by ordinal`;
  return { sql: text, params: params.values, read: (found) => toPage(found, request, order) };
}

/** Refuses what cannot be answered, before anybody is asked. @throws {AppError} as {@link buildReportQuery}. */
export function refuseBad({
  report,
  request,
}: {
  readonly report: ReportDefinition;
  readonly request: ReportRequest;
}): void {
  const nothing = { from: 'nothing', where: [], params: new Params(registryDialect), suppressible: null, small: [] };
  buildReportQuery(report, request, nothing);
}

/** What is shown of `kept`, as `c0`, `c1`, …. */
export const cellsOf = ({ groupBy, metrics: asked }: ReportRequest): string[] => [
  ...groupBy.map((name, index) => `${cellOf(groupings[name], `g${index}`)} as c${index}`),
  ...asked.map((name, index) => `v_${name} as c${groupBy.length + index}`),
];

/** The metrics over all of `kept`, as `t0`, `t1`, …. */
export const totalsOf = ({ groupBy, metrics: asked }: ReportRequest, rows: string, counted: Counted): string[] =>
  asked.map((name, index) => `(${totalOf(name, rows, groupBy, counted)})::double precision as t${index}`);

export const inOrder = (order: readonly OrderKey[]): string =>
  order.length > 0
    ? `order by ${order.map(({ name, direction }) => `${name} ${direction} nulls last`).join(', ')}`
    : '';

/** What this report does not offer is refused by the name of its field. */
function refuseForeign(report: ReportDefinition, { groupBy, metrics: asked, filters, sort }: ReportRequest): void {
  if (!groupBy.every((name) => report.groupings.includes(name))) {
    throw validationFailed({ groupBy: 'report.notOffered' });
  }
  if (!asked.every((name) => report.metrics.includes(name))) {
    throw validationFailed({ metrics: 'report.notOffered' });
  }
  for (const [index, { field }] of filters.entries()) {
    if (isGrouping(field) ? !report.groupings.includes(field) : !report.metrics.includes(field)) {
      throw validationFailed({ [`filters.${index}.field`]: 'report.notOffered' });
    }
  }
  for (const [index, { field }] of sort.entries()) {
    if (!(isGrouping(field) ? groupBy.includes(field) : asked.includes(field))) {
      throw validationFailed({ [`sort.${index}.field`]: 'report.notShown' });
    }
  }
}

/**
 * The filters: which rows count, and which groups are shown. What a share goes across chooses among groups: it is of all of them.
 *
 * @param asHousehold - what a field is called where households are chosen; undefined for one that rows are chosen by.
 */
function conditionsOf(
  { filters, groupBy }: ReportRequest,
  figures: readonly Figure[],
  params: Params,
  asHousehold: (field: ReportField) => string | undefined = () => undefined,
) {
  const [rows, groups, households]: [string[], string[], string[]] = [[], [], []];
  for (const [index, filter] of filters.entries()) {
    const { field } = filter;
    const household = asHousehold(field);
    const isAcross = figures.some(({ metric }) => metric.kind === 'share' && metric.across === field);
    const position = isGrouping(field) && isAcross ? groupBy.indexOf(field) : -1;
    const ofGroup = position >= 0 ? `k${position}` : isGrouping(field) ? undefined : `v_${field}`;
    const subject = household ?? ofGroup ?? (isGrouping(field) ? columnOf(field, params.dialect).by : '');
    const condition = filterCondition(subject, filter, params, `filters.${index}`);
    (household ? households : ofGroup ? groups : rows).push(condition);
  }
  return { rows, groups, households };
}

function toPage(
  found: readonly Cell[][],
  { groupBy, metrics: asked, first }: ReportRequest,
  order: OrderKey[],
): ReportPage {
  const { rows, totals, rowCount } = readRows(found, groupBy.length, asked.length);
  const page = rows.slice(0, first);
  const last = rows.length > first ? page.at(-1) : undefined;
  return {
    rows: page,
    totals,
    cursor: last ? cursorAfter(last, order) : null,
    rowCount,
  };
}

/** Every row found carries its position, how many there are, and the totals; a report without rows has one without a position. */
function readRows(found: readonly Cell[][], groupingCount: number, metricCount: number) {
  const [, rowCount = 0, ...rest] = found[0] ?? [];
  return {
    rows: found.filter(([position]) => position !== null).map((row) => row.slice(2 + metricCount)),
    totals: [...Array.from({ length: groupingCount }, () => null), ...rest.slice(0, metricCount)],
    rowCount: Number(rowCount),
  };
}
