import { validationFailed } from '@noa/domain/errors.ts';
import type { ReportGrouping, ReportMetric } from '@noa/domain/reporting/report.ts';
import type { Scope } from '../../database/scope.ts';
import type { Question } from '../engine/engine.ts';
import { scopeCondition } from '../query/reach.ts';
import { filterCondition, type Params } from '../query/filter.ts';
import type { Dialect, RecordColumn } from '../query/dialect.ts';
import { columnOf } from '../query/groupings.ts';
import { countedBy, metrics, type Count } from '../query/metrics.ts';
import type { Cell } from '../engine/cell.ts';
import { shownGroups, type BuiltQuery, type Counted } from '../query/report-query.ts';
import { cursorAfter, orderBy, past } from './record-cursor.ts';
import type { RecordOrder, RecordShape, ShapeColumn } from './record-sources.ts';

/** One grouping's value in the row that a figure stands in; null for what has none. */
export interface CellKey {
  readonly grouping: ReportGrouping;
  readonly value: unknown;
}

/** Which figure of a report: that of a row, of several when a grouping is left out, of all of them without any. */
export interface FigureAsked {
  readonly cell: readonly CellKey[];
  /** Or the rows that a condition holds for, whichever figure counts them. */
  readonly metric: ReportMetric | Pick<Count, 'where'>;
}

export interface RecordPlan {
  readonly shape: Omit<RecordShape, 'columns'> & {
    /** By the names the rows found have for them. */
    readonly columns: Readonly<Record<string, ShapeColumn>>;
  };
  /** Where what a column says may be read, by its name; without, wherever there is a record. */
  readonly within?: Readonly<Record<string, Scope>>;
  /** Where the caller may learn which records a figure counts: in all of these. */
  readonly told: readonly Scope[];
  readonly first: number;
  /** Cursor of the record before; empty for the first page. */
  readonly after: string;
  /** Without, both counts are nought: who has them already saves looking at every record again. */
  readonly isCounted?: boolean;
}

/** By the names of the columns asked for; as text, whatever it is; none is empty. */
export type RecordRow = Readonly<Record<string, string | null>>;

export interface RecordPage {
  readonly rows: RecordRow[];
  /** Records behind the figure. */
  readonly count: number;
  /** Of them, those that the caller is not told. */
  readonly withheld: number;
  readonly cursor: string | null;
}

export interface RecordQuery extends Pick<BuiltQuery, 'sql' | 'params'> {
  readonly read: (found: readonly Cell[][]) => RecordPage;
}

/**
 * The records that a figure counts or adds up, as one query, which both engines understand: the rows of the report's own
 * groups, so that they are as many as the figure says.
 *
 * @throws {AppError} `ValidationFailed` naming the field.
 */
export function buildRecordQuery(
  question: Question,
  figure: FigureAsked,
  counted: Counted,
  { shape, within = {}, told, first, after, isCounted = true }: RecordPlan,
): RecordQuery {
  const { params } = counted;
  const { order } = shape;
  const columns = Object.entries(shape.columns).map(([name, column]) => {
    const { by, ids } = columnIn(params.dialect, column);
    const scope = within[name];
    return { name, ids, sql: scope ? whereRead(shape, scope, params, by) : by };
  });
  const cells = columns.map(({ ids }, index) =>
    ids ? `(select id from ${ids} where key = page.r${index})` : `page.r${index}`,
  );
  const limit = after === '' ? [] : [past(order, after, params)];
  const text = `
    ${withFound(question, figure, counted, { order, hasHome: shape.hasHome, columns: columns.map(({ sql }) => sql), told })}, page as (
      select *, row_number() over (order by ${orderBy(order)}) as ordinal from (
        select * from found where ${['is_told', ...limit].join(' and ')}
        order by ${orderBy(order)} limit ${params.bind(first + 1, 'integer')}
      ) as next
    ), total as (${
      isCounted
        ? 'select count(*)::double precision as count, (count(*) filter (where not is_told))::double precision as withheld from found'
        : 'select 0 as count, 0 as withheld'
    })
    select ordinal::integer, total.count, total.withheld,
      ${[...order.map((_each, index) => `page.k${index}::varchar`), asOneText(cells)].join(', ')}
    from total left join page on true order by ordinal`;
  const names = columns.map(({ name }) => name);
  return { sql: text, params: params.values, read: (found) => toPage(found, names, order, first) };
}

