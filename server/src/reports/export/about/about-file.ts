import { type ExportLocale, type ReportField, reportLimits } from '@noa/domain/reporting/report.ts';
import type { ReportRequest } from '@noa/domain/reporting/report-input.ts';
import { disarm } from '@noa/domain/imports/spreadsheet.ts';
import { regionOf } from '@noa/domain/texts/region.ts';
import { withFacts } from '@noa/domain/texts/with-facts.ts';
import { zonesText } from '@noa/domain/texts/zone-text.ts';
import { findRows } from '../../../database/statements.ts';
import type { Db, Tx } from '../../../database/database.ts';
import { read } from '../../../database/transaction.ts';
import type { ReadAt } from '../../../registry/labels-ever.ts';
import { findReport } from '../../catalogue.ts';
import { type Completeness, findCompleteness } from '../../completeness.ts';
import type { Cell } from '../../engine/cell.ts';
import { isGrouping } from '../../query/groupings.ts';
import { needsWho } from '../../query/metrics.ts';
import { seesAll } from '../../query/reach.ts';
import { reportTexts, whoUnknownText } from '../../report-texts.ts';
import { localTime } from '../../local-clock.ts';
import { answersTo } from '../../engine/answers.ts';
import type { Question } from '../../engine/engine.ts';
import { findWhoKnownFrom } from '../../facts/month-use.ts';
import { labelCells, readingWithin } from '../../report-labels.ts';
import type { FileCell } from '../records-file.ts';
import { shown } from '../shown-rows.ts';

/** What there is to know of a file beside its rows. */
export interface AboutFile {
  readonly report: string;
  readonly isOfRecords: boolean;
  readonly asked: Pick<ReportRequest, 'from' | 'to' | 'groupBy' | 'metrics' | 'filters'>;
  /** What people call the records that are filtered by. */
  readonly names: ReadonlyMap<string, string>;
  /** Of the orgs it reaches; moments on the sheet are told in the first. */
  readonly timeZones: readonly [string, ...string[]];
  readonly freshAsOf: Date;
  /** Null where nothing in it comes from locks. */
  readonly completeness: Completeness | null;
  /** As in `CountedPage`. */
  readonly whoKnownFrom: Date | null;
  /** Whether groups of a few apartments are left out; null where nobody knows any more, or there are none. */
  readonly leavesOut: boolean | null;
  readonly madeBy: string;
  readonly madeAt: Date;
}

/** The sheet beside a report: title and value, in the order in which somebody wonders what they have before them. */
export function aboutRows(file: AboutFile, locale: ExportLocale): FileCell[][] {
  const { report, asked, freshAsOf, completeness, whoKnownFrom, leavesOut, timeZones, madeBy, madeAt } = file;
  const { about: texts, columns, names } = reportTexts[locale];
  const day = new Intl.DateTimeFormat(regionOf(locale), { timeZone: timeZones[0], dateStyle: 'long' });
  const moment = (date: Date) => localTime(date.getTime(), timeZones[0]);
  const { counts, reportedBy } = findReport(report) ?? {};
  return [
    [texts.report, names[report] ?? report],
    [texts.contents, file.isOfRecords ? texts.records : texts.figures],
    [texts.from, moment(asked.from)],
    [texts.to, moment(asked.to)],
    [texts.timeZones, zonesText(timeZones, locale)],
    ...(file.isOfRecords
      ? []
      : [[texts.groupings, asked.groupBy.map((name) => columns[name]).join(', ') || texts.none]]),
    ...filterRows(file, locale),
    [counts === 'events' ? texts.freshAsOf.events : texts.freshAsOf.registry, moment(freshAsOf)],
    ...(completeness === null
      ? [[texts.completeness, reportedBy ? texts.withoutContainers : texts.ofRegistry]]
      : [
          [texts.completeness, completeness.pct],
          [texts.containersPct, completeness.containersPct],
          [texts.reportsPct, completeness.reportsPct],
        ]),
    ...(leavesOut === null
      ? []
      : [
          [
            texts.smallGroups,
            leavesOut ? withFacts(texts.leftOut, { least: reportLimits.smallestGroup }) : texts.noneLeftOut,
          ],
        ]),
    ...notes(asked, locale),
    ...(whoKnownFrom === null ? [] : [[texts.whoOpened, whoUnknownText(locale, { counts }, whoKnownFrom, day)]]),
    [texts.madeBy, disarm(madeBy)],
    [texts.madeAt, moment(madeAt)],
  ];
}

