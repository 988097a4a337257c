import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { To } from 'react-router';
import { reportGroupings, type ReportGrouping, type ReportMetric } from '@noa/domain/reporting/report.ts';
import { factsOfWeek } from '@noa/domain/time/calendar.ts';
import type { ReportQuery } from '../../../../api/generated/graphql.ts';
import { recordPath } from '../../../../paths.ts';
import { formatNumber } from '../../../../ui/values/format.ts';
import { dateFormat } from '../../../../ui/values/kept-format.ts';

export type ReportColumn = ReportQuery['report']['columns'][number];

/** What a row, or a column that goes across, stands for. */
export interface CellKey {
  readonly grouping: ReportGrouping;
  /** As the API shows it; null for what has none. */
  readonly value: string | number | null;
}

/**
 * Where a figure leads; undefined for nowhere.
 *
 * @param keys - what the figure is narrowed to beside the report's own filters; none for the total of all.
 */
export type CellLink = (keys: readonly CellKey[], metric: ReportMetric) => To | undefined;

/** The keys of a row. */
export const keysOf = (columns: readonly ReportColumn[], row: readonly unknown[]): CellKey[] =>
  columns.flatMap(({ grouping }, position) =>
    grouping ? [{ grouping, value: (row[position] ?? null) as CellKey['value'] }] : [],
  );

export interface CellTexts {
  readonly t: TFunction<['reports', 'common']>;
  readonly language: string;
  /** What people call a record, by grouping and id. */
  readonly labels: ReadonlyMap<string, string>;
}

/** @param labels - what the answer calls the records it names. */
export function useCellTexts(labels: readonly ReportQuery['report']['labels'][number][] = []): CellTexts {
  const { t, i18n } = useTranslation(['reports', 'common']);
  return {
    t,
    language: i18n.language,
    labels: new Map(labels.map(({ grouping, value, text }) => [labelKey(grouping, value), text])),
  };
}

export const labelKey = (grouping: string, id: string): string => `${grouping} ${id}`;

const utc = (language: string, options: Intl.DateTimeFormatOptions) =>
  dateFormat(language, { ...options, timeZone: 'UTC' });

/** A cell as people read it: `mar. 2026`, `săpt. 10, 2–8 mar.`, `marți`, `14:00`, an address, `1.250`. */
export function formatCell(
  { grouping, type }: ReportColumn,
  value: unknown,
  { t, language, labels }: CellTexts,
): string {
  if (value === null || value === undefined) {
    return grouping ? t('withoutRecord') : '—';
  }
  if (!grouping) {
    const text = formatNumber(Number(value), language, type === 'int' ? 0 : undefined);
    return type === 'percent' ? `${text} %` : text;
  }
  const text = `${value as string | number}`;
  switch (type) {
    case 'month':
      return utc(language, { month: 'short', year: 'numeric' }).format(new Date(`${text}-01`));
    case 'date':
      return utc(language, { dateStyle: 'medium' }).format(new Date(text));
    case 'week':
      return t('week', factsOfWeek(text, utc(language, { day: 'numeric', month: 'short', year: 'numeric' })));
    case 'string':
      return t(`words.${text}`);
    case 'id':
      return labels.get(labelKey(grouping, text)) ?? t('missing', { ns: 'common' });
    default:
      return formatPart(grouping, Number(value), language);
  }
}

/** Groupings that are no records. */
const keyTypes: Readonly<Partial<Record<ReportGrouping, ReportColumn['type']>>> = {
  hour: 'int',
  day_of_month: 'int',
  day_of_week: 'int',
  day_of_year: 'int',
  week: 'week',
  month: 'month',
  year: 'int',
  date: 'date',
  waste_stream: 'string',
  event_kind: 'string',
  card_kind: 'string',
  card_status: 'string',
};

/** Whether values of a grouping have an order of their own, as times and words do and records do not. */
export const isOrdered = (grouping: ReportGrouping): boolean => keyTypes[grouping] !== undefined;

/** A value of a grouping as people read it, where there is no column for it. */
export const formatKey = ({ grouping, value }: CellKey, texts: CellTexts): string =>
  formatCell({ key: grouping, grouping, metric: null, type: keyTypes[grouping] ?? 'id' }, value, texts);

/** An end of a range as people read it. */
export function formatEnd(
  { field, type }: { field: ReportColumn['key']; type: ReportColumn['type'] },
  text: string,
  texts: CellTexts,
): string {
  const grouping = reportGroupings.find((each) => each === field) ?? null;
  const isNumber = type === 'int' || type === 'percent';
  return formatCell({ key: field, grouping, metric: null, type }, isNumber ? Number(text) : text, texts);
}

function formatPart(grouping: ReportGrouping, value: number, language: string): string {
  switch (grouping) {
    case 'hour':
      return `${String(value).padStart(2, '0')}:00`;
    case 'day_of_week':
      // The fifth of January 2026 is a Monday.
      return utc(language, { weekday: 'long' }).format(new Date(Date.UTC(2026, 0, 4 + value)));
    default:
      return String(value);
  }
}

/** Where a cell leads: the record it names, if that has a screen. */
export function cellPath({ grouping }: ReportColumn, value: unknown): string | undefined {
  // Reports name their groupings as the database does, `tower_block`; the API's kinds are written `towerBlock`.
  const kind = grouping?.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return kind && typeof value === 'string' ? recordPath(kind, value) : undefined;
}