/** A column of a record as an engine has it. */
export const columnIn = ({ recordOf }: Dialect, column: ShapeColumn): RecordColumn =>
  typeof column === 'string' ? { by: column, ids: null } : recordOf(column.record);

/** Ids, numbers and words have none of it. */
const parting = '\x1f';

/** Columns in one text, for {@link textsOf}: cell by cell, what an engine finds takes most of a page's time to be taken over. */
export const asOneText = (columns: readonly string[]): string =>
  `concat_ws('${parting}', ${columns.map((column) => `coalesce(${column}::varchar, '')`).join(', ')})`;

export const textsOf = (cell: Cell | undefined): (string | null)[] =>
  String(cell)
    .split(parting)
    .map((text) => text || null);

/** What is looked for: records in their order, which columns of theirs as SQL, and where the caller may learn which they are. */
export interface Sought extends Pick<RecordShape, 'order' | 'hasHome'>, Pick<RecordPlan, 'told'> {
  readonly columns: readonly string[];
}

/** `with … found as (…)`: the records behind a figure, by what orders them (`k0`, …) and what is asked of them (`r0`, …). */
export function withFound(
  { report, request }: Question,
  { cell, metric }: FigureAsked,
  counted: Counted,
  { order, hasHome, columns, told }: Sought,
): string {
  const { params } = counted;
  const { distinct, where }: Count = typeof metric === 'string' ? countedBy(metrics[metric]) : metric;
  const figures = typeof metric === 'string' ? [metric] : request.metrics;
  const groups = shownGroups(report, { ...request, metrics: figures, sort: [] }, counted);
  const selected = [
    ...order.map(({ by }, index) => `${by} as k${index}`),
    ...columns.map((by, index) => `${by} as r${index}`),
  ];
  const chosen = cellConditions(request.groupBy, cell, params);
  const conditions = [
    ...(where === undefined ? [] : [where]),
    ...(groups.isShown
      ? [groups.isShown(chosen)]
      : chosen.map(({ grouping, on }) => on(columnOf(grouping, params.dialect).by))),
  ];
  const isTold = told.map((scope) => `coalesce(${visibleWithin({ hasHome }, scope, params)}, false)`).join(' and ');
  // An engine of columns counts and looks for the newest twice as fast as it could put rows aside; PostgreSQL joins once.
  const kept = report.counts === 'events' ? params.dialect.inline : params.dialect.once;
  return `
    ${groups.isShown ? `${groups.withKept},` : 'with'} found as ${kept} (
      select ${distinct === undefined ? '' : 'distinct'} ${selected.join(', ')}, ${isTold} as is_told
      from ${groups.rows}${conditions.map((condition) => ` and (${condition})`).join('')}
    )`;
}

function cellConditions(groupBy: readonly ReportGrouping[], cell: readonly CellKey[], params: Params) {
  return cell.map(({ grouping, value }, index) => {
    if (!groupBy.includes(grouping)) {
      throw validationFailed({ [`cell.${index}.grouping`]: 'report.notShown' });
    }
    const filter = { field: grouping, operator: 'eq', value } as const;
    const on = (column: string) => filterCondition(column, filter, params, `cell.${index}`);
    return { grouping, on };
  });
}

/** Whether a row is of a record that the scope reaches. */
const visibleWithin = ({ hasHome }: Pick<RecordShape, 'hasHome'>, scope: Scope, params: Params) =>
  scopeCondition(hasHome ? scope : { ...scope, managerIds: [], apartmentIds: [] }, params);

/** What is told of a record where it may be read, and empty elsewhere. */
export const whereRead = (shape: Pick<RecordShape, 'hasHome'>, scope: Scope, params: Params, by: string): string =>
  `case when ${visibleWithin(shape, scope, params)} then ${by} end`;

/** Each row found carries its place and the counts; a figure without records has one row without a place. */
function toPage(
  found: readonly Cell[][],
  names: readonly string[],
  order: readonly RecordOrder[],
  first: number,
): RecordPage {
  const rows = found.filter(([ordinal]) => ordinal !== null);
  const page = rows.slice(0, first);
  const last = rows.length > first ? page.at(-1) : undefined;
  return {
    rows: page.map((row) => {
      const texts = textsOf(row.at(-1));
      return Object.fromEntries(names.map((name, index) => [name, texts[index] ?? null]));
    }),
    count: Number(found[0]?.[1] ?? 0),
    withheld: Number(found[0]?.[2] ?? 0),
    cursor: last ? cursorAfter(order, last.slice(3)) : null,
  };
}
