import type { ReportField } from '@noa/domain/reporting/report.ts';
import type { ReportRequest } from '@noa/domain/reporting/report-input.ts';
import { validationFailed } from '@noa/domain/errors.ts';
import { cursorOf, valuesOf } from '../../records/page.ts';
import { bindCell, bindMetric, type Params } from './filter.ts';
import { groupings, isGrouping } from './groupings.ts';
import type { Cell } from '../engine/cell.ts';

/** One column to order by. */
export interface OrderKey {
  readonly field: ReportField;
  readonly direction: 'asc' | 'desc';
  /** Its name inside the query. */
  readonly name: string;
  /** Its place among the shown columns. */
  readonly position: number;
}

/** What was asked for, then the groupings that are left, so that no two rows are equal. */
export function orderOf({ groupBy, metrics: asked, sort }: ReportRequest): OrderKey[] {
  const rest = groupBy.filter((name) => !sort.some(({ field }) => field === name));
  return [...sort, ...rest.map((field) => ({ field, direction: 'asc' as const }))].map(({ field, direction }) => {
    const index = isGrouping(field) ? groupBy.indexOf(field) : asked.indexOf(field);
    return isGrouping(field)
      ? { field, direction, name: `g${index}`, position: index }
      : { field, direction, name: `v_${field}`, position: groupBy.length + index };
  });
}

/** What a cursor belongs to. */
const signature = (order: readonly OrderKey[]) =>
  order.map(({ field, direction }) => `${field} ${direction}`).join(',');

const badCursor = () =>
  validationFailed({ after: 'page.badCursor' }, 'The cursor does not belong to this report and order');

/** Rows behind the cursor, nulls being last in either direction. */
export function past(order: readonly OrderKey[], cursor: string, params: Params): string {
  const values = valuesOf(cursor, signature(order), order.length);
  if (!values) {
    throw badCursor();
  }
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

/** Where the page behind this row begins. */
export const cursorAfter = (row: readonly Cell[], order: readonly OrderKey[]): string =>
  cursorOf(JSON.stringify([signature(order), ...order.map(({ position }) => row[position])]));
