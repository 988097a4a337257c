import { isInfinite } from '@noa/domain/vocabulary.ts';
import { textFor } from '@noa/domain/texts/text-for.ts';
import { withFacts } from '@noa/domain/texts/with-facts.ts';
import type { Say } from '@noa/domain/reporting/answer/sentence.ts';
import type { ExportLocale, ReportField, ReportOperator } from '@noa/domain/reporting/report.ts';
import type { CardEventKind, CardKind, CardStatus, OccupierKind, WasteStream } from '@noa/domain/vocabulary.ts';
import enAnswers from '../../../console/public/locales/en/answers.json' with { type: 'json' };
import enFiles from '../../../console/public/locales/en/files.json' with { type: 'json' };
import enReports from '../../../console/public/locales/en/reports.json' with { type: 'json' };
import roAnswers from '../../../console/public/locales/ro/answers.json' with { type: 'json' };
import roFiles from '../../../console/public/locales/ro/files.json' with { type: 'json' };
import roReports from '../../../console/public/locales/ro/reports.json' with { type: 'json' };
import type { ReportSource } from './query/sources.ts';
import type { RecordFact } from './records/record-columns.ts';

/** What must be called something in every language; the type check fails when the locale files lack any of it. */
interface Demanded {
  readonly fields: Readonly<Record<ReportField, string>>;
  readonly words: Readonly<Record<CardEventKind | CardKind | CardStatus | WasteStream, string>>;
  readonly columns: Readonly<Record<RecordFact, string>>;
  /** What became of a card, beside the kinds of events; and what kind an occupier is of. */
  readonly recordWords: Readonly<Record<OccupierKind | 'issued' | 'replaced' | 'there', string>>;
  readonly operators: Readonly<Record<ReportOperator, string>>;
}

/** The console's heading has the sign for a share in its cells; a file's cells are bare numbers. */
const headings = (fields: Demanded['fields']): Demanded['fields'] =>
  Object.fromEntries(
    Object.entries(fields).map(([name, text]) => [
      name,
      name.endsWith('_pct') && !text.startsWith('%') ? `${text}, %` : text,
    ]),
  ) as Record<ReportField, string>;

function textsOf(locale: ExportLocale, reports: typeof enReports, files: typeof enFiles) {
  const weekday = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' });
  const demanded: Demanded = {
    fields: reports.fields,
    words: reports.words,
    columns: files.records.columns,
    recordWords: files.records.words,
    operators: files.about.operators,
  };
  return {
    ...files,
    /** Of reports, by their names in addresses. */
    names: reports.names as Readonly<Record<string, string>>,
    columns: headings(demanded.fields),
    words: demanded.words,
    /** Why figures that rest on who opened are empty, and whose events stand under none. */
    whoForgotten: { figures: reports.forgotten.text, events: reports.forgotten.events },
    whoNeverKept: { figures: reports.neverKept.text, events: reports.neverKept.events },
    /** How much of what locks had to tell figures rest on. */
    completeness: reports.completeness,
    /** In place of a record that an event has not. */
    none: reports.withoutRecord,
    /** Of a week: its number and its days. */
    week: reports.week,
    /** Monday first; 5 January 1970 was one. */
    weekdays: Array.from({ length: 7 }, (_, index) => weekday.format(Date.UTC(1970, 0, 5 + index))),
  };
}

/** What reports say outside the console, in files and e-mails: its own words, and those of `files.json`. */
export const reportTexts = {
  ro: textsOf('ro', roReports, roFiles),
  en: textsOf('en', enReports, enFiles),
} satisfies Readonly<Record<ExportLocale, unknown>>;

/**
 * Says from which day on it is known who opened, if ever, and what that does to what is told: events, or figures that need all days.
 *
 * @param from - never, if that is infinite.
 */
export function whoUnknownText(
  locale: ExportLocale,
  { counts }: { readonly counts: ReportSource | undefined },
  from: Date,
  day: Intl.DateTimeFormat,
): string {
  const { whoForgotten, whoNeverKept, none } = reportTexts[locale];
  const texts = isInfinite(from) ? whoNeverKept : whoForgotten;
  return withFacts(counts === 'events' ? texts.events : texts.figures, { day: day.format(from), none });
}

/** The texts of answers, by their keys: `figures.event_count_few`. */
const answers = { ro: flatten(roAnswers), en: flatten(enAnswers) } satisfies Readonly<Record<ExportLocale, unknown>>;

function flatten(texts: object, path = ''): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(texts).flatMap(([key, each]: [string, object | string]) =>
      typeof each === 'string' ? [[path + key, each] as const] : [...flatten(each, `${path}${key}.`)],
    ),
  );
}

/** Says what answers are said by, as the console does by the same texts; `count` chooses among plural forms (CLDR). */
export const sayIn =
  (locale: ExportLocale): Say =>
  (key, facts) =>
    withFacts(textFor(answers[locale], key, Number(facts['count'] ?? 0), locale), facts);
