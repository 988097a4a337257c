import { validationFailed } from '@noa/domain/errors.ts';
import type { ReportGrouping, ReportMetric } from '@noa/domain/report.ts';
import type { Scope } from '../../database/scope.ts';
import type { Question } from '../count.ts';
import { scopeCondition } from '../event-rows.ts';
import { filterCondition, type Params } from '../filter.ts';
import { groupings } from '../groupings.ts';
import { countedBy, metrics, type Count } from '../metrics.ts';
import type { Cell } from '../projection/event-store.ts';
import { shownGroups, type BuiltQuery, type Counted } from '../report-query.ts';
import type { RecordOrder, RecordShape } from './record-sources.ts';

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
    /** SQL, by the names the rows found have for it. */
    readonly columns: Readonly<Record<string, string>>;
  };
  /** Where the caller may learn which records a figure counts: in all of these. */
  readonly told: readonly Scope[];
  readonly first: number;
  /** Cursor of the record before; empty for the first page. */
  readonly after: string;
}

/** By the names of the columns asked for; as text, whatever it is. */
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
  { report, request }: Question,
  { cell, metric }: FigureAsked,
  counted: Counted,
  { shape, told, first, after }: RecordPlan,
): RecordQuery {
  const { params } = counted;
  const { distinct, where }: Count = typeof metric === 'string' ? countedBy(metrics[metric]) : metric;
  const figures = typeof metric === 'string' ? [metric] : request.metrics;
  const groups = shownGroups(report, { ...request, metrics: figures, sort: [] }, counted);
  const { order } = shape;
  const columns = Object.entries(shape.columns);
  const conditions = [...(where === undefined ? [] : [where]), ...cellConditions(request.groupBy, cell, params)];
  if (groups.leavesOut) {
    const same = request.groupBy.map((name, index) => `k.g${index} is not distinct from ${groupings[name].column}`);
    conditions.push(`exists (select 1 from kept k where ${same.join(' and ') || 'true'})`);
  }
  const isTold = told.map((scope) => `coalesce(${toldWithin(shape, scope, params)}, false)`).join(' and ');
  // DuckDB counts and looks for the newest in columns, twice as fast as it could put rows aside; PostgreSQL joins once.
  const kept = report.counts === 'events' ? 'not materialized' : 'materialized';
  const text = `
    ${groups.leavesOut ? `${groups.withKept},` : 'with'} found as ${kept} (
      select ${distinct === undefined ? '' : 'distinct'} ${order.map(({ by }, index) => `${by} as k${index}`).join(', ')},
        ${columns.map(([, by], index) => `${by} as r${index}`).join(', ')}, ${isTold} as is_told
      from ${groups.rows}${conditions.map((condition) => ` and (${condition})`).join('')}
    ), page as (
      select *, row_number() over (order by ${orderBy(order)}) as place from found
      where is_told and ${after === '' ? 'true' : past(order, after, params)}
      order by place limit ${params.bind(first + 1, 'integer')}
    ), total as (
      select count(*)::float8 as count, (count(*) filter (where not is_told))::float8 as withheld from found
    )
    select place::integer, total.count, total.withheld, ${[
      ...order.map((_each, index) => `page.k${index}`),
      ...columns.map((_each, index) => `page.r${index}`),
    ]
      .map((column) => `${column}::varchar`)
      .join(', ')}
    from total left join page on true order by place`;
  const names = columns.map(([name]) => name);
  return { sql: text, params: params.values, read: (found) => toPage(found, names, order, first) };
}

function cellConditions(groupBy: readonly ReportGrouping[], cell: readonly CellKey[], params: Params): string[] {
  return cell.map(({ grouping, value }, index) => {
    if (!groupBy.includes(grouping)) {
      throw validationFailed({ [`cell.${index}.grouping`]: 'report.notShown' });
    }
    const filter = { field: grouping, operator: 'eq', value } as const;
    return filterCondition(groupings[grouping].column, filter, params, `cell.${index}`);
  });
}

/** Whether a row is of a record that the scope reaches. */
export const toldWithin = ({ hasHome }: Pick<RecordShape, 'hasHome'>, scope: Scope, params: Params) =>
  scopeCondition(hasHome ? scope : { ...scope, managerIds: [], apartmentIds: [] }, params);

const orderBy = (order: readonly RecordOrder[]) =>
  order.map(({ direction }, index) => `k${index} ${direction}`).join(', ');

const signature = (order: readonly RecordOrder[]) => order.map(({ by, direction }) => `${by} ${direction}`).join(',');

/** Records behind the cursor. What is said of the first column alone says no more, but lets an engine skip what is before. */
function past(order: readonly RecordOrder[], cursor: string, params: Params): string {
  const values = decodeCursor(order, cursor).map((value, index) => params.bind(value, order[index]?.type ?? 'text'));
  const steps = order.map(({ direction }, index) => {
    const equal = values.slice(0, index).map((value, before) => `k${before} = ${value}`);
    return `(${[...equal, `k${index} ${direction === 'asc' ? '>' : '<'} ${values[index]}`].join(' and ')})`;
  });
  return `k0 ${order[0]?.direction === 'asc' ? '>=' : '<='} ${values[0]} and (${steps.join(' or ')})`;
}

function decodeCursor(order: readonly RecordOrder[], cursor: string): string[] {
  const refuse = (cause?: unknown) =>
    Object.assign(validationFailed({ after: 'page.badCursor' }, 'The cursor does not belong to these records'), {
      cause,
    });
  let parsed: unknown;
  try {
    parsed = JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch (cause) {
    throw refuse(cause);
  }
  const [of, ...values] = Array.isArray(parsed) ? (parsed as unknown[]) : [];
  const isText = (value: unknown): value is string => typeof value === 'string';
  const texts = values.filter(isText);
  if (of !== signature(order) || texts.length !== order.length || !texts.every(suits(order))) {
    throw refuse();
  }
  return texts;
}

const patterns: Readonly<Record<RecordOrder['type'], RegExp>> = {
  bigint: /^\d{1,18}$/,
  text: /^[^\0]*$/,
  timestamp: /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?$/,
  uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
};

/** Whether a text of a cursor is what the engine can read as a value of its column. */
const suits = (order: readonly RecordOrder[]) => (text: string, index: number) =>
  patterns[order[index]?.type ?? 'text'].test(text);

/** Each row found carries its place and the counts; a figure without records has one row without a place. */
function toPage(
  found: readonly Cell[][],
  names: readonly string[],
  order: readonly RecordOrder[],
  first: number,
): RecordPage {
  const rows = found.filter(([place]) => place !== null).map((row) => row.slice(3));
  const page = rows.slice(0, first);
  const last = rows.length > first ? page.at(-1) : undefined;
  return {
    rows: page.map((row) =>
      Object.fromEntries(names.map((name, index) => [name, (row[order.length + index] ?? null) as string | null])),
    ),
    count: Number(found[0]?.[1] ?? 0),
    withheld: Number(found[0]?.[2] ?? 0),
    cursor: last
      ? Buffer.from(JSON.stringify([signature(order), ...last.slice(0, order.length)])).toString('base64url')
      : null,
  };
}
