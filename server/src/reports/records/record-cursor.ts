import { validationFailed } from '@noa/domain/errors.ts';
import { cursorOf, valuesOf } from '../../records/page.ts';
import type { Params } from '../query/filter.ts';
import type { Cell } from '../engine/cell.ts';
import type { RecordOrder } from './record-sources.ts';

/** `k0`, `k1`, … are what records are ordered by. */
export const orderBy = (order: readonly RecordOrder[]) =>
  order.map(({ direction }, index) => `k${index} ${direction}`).join(', ');

const signature = (order: readonly RecordOrder[]) => order.map(({ by, direction }) => `${by} ${direction}`).join(',');

/** Cursor of a record, which what orders it leads to. */
export const cursorAfter = (order: readonly RecordOrder[], row: readonly Cell[]): string =>
  cursorOf(JSON.stringify([signature(order), ...row.slice(0, order.length)]));

/** Records behind the cursor. What is said of the first column alone says no more, but lets an engine skip what is before. */
export function past(order: readonly RecordOrder[], cursor: string, params: Params): string {
  const texts = valuesOf(cursor, signature(order), order.length)?.filter(suits(order));
  if (texts?.length !== order.length) {
    throw validationFailed({ after: 'page.badCursor' }, 'The cursor does not belong to these records');
  }
  const values = texts.map((value, index) => params.bind(value, order[index]?.type ?? 'text'));
  const steps = order.map(({ direction }, index) => {
    const equal = values.slice(0, index).map((value, before) => `k${before} = ${value}`);
    return `(${[...equal, `k${index} ${direction === 'asc' ? '>' : '<'} ${values[index]}`].join(' and ')})`;
  });
  return `k0 ${order[0]?.direction === 'asc' ? '>=' : '<='} ${values[0]} and (${steps.join(' or ')})`;
}

const patterns: Readonly<Record<RecordOrder['type'], RegExp>> = {
  bigint: /^\d{1,18}$/,
  text: /^[^\0]*$/,
  timestamp: /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?$/,
  uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
};

/** Whether a text of a cursor is what the engine can read as a value of its column. */
const suits =
  (order: readonly RecordOrder[]) =>
  (value: unknown, index: number): value is string =>
    typeof value === 'string' && patterns[order[index]?.type ?? 'text'].test(value);
