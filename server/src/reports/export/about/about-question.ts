import { findRows } from '../../../database/statements.ts';
import type { Db, Tx } from '../../../database/database.ts';
import { read } from '../../../database/transaction.ts';
import { findCompleteness } from '../../completeness.ts';
import { answersTo } from '../../engine/answers.ts';
import type { Question } from '../../engine/engine.ts';
import { findWhoKnownFrom } from '../../facts/who-known.ts';
import { isGrouping } from '../../query/groupings.ts';
import type { ReadAt } from '../../../registry/labels-ever.ts';
import { labelCells, readingWithin } from '../../report-labels.ts';
import type { AboutFile } from './about-rows.ts';

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
  return {
    report: report.name,
    isOfRecords,
    asked: request,
    names,
    timeZones,
    freshAsOf,
    completeness,
    whoKnownFrom: await findWhoKnownFrom(db, question, isOfRecords),
    leavesOut: tellsWho.includes(report.counts) ? !reach.seesWho.all : null,
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
