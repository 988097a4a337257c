import { isDay } from '@noa/domain/time/calendar.ts';

/** Types of the columns that lists are ordered by. */
export type ColumnType = 'text' | 'uuid' | 'int8' | 'timestamptz' | 'int4' | 'float8' | 'bool';

const wholeNumber = /^-?\d{1,19}$/;
const fraction = /^-?\d+(\.\d+)?(e[+-]?\d{1,3})?$/;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const moment = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d(?:\.\d{1,6})?)\+00$/;

const between = (text: string, least: bigint, most: bigint) =>
  wholeNumber.test(text) && BigInt(text) >= least && BigInt(text) <= most;

function isFloat(text: string): boolean {
  const number = fraction.test(text) ? Number(text) : Number.NaN;
  // What is too small to be told from zero is out of PostgreSQL's range as well.
  return Number.isFinite(number) && (number !== 0 || !/[1-9]/.test(text.split('e')[0] ?? ''));
}

function isMoment(text: string): boolean {
  const [, day, time] = moment.exec(text) ?? [];
  return isDay(day) && day >= '0001' && !Number.isNaN(Date.parse(`${day}T${time?.slice(0, 8)}Z`));
}

const checks: Readonly<Record<ColumnType, (text: string) => boolean>> = {
  text: (text) => !text.includes('\0') && text.isWellFormed(),
  uuid: (text) => uuid.test(text),
  int4: (text) => between(text, -(2n ** 31n), 2n ** 31n - 1n),
  int8: (text) => between(text, -(2n ** 63n), 2n ** 63n - 1n),
  float8: isFloat,
  bool: (text) => text === 'true' || text === 'false',
  timestamptz: isMoment,
};

/**
 * Whether PostgreSQL reads `value` as a value of the type, written as it writes them itself in a session in UTC: what comes
 * from a client under this form may be forged.
 */
export const isColumnText = (type: ColumnType, value: unknown): value is string =>
  typeof value === 'string' && checks[type](value);
