import dayjs from 'dayjs';
import customParseFormat from 'dayjs/plugin/customParseFormat.js';

dayjs.extend(customParseFormat);

/** How fine a date is: a day, or a moment to the minute or second. */
export type Precision = 'day' | 'minute' | 'second';

const clocks = { day: '', minute: 'HH:mm', second: 'HH:mm:ss' } as const;
/** As people write days here, as lists of other programs have them, and as the address does. */
const days = ['DD.MM.YYYY', 'DD/MM/YYYY', 'YYYY-MM-DD'] as const;

/** What the address and the API's inputs have: `2025-12-01`, `2025-12-01T14:05`. */
const valueFormat = (precision: Precision) => ['YYYY-MM-DD', clocks[precision]].filter(Boolean).join('[T]');

/** A day or moment as people of the language write it: `01.12.2025 14:05`; empty for what is none. */
export function showDate(value: string, precision: Precision, language: string): string {
  const day = language === 'ro' ? 'DD.MM.YYYY' : 'YYYY-MM-DD';
  const read = dayjs(value, valueFormat(precision), true);
  return read.isValid() ? read.format(`${day} ${clocks[precision]}`.trim()) : '';
}

/** What was typed, as a value; undefined for what the calendar does not have. Of a moment, the day alone is its midnight. */
export function readDate(typed: string, precision: Precision): string | undefined {
  // `1.2.2026 9:05` is meant like `01.02.2026 09:05`.
  const text = typed
    .trim()
    .replaceAll(/\b\d\b/g, '0$&')
    .replaceAll(/[\sT]+/g, ' ');
  const times = precision === 'day' ? [''] : ['', ' HH:mm', ' HH:mm:ss'];
  const read = dayjs(
    text,
    days.flatMap((day) => times.map((time) => day + time)),
    true,
  );
  return read.isValid() ? read.format(valueFormat(precision)) : undefined;
}
