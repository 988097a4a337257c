import { isState } from '../headlines.ts';
import type { ReportMetric } from '../report.ts';
import { toTenth, type Answer } from './answer.ts';
import { wholeMonths, type Days } from './compared-days.ts';

/** A text with its facts, by its key; `count` chooses the plural form. */
export type Say = (key: string, facts: Readonly<Record<string, string | number>>) => string;

/** How an answer is said. */
export interface Wording {
  readonly say: Say;
  /** As dates and numbers are written in it (`regionOf`). */
  readonly language: string;
  readonly days: Days;
  /** The days it is compared with. */
  readonly otherDays: Days;
  /** The day it is, as YYYY-MM-DD: of its year, no year is said. */
  readonly today: string;
  /** What people call a value of the group, a stream for one. */
  readonly nameOf: (key: string | number | null) => string;
}

/** What is said of an answer, and its pieces. */
export interface Told {
  readonly sentence: string;
  /** The figure alone: `21,6 %`. */
  readonly figure: string;
  /** `+1,2 puncte`, `+12,3 %`, `+3`; null where it is not known or there is none. */
  readonly change: string | null;
  readonly direction: 'up' | 'down' | null;
}

/** Below it, per cent of change tell less than the difference. */
const leastForPercent = 20;

const isPercent = (metric: ReportMetric) => metric.endsWith('_pct');

/** Says an answer in one sentence. */
export function tellAnswer(answer: Answer, wording: Wording): Told {
  const { say, nameOf } = wording;
  const { metric, figure, before, lead, streams, isNarrowed } = answer;
  const change = before === null ? null : changeOf(metric, figure, before, wording);
  const facts = {
    when: say(`when.${kindOf(metric, wording.days)}`, { name: nameOfDays(metric, wording.days, wording) }),
    than: nameOfDays(metric, wording.otherDays, wording),
    figure: phraseOf(metric, figure, streams?.map((key) => nameOf(key as string | number | null)) ?? null, wording),
    change: change ?? '',
    name: lead ? nameOf(lead.key) : '',
    leadFigure: lead ? numberOf(metric, lead.figure, wording) : '',
    leadChange: lead && lead.before !== null ? (changeOf(metric, lead.figure, lead.before, wording) ?? '') : '',
  };
  const parts = [
    isNarrowed ? 'narrowed' : 'plain',
    ...(before === null ? [] : [change === null ? 'unchanged' : 'changed']),
    ...(lead ? [lead.before === null ? 'first' : 'moved'] : []),
  ];
  const text = together(parts.map((part) => say(`sentence.${part}`, facts)).join(''));
  return {
    sentence: `${text[0]?.toLocaleUpperCase(wording.language) ?? ''}${text.slice(1)}.`,
    figure: together(numberOf(metric, figure, wording)),
    change: change && together(change),
    direction: before === null || before === figure ? null : figure > before ? 'up' : 'down',
  };
}

/** A number and its sign stay in one line. */
const together = (text: string) => text.replaceAll(' %', '\u00A0%');

const format = (value: number, language: string, options: Intl.NumberFormatOptions = {}) =>
  new Intl.NumberFormat(language, { maximumFractionDigits: 1, ...options }).format(value);

/** Figure and unit: `1.204`, `21,6 %`, `12.400 l`. */
function numberOf(metric: ReportMetric, figure: number, { language }: Wording): string {
  const unit = isPercent(metric) ? ' %' : metric === 'total_litres' ? ' l' : '';
  return `${format(figure, language)}${unit}`;
}

/** The figure with what it is of: `1.204 de evenimente`, `21,6 % sticlă`. */
function phraseOf(metric: ReportMetric, figure: number, streams: readonly string[] | null, wording: Wording): string {
  const facts = { count: figure, n: format(figure, wording.language) };
  if (streams) {
    const names = new Intl.ListFormat(wording.language, { type: 'conjunction' }).format(streams);
    return wording.say('figures.streams', { ...facts, names });
  }
  return wording.say(`figures.${metric}`, facts);
}

/** Percentages differ by points; null for no difference. */
function changeOf(metric: ReportMetric, now: number, before: number, { say, language }: Wording): string | null {
  const signed = (value: number) => format(value, language, { signDisplay: 'exceptZero' });
  const difference = toTenth(now - before);
  if (difference === 0) {
    return null;
  }
  if (isPercent(metric)) {
    return say('change.points', { count: Math.abs(difference), n: signed(difference) });
  }
  const percent = toTenth((difference / before) * 100);
  return before < leastForPercent || percent === 0 ? signed(difference) : `${signed(percent)} %`;
}

/** What a state is told of is a day. */
function kindOf(metric: ReportMetric, days: Days): 'end' | 'day' | 'month' | 'year' | 'days' {
  const months = wholeMonths(days);
  return isState(metric)
    ? 'end'
    : days.from === days.to
      ? 'day'
      : months === 1
        ? 'month'
        : months === 12 && days.from.endsWith('-01-01')
          ? 'year'
          : 'days';
}

/** What people call the days: `octombrie`, `31 octombrie`, `2025`, `1–15 oct. 2026`. */
function nameOfDays(metric: ReportMetric, { from, to }: Days, { language, today }: Wording): string {
  const named = (options: Intl.DateTimeFormatOptions, day: string) => {
    const year = day.slice(0, 4) === today.slice(0, 4) ? {} : ({ year: 'numeric' } as const);
    return new Intl.DateTimeFormat(language, { timeZone: 'UTC', ...options, ...year }).format(new Date(day));
  };
  switch (kindOf(metric, { from, to })) {
    case 'year':
      return from.slice(0, 4);
    case 'month':
      return named({ month: 'long' }, from);
    case 'end':
    case 'day':
      return named({ day: 'numeric', month: 'long' }, to);
    case 'days':
      return new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' }).formatRange(
        new Date(from),
        new Date(to),
      );
  }
}
