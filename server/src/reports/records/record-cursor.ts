import { validationFailed } from '@noa/domain/errors.ts';
import type { Params } from '../query/filter.ts';
import type { Cell } from '../engine/cell.ts';
import type { RecordOrder } from './record-sources.ts';

/** `k0`, `k1`, … are what records are ordered by. */
export const orderBy = (order: readonly RecordOrder[]) =>
  order.map(({ direction }, index) => `k${index} ${direction}`).join(', ');

const signature = (order: readonly RecordOrder[]) => order.map(({ by, direction }) => `${by} ${direction}`).join(',');

/** Cursor of a record, which what orders it leads to. */
export const cursorOf = (order: readonly RecordOrder[], row: readonly Cell[]): string =>
  Buffer.from(JSON.stringify([signature(order), ...row.slice(0, order.length)])).toString('base64url');

/** Records behind the cursor. What is said of the first column alone says no more, but lets an engine skip what is before. */
export function past(order: readonly RecordOrder[], cursor: string, params: Params): string {
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
