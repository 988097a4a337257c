import type { ExportLocale, ReportGrouping } from '@noa/domain/reporting/report.ts';
import { withFacts } from '@noa/domain/texts/with-facts.ts';
import { factsOfWeek } from '@noa/domain/time/calendar.ts';
import type { Cell } from '../engine/cell.ts';
import { shown } from '../export/shown-rows.ts';
import { reportTexts } from '../report-texts.ts';

/** A grouping's value as a sentence and a drawing say it: times as people read them, anything else as files have it. */
export function keyText(
  grouping: ReportGrouping,
  key: Cell,
  names: ReadonlyMap<string, string>,
  locale: ExportLocale,
): string {
  const days = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options });
  const text = String(key);
  switch (key === null ? null : grouping) {
    case 'month':
      return days({ month: 'long', year: 'numeric' }).format(new Date(`${text}-01`));
    case 'week':
      return withFacts(
        reportTexts[locale].week,
        factsOfWeek(text, days({ day: 'numeric', month: 'short', year: 'numeric' })),
      );
    case 'date':
      return days({ weekday: 'short', day: 'numeric', month: 'short' }).format(new Date(text));
    case 'hour':
      return `${text.padStart(2, '0')}:00`;
    default:
      return String(shown(grouping, key, names, locale));
  }
}
