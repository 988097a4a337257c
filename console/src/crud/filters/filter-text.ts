import type { TFunction } from 'i18next';
import { formatDay, formatNumber } from '../../ui/values/format.ts';
import type { Filter } from '../define-resource.ts';
import { splitEnds } from './filter-value.ts';

/** What a filter is called: in the words of its kind, or in those that all kinds share. */
export const filterLabel = (t: TFunction, name: string, id: string): string =>
  t([`${name}:filters.${id}`, `common:filters.${id}`]);

/**
 * The value of a filter in words: `60–240 l`, `de la 1 ian. 2026`; null where the label says it all, and for records, whose
 * names are looked up.
 *
 * @param text - as in the address.
 */
export function filterText(t: TFunction, language: string, filter: Filter, text: string): string | null {
  switch (filter.kind) {
    case 'flag':
    case 'record':
      return null;
    case 'boolean':
    case 'choice':
      return t(`${filter.texts}.${text}`);
    case 'text':
      return t('common:list.quoted', { text });
    case 'period':
      return rangeText(t, text, (day) => formatDay(day, language), ' – ');
    default: {
      const range = rangeText(t, text, (end) => formatNumber(Number(end), language, 3), '–');
      const unit = filter.kind === 'percent' ? 'percent' : filter.unit;
      return unit ? t(`common:units.${unit}`, { value: range }) : range;
    }
  }
}

function rangeText(t: TFunction, text: string, format: (end: string) => string, dash: string): string {
  const { from, to } = splitEnds(text) ?? { from: '', to: '' };
  if (from !== '' && to !== '') {
    return from === to ? format(from) : `${format(from)}${dash}${format(to)}`;
  }
  return from !== ''
    ? t('common:range.since', { value: format(from) })
    : t('common:range.until', { value: format(to) });
}
