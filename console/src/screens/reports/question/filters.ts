import { reportFields, reportLimits, type ReportField } from '@noa/domain/reporting/report.ts';
import { cardEventKinds, cardKinds, cardStatuses, wasteStreams } from '@noa/domain/vocabulary.ts';
import type { ReportInput, ReportsQuery } from '../../../api/generated/graphql.ts';
import { problemOf, splitEnds, type Ends, type RangeKind } from '../../../crud/filters/filter-value.ts';

export type FilterOffer = ReportsQuery['reports'][number]['filters'][number];
type ApiFilter = NonNullable<ReportInput['filters']>[number];

/** As the API shows it; null for what has none. */
export type FilterCell = string | number | null;

/** What a report is narrowed by: some values of a grouping, or a range; an open end is empty. */
export type FieldFilter =
  | { readonly field: ReportField; readonly values: readonly FilterCell[] }
  | { readonly field: ReportField; readonly ends: Ends; readonly isNumber: boolean };

/** Values of one filter that the address may name. */
export const mostValues = 20;

/** How the address names what has no value. */
const noValue = 'none';

const words: Readonly<Partial<Record<ReportField, readonly string[]>>> = {
  waste_stream: wasteStreams,
  event_kind: cardEventKinds,
  card_kind: cardKinds,
  card_status: cardStatuses,
};

/** What a numbered part of time may be. */
const bounds: Readonly<Partial<Record<ReportField, readonly [least: number, most: number]>>> = {
  hour: [0, 23],
  day_of_month: [1, 31],
  day_of_year: [1, 366],
  year: [2000, 2200],
};

const weekdays = [1, 2, 3, 4, 5, 6, 7] as const;

/** How a field is filtered by: some of a closed list, records to be looked for, or a range. */
export type FilterWay =
  | { readonly kind: 'choices'; readonly choices: readonly (string | number)[] }
  | { readonly kind: 'records' }
  | { readonly kind: 'range'; readonly range: RangeKind; readonly bounds?: readonly [number, number] };

/** Undefined for a field that this console does not know to ask about. */
export function wayOf({ field, type }: FilterOffer): FilterWay | undefined {
  switch (type) {
    case 'id':
      return { kind: 'records' };
    case 'string': {
      const choices = words[field];
      return choices && { kind: 'choices', choices };
    }
    case 'int': {
      const within = bounds[field];
      return field === 'day_of_week'
        ? { kind: 'choices', choices: weekdays }
        : { kind: 'range', range: 'int', ...(within && { bounds: within }) };
    }
    case 'decimal': // ends are whole all the same
      return { kind: 'range', range: 'int' };
    case 'percent':
      return { kind: 'range', range: 'percent' };
    case 'date':
      return { kind: 'range', range: 'period' };
    default:
      return { kind: 'range', range: type };
  }
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** What the address says of a filter: `glass,residual`, `7..9`; undefined when it makes no sense. */
export function readFilter(offer: FilterOffer, text: string): FieldFilter | undefined {
  const way = wayOf(offer);
  if (!way) {
    return undefined;
  }
  if (way.kind === 'range') {
    return readRange(offer.field, way, text);
  }
  const known = (each: string): FilterCell | undefined => {
    if (each === noValue) {
      return null;
    }
    return way.kind === 'records'
      ? uuid.test(each)
        ? each
        : undefined
      : way.choices.find((choice) => String(choice) === each);
  };
  const values = [...new Set(text.split(',').map(known))].filter((each) => each !== undefined).slice(0, mostValues);
  return values.length > 0 ? { field: offer.field, values } : undefined;
}

function readRange(
  field: ReportField,
  { range, bounds: within }: Extract<FilterWay, { kind: 'range' }>,
  text: string,
): FieldFilter | undefined {
  const ends = splitEnds(text);
  if (!ends || problemOf(range, ends)) {
    return undefined;
  }
  const outside = (end: string) => within && end !== '' && (Number(end) < within[0] || Number(end) > within[1]);
  return outside(ends.from) || outside(ends.to)
    ? undefined
    : { field, ends, isNumber: range === 'int' || range === 'percent' };
}

/** The reverse of {@link readFilter} for values; null for none, which is no filter. */
export const writeValues = (values: readonly FilterCell[]): string | null =>
  values.length > 0 ? values.map((each) => each ?? noValue).join(',') : null;

const apiValue = (end: string, isNumber: boolean) => (isNumber ? Number(end) : end);

/** A filter as the API takes it: one condition, or two for a range with both ends. */
export function conditionsOf(filter: FieldFilter): ApiFilter[] {
  const { field } = filter;
  if ('values' in filter) {
    return [{ field, operator: 'in', value: [...filter.values] }];
  }
  const { ends, isNumber } = filter;
  return [
    ...(ends.from !== '' ? [{ field, operator: 'gte' as const, value: apiValue(ends.from, isNumber) }] : []),
    ...(ends.to !== '' ? [{ field, operator: 'lte' as const, value: apiValue(ends.to, isNumber) }] : []),
  ];
}

/** The filters that the address names and the report offers, in its order; as many as the API takes. */
export function readFilters(
  offers: readonly FilterOffer[],
  address: Readonly<Partial<Record<ReportField, string | null>>>,
): FieldFilter[] {
  const named = offers.flatMap((offer) => {
    const text = address[offer.field];
    const filter = text ? readFilter(offer, text) : undefined;
    return filter ? [filter] : [];
  });
  let room: number = reportLimits.filters;
  return named.filter((filter) => {
    room -= conditionsOf(filter).length;
    return room >= 0;
  });
}

/** The fields of which the address says something that narrows nothing: it makes no sense, or the report does not offer them to this viewer. */
export const ignoredFilters = (
  address: Readonly<Partial<Record<ReportField, string | null>>>,
  filters: readonly FieldFilter[],
): ReportField[] => reportFields.filter((field) => address[field] && !filters.some((filter) => filter.field === field));

/** No filter at all, as the address says it. */
export const noFilters: Readonly<Record<string, null>> = Object.fromEntries(reportFields.map((field) => [field, null]));
