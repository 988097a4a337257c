import { reportLimits, type ReportField, type ReportOperator } from '@noa/domain/reporting/report.ts';
import { isDay, isMonth, isWeek } from '@noa/domain/time/calendar.ts';
import { isRecordId } from '@noa/domain/reporting/report-input.ts';
import { validationFailed } from '@noa/domain/errors.ts';
import type { Question } from '../engine/engine.ts';
import type { Dialect } from './dialect.ts';
import { groupings, isGrouping, type Grouping, columnOf } from './groupings.ts';

/** Values of one query, each bound to its place: none is ever part of the text. */
export class Params {
  readonly values: unknown[];
  readonly dialect: Dialect;

  /** @param values - those that the text binds already. */
  constructor(dialect: Dialect, values: readonly unknown[] = []) {
    this.dialect = dialect;
    this.values = [...values];
  }

  /** @returns what stands for the value in the text. */
  bind(value: unknown, type: string): string {
    this.values.push(value);
    return this.dialect.bound(this.values.length, type);
  }
}

const comparisons = { gte: '>=', lte: '<=' } as const;
const ordered: readonly ReportOperator[] = ['eq', 'in', 'gte', 'lte'];
const unordered: readonly ReportOperator[] = ['eq', 'in'];

/** The operators that make sense for a field. */
export const operatorsOf = (field: ReportField): readonly ReportOperator[] =>
  isGrouping(field) && ['word', 'record'].includes(groupings[field].kind) ? unordered : ordered;

interface Filter {
  readonly field: ReportField;
  readonly operator: ReportOperator;
  readonly value: unknown;
}

/**
 * One filter as a condition: on rows for a grouping, on whole groups for a metric.
 *
 * @param subject - what the field is called where the condition stands.
 * @param path - names the filter in what is refused: `filters.0`.
 * @throws {AppError} `ValidationFailed` for an operator or a value that does not suit the field.
 */
export function filterCondition(
  subject: string,
  { field, operator, value }: Filter,
  params: Params,
  path: string,
): string {
  if (!operatorsOf(field).includes(operator)) {
    throw validationFailed({ [`${path}.operator`]: 'report.badOperator' });
  }
  const refuse = () => validationFailed({ [`${path}.value`]: 'report.badValue' });
  const grouping = isGrouping(field) ? groupings[field] : null;
  const bind = (each: unknown) => {
    const bound = grouping ? bindCell(grouping, each, params) : bindMetric(each, params);
    if (bound === undefined) {
      throw refuse();
    }
    return bound;
  };
  const isOneOf = (bound: readonly string[]) =>
    grouping?.kind === 'record'
      ? params.dialect.isOneOf(subject, grouping.table, bound)
      : `${subject} in (${bound.join(', ')})`;
  if (operator !== 'in') {
    if (value === null) {
      return operator === 'eq' ? `${subject} is null` : 'false';
    }
    const bound = bind(value);
    return operator === 'eq' ? isOneOf([bound]) : `${subject} ${comparisons[operator]} ${bound}`;
  }
  if (!Array.isArray(value) || value.length > reportLimits.values) {
    throw refuse();
  }
  const bound = value.filter((each) => each !== null).map(bind);
  const ways = [bound.length > 0 ? isOneOf(bound) : 'false', ...(value.includes(null) ? [`${subject} is null`] : [])];
  return `(${ways.join(' or ')})`;
}

/** No figure is greater; what takes in values may take a whole number for an integer of 64 bits. */
const maxMetric = 1e15;

export const bindMetric = (value: unknown, params: Params): string | undefined =>
  typeof value === 'number' && Math.abs(value) <= maxMetric ? params.bind(value, 'float8') : undefined;

/** Neither engine has a year 0. */
const firstYear = '0001';

/** Binds a value as the API shows it; undefined when it cannot be one of this grouping's. */
export function bindCell(grouping: Grouping, value: unknown, params: Params): string | undefined {
  switch (grouping.kind) {
    case 'number':
      return Number.isInteger(value) && Math.abs(Number(value)) < 100_000
        ? params.bind(Number(value), 'integer')
        : undefined;
    case 'month':
      return isMonth(value) && value >= firstYear ? bindPair(value, '-', params) : undefined;
    case 'week':
      return isWeek(value) && value >= firstYear ? bindPair(value, '-W', params) : undefined;
    case 'date':
      return isDay(value) && value >= firstYear ? params.bind(value, 'date') : undefined;
    case 'word':
      return typeof value === 'string' && grouping.words.includes(value)
        ? params.bind(value, grouping.type)
        : undefined;
    case 'record':
      return isRecordId(value) ? params.bind(value, 'uuid') : undefined;
  }
}

/** A month or a week of a year as it is kept: `202605`. */
const bindPair = (value: string, between: string, params: Params) =>
  params.bind(Number(value.replace(between, '')), 'integer');

/** How a kept value is shown. */
export function cellOf({ kind }: Grouping, value: string): string {
  switch (kind) {
    case 'number':
      return `${value}::integer`;
    case 'month':
      return `left(${value}::varchar, 4) || '-' || right(${value}::varchar, 2)`;
    case 'week':
      return `left(${value}::varchar, 4) || '-W' || right(${value}::varchar, 2)`;
    case 'date':
    case 'word':
    case 'record':
      return `${value}::varchar`;
  }
}

/** What the question's filters choose among events, as conditions. */
export const eventFilters = ({ request: { filters } }: Question, params: Params): string[] =>
  filters.flatMap((filter, index) =>
    isGrouping(filter.field)
      ? [filterCondition(columnOf(filter.field, params.dialect).by, filter, params, `filters.${index}`)]
      : [],
  );