function filterRows(file: AboutFile, locale: ExportLocale): FileCell[][] {
  const { filter, none } = reportTexts[locale].about;
  const told = filterTexts(file, locale);
  return told.length === 0 ? [[filter, none]] : told.map((text) => [filter, disarm(text)]);
}

/** The filters as people read them: `Fracție este: sticlă, rezidual`. */
export function filterTexts({ asked: { filters }, names }: Pick<AboutFile, 'asked' | 'names'>, locale: ExportLocale) {
  const { about: texts, columns, none } = reportTexts[locale];
  const number = new Intl.NumberFormat(regionOf(locale));
  return filters.map(({ field, operator, value }) => {
    const shownValue = (each: Cell) =>
      isGrouping(field) ? shown(field, each, names, locale) : each === null ? none : number.format(Number(each));
    const values = [value].flat().map((each) => shownValue(each as Cell));
    return `${columns[field]} ${texts.operators[operator]}: ${values.join(', ')}`;
  });
}

/** What figures do not say of themselves. */
function notes({ metrics }: AboutFile['asked'], locale: ExportLocale): FileCell[][] {
  const { estimate } = reportTexts[locale].about;
  const has = (...fields: ReportField[]) => metrics.some((metric) => fields.includes(metric));
  return has('total_litres', 'litres_pct') ? [[...estimate]] : [];
}

/** Sources in which a group of a few apartments would tell who did what. */
const tellsWho = ['events', 'apartments', 'fleet'];

/**
 * What there is to know of a question's answer as of now.
 *
 * @param madeBy - who wants the file, as shown to its readers.
 */
export async function aboutQuestion(
  db: Db,
  question: Question,
  { madeBy, isOfRecords }: Pick<AboutFile, 'madeBy' | 'isOfRecords'>,
): Promise<AboutFile> {
  const { report, request, reach } = question;
  const freshAsOf = await answersTo(db, question).freshness();
  const completeness = await findCompleteness(db, question);
  const names = await namesOfFilters(readingWithin(db, reach.scopes[0]), question);
  const timeZones = await read(db, reach.scopes[0], findTimeZones);
  const hidesSome = !seesAll(reach);
  return {
    report: report.name,
    isOfRecords,
    asked: request,
    names,
    timeZones,
    freshAsOf,
    completeness,
    whoKnownFrom: await findWhoKnownFrom(db, question, isOfRecords),
    leavesOut: tellsWho.includes(report.counts) ? hidesSome : (hidesSome && request.metrics.some(needsWho)) || null,
    madeBy,
    madeAt: new Date(),
  };
}

async function namesOfFilters(readAt: ReadAt, { request: { filters } }: Question): Promise<Map<string, string>> {
  const labels = await Promise.all(
    filters.flatMap(({ field, value }) => {
      const ids = Array.isArray(value) ? value : [value];
      return isGrouping(field)
        ? [
            labelCells(
              readAt,
              [field],
              ids.map((id) => [id]),
            ),
          ]
        : [];
    }),
  );
  return new Map(labels.flat().map(({ value, text }) => [value, text]));
}

async function findTimeZones(tx: Tx): Promise<[string, ...string[]]> {
  const rows = await findRows<{ time_zone: string }>(tx)`select distinct time_zone from org order by 1`;
  const [first = 'Europe/Bucharest', ...others] = rows.map(({ time_zone }) => time_zone);
  return [first, ...others];
}
