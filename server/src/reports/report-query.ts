import { DuckDBTimestampValue, type DuckDBValue } from '@duckdb/node-api';
import { reportLimits, type ReportField } from '@noa/domain/report.ts';
import type { ReportRequest } from '@noa/domain/report-input.ts';
import { AppError, validationFailed } from '@noa/domain/errors.ts';
import type { Scope } from '../database/scope.ts';
import { groupings, metrics, type ReportDefinition } from './catalogue.ts';
import { bindCell, bindMetric, cellOf, filterCondition, isGrouping, metricValue, Params } from './filter.ts';
import type { Cell } from './projection/event-store.ts';

export interface BuiltQuery {
  readonly sql: string;
  readonly params: readonly DuckDBValue[];
  /** Reads all that the query gave. */
  readonly read: (found: readonly Cell[][]) => ReportPage;
}

export interface QueryOptions {
  /** Every row in one go, for an export that streams them. */
  readonly unbounded?: boolean;
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

/** One column to order by. */
interface OrderKey {
  readonly field: ReportField;
  readonly direction: 'asc' | 'desc';
  /** Its name inside the query. */
  readonly name: string;
  /** Its place among the shown columns. */
  readonly place: number;
}

/**
 * The whole report as one query over the projection.
 *
 * @param scopes - how far the caller reaches; an event counts if it is in each of them. None at all is refused: only
 * somebody who says `everything` sees everything.
 * @throws {AppError} `ValidationFailed` naming the field; `LimitExceeded` above 10,000 rows.
 */
export function buildReportQuery(
  report: ReportDefinition,
  scopes: readonly [Scope, ...Scope[]],
  request: ReportRequest,
  { unbounded = false }: QueryOptions = {},
): BuiltQuery {
  refuseForeign(report, request);
  if (request.first > reportLimits.rows) {
    throw new AppError('LimitExceeded', `A report gives at most ${reportLimits.rows} rows at once`);
  }
  const params = new Params();
  const { groupBy, first } = request;
  const asked = request.metrics.map((name) => metrics[name]);
  const order = orderOf(request);
  const { where, having } = conditionsOf(scopes, request, params);

  const grouped = groupBy.map((name, index) => `${groupings[name].column} as g${index}`);
  const counted = asked.flatMap(({ count, of }, index) => [
    `${count} as m${index}`,
    ...(of === undefined ? [] : [`${of} as n${index}`]),
  ]);
  const value = (index: number) => {
    const { of } = asked[index] ?? { of: undefined };
    return metricValue({ count: `m${index}`, ...(of !== undefined && { of: `n${index}` }) });
  };
  const total = (index: number) => {
    const { of } = asked[index] ?? { of: undefined };
    const sum = (column: string) => `coalesce(sum(${column}${index}), 0)`;
    return metricValue({ count: sum('m'), ...(of !== undefined && { of: sum('n') }) });
  };
  const cells = [
    ...groupBy.map((name, index) => `${cellOf(groupings[name], `g${index}`)} as c${index}`),
    ...asked.map((_metric, index) => `(${value(index)})::double as c${groupBy.length + index}`),
  ];
  const orderBy = order.map(({ name, direction }) => `${name} ${direction} nulls last`).join(', ');
  const sql = `
    with counted as materialized (
      select ${[...grouped, ...counted].join(', ')} from card_event
      where ${where.join(' and ')}
      ${groupBy.length > 0 ? `group by ${groupBy.map((_name, index) => `g${index}`).join(', ')}` : ''}
      ${having.length > 0 ? `having ${having.join(' and ')}` : ''}
    ), valued as (
      select *, ${asked.map((_metric, index) => `(${value(index)})::double as v${index}`).join(', ')} from counted
    ), page as (
      select ${cells.join(', ')}, row_number() over (order by ${orderBy || '1'}) as position from valued
      where ${request.after ? past(order, request.after, params) : 'true'}
      order by position ${unbounded ? '' : `limit ${params.bind(first + 1, 'integer')}`}
    ), total as (
      select count(*)::double as row_count, ${asked.map((_metric, index) => `(${total(index)})::double as t${index}`).join(', ')}
      from counted
    )
    select position::integer, total.*, page.* exclude (position)
    from total left join page on true order by position`;
  return { sql, params: params.values, read: (found) => toPage(found, request, order) };
}

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

function conditionsOf(scopes: readonly Scope[], { from, to, filters }: ReportRequest, params: Params) {
  const moment = (date: Date) => params.bind(new DuckDBTimestampValue(BigInt(date.getTime()) * 1000n), 'timestamp');
  const where = [
    ...scopes.map((scope) => scopeCondition(scope, params)),
    `occurred_at >= ${moment(from)} and occurred_at < ${moment(to)}`,
  ];
  const having: string[] = [];
  for (const [index, filter] of filters.entries()) {
    (isGrouping(filter.field) ? where : having).push(filterCondition(filter, params, `filters.${index}`));
  }
  return { where, having };
}

/** The events of a scope, as the registry was when they were received. */
function scopeCondition(scope: Scope, params: Params): string {
  if (scope.all) {
    return 'true';
  }
  const among = (column: string, ids: readonly string[]) =>
    ids.length > 0 ? [`${column} in (${ids.map((id) => params.bind(id, 'uuid')).join(', ')})`] : [];
  const ways = [
    ...among('org_id', scope.orgIds),
    ...among('manager_id', scope.managerIds),
    ...among('apartment_id', scope.apartmentIds),
  ];
  return ways.length > 0 ? `(${ways.join(' or ')})` : 'false';
}

/** What was asked for, then the groupings that are left, so that no two rows are equal. */
function orderOf({ groupBy, metrics: asked, sort }: ReportRequest): OrderKey[] {
  const rest = groupBy.filter((name) => !sort.some(({ field }) => field === name));
  return [...sort, ...rest.map((field) => ({ field, direction: 'asc' as const }))].map(({ field, direction }) => {
    const index = isGrouping(field) ? groupBy.indexOf(field) : asked.indexOf(field);
    return isGrouping(field)
      ? { field, direction, name: `g${index}`, place: index }
      : { field, direction, name: `v${index}`, place: groupBy.length + index };
  });
}

const signature = (order: readonly OrderKey[]) =>
  order.map(({ field, direction }) => `${field} ${direction}`).join(',');

const badCursor = () =>
  validationFailed({ after: 'page.badCursor' }, 'The cursor does not belong to this report and order');

/** Rows behind the cursor, nulls being last in either direction. */
function past(order: readonly OrderKey[], cursor: string, params: Params): string {
  const values = decodeCursor(order, cursor);
  const bound = order.map(({ field }, index) => {
    const value = values[index];
    if (value === null) {
      return null;
    }
    const text = isGrouping(field) ? bindCell(groupings[field], value, params) : bindMetric(value, params);
    if (text === undefined) {
      throw badCursor();
    }
    return text;
  });
  const steps = order.map(({ name, direction }, index) => {
    const equal = bound
      .slice(0, index)
      .map((value, before) => `${order[before]?.name} is not distinct from ${value ?? 'null'}`);
    const value = bound[index];
    const behind =
      value === null ? 'false' : `(${name} ${direction === 'asc' ? '>' : '<'} ${value} or ${name} is null)`;
    return `(${[...equal, behind].join(' and ')})`;
  });
  return `(${steps.join(' or ') || 'false'})`;
}

function decodeCursor(order: readonly OrderKey[], cursor: string): unknown[] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch (cause) {
    throw Object.assign(badCursor(), { cause });
  }
  const [of, ...values] = Array.isArray(parsed) ? (parsed as unknown[]) : [];
  if (of !== signature(order) || values.length !== order.length) {
    throw badCursor();
  }
  return values;
}

function toPage(
  found: readonly Cell[][],
  { groupBy, metrics: asked, first }: ReportRequest,
  order: OrderKey[],
): ReportPage {
  const { rows, totals, rowCount } = readRows(found, groupBy.length, asked.length);
  const page = rows.slice(0, first);
  const last = rows.length > first ? page.at(-1) : undefined;
  const values = last && order.map(({ place }) => last[place]);
  return {
    rows: page,
    totals,
    cursor: values ? Buffer.from(JSON.stringify([signature(order), ...values])).toString('base64url') : null,
    rowCount,
  };
}

/** Every row found carries its position, how many there are, and the totals; a report without rows has one without a position. */
export function readRows(found: readonly Cell[][], groupingCount: number, metricCount: number) {
  const [, rowCount = 0, ...rest] = found[0] ?? [];
  return {
    rows: found.filter(([position]) => position !== null).map((row) => row.slice(2 + metricCount)),
    totals: [...Array.from({ length: groupingCount }, () => null), ...rest.slice(0, metricCount)],
    rowCount: Number(rowCount),
  };
}
