import type { ExportLocale, ReportField, ReportGrouping } from '@noa/domain/reporting/report.ts';
import type { ReportRequest } from '@noa/domain/reporting/report-input.ts';
import { disarm } from '@noa/domain/imports/spreadsheet.ts';
import type { Db } from '../../database/database.ts';
import type { Scope } from '../../database/scope.ts';
import { answersTo } from '../engine/answers.ts';
import type { Question, ReportPiece } from '../engine/engine.ts';
import { groupings } from '../query/groupings.ts';
import type { Cell } from '../engine/cell.ts';
import { reportTexts } from '../report-texts.ts';
import { labelCells, readingWithin } from '../report-labels.ts';

/** Gives what people call the records of some rows, by id. */
type FindNames = (rows: readonly (readonly Cell[])[]) => Promise<ReadonlyMap<string, string>>;

/** Names that are remembered, some ten megabytes: of a town's registry all, of a file with more records the last ones. */
const mostKnown = 100_000;

/**
 * Looks each record up once in a file, so that it has the same name in all of its rows.
 *
 * @param groupBy - what the first cells of each row are.
 */
export function namesWithin(db: Db, scope: Scope, groupBy: readonly ReportGrouping[]): FindNames {
  const known = new Map<string, string>();
  return async (rows) => {
    if (known.size > mostKnown) {
      known.clear();
    }
    const unknown = rows.map((row) =>
      row.slice(0, groupBy.length).map((cell) => (typeof cell === 'string' && known.has(cell) ? null : cell)),
    );
    if (unknown.some((row) => row.some((cell) => cell !== null))) {
      for (const { value, text } of await labelCells(readingWithin(db, scope), groupBy, unknown)) {
        known.set(value, text);
      }
    }
    return known;
  };
}

interface Style {
  readonly locale: ExportLocale;
  readonly name: FindNames;
}

/**
 * The report as people read it, in pieces: the names of the columns, the rows, a last one of totals; names in place of ids. Each
 * text is disarmed: a name that begins with `=` is a name, whatever a spreadsheet makes of it.
 */
export function shownRows(
  db: Db,
  question: Question,
  locale: ExportLocale,
  signal?: AbortSignal,
): AsyncGenerator<Cell[][]> {
  const { request, reach } = question;
  const name = namesWithin(db, reach.scopes[0], request.groupBy);
  return disarmed(readableRows(answersTo(db, question).whole(signal), request, { locale, name }));
}

/** The same of rows that were kept, under the names of then. */
export async function* shownKeptRows(
  piece: ReportPiece,
  shape: Pick<ReportRequest, 'groupBy' | 'metrics'>,
  names: ReadonlyMap<string, string>,
  locale: ExportLocale,
): AsyncGenerator<Cell[][]> {
  const style = { locale, name: () => Promise.resolve(names) };
  yield* disarmed(readableRows([piece], shape, style));
}

async function* disarmed(pieces: AsyncIterable<Cell[][]>): AsyncGenerator<Cell[][]> {
  for await (const piece of pieces) {
    yield piece.map((row) => row.map((cell) => (typeof cell === 'string' ? disarm(cell) : cell)));
  }
}

async function* readableRows(
  pieces: AsyncIterable<ReportPiece> | Iterable<ReportPiece>,
  { groupBy, metrics }: Pick<ReportRequest, 'groupBy' | 'metrics'>,
  { locale, name }: Style,
): AsyncGenerator<Cell[][]> {
  const { columns, total } = reportTexts[locale];
  yield [[...groupBy, ...metrics].map((field: ReportField) => columns[field])];
  let totals: readonly Cell[] = [];
  for await (const { rows, totals: sums } of pieces) {
    totals = sums;
    const names = await name(rows);
    yield rows.map((row) =>
      row.map((cell, position) => {
        const grouping = groupBy[position];
        return grouping ? shown(grouping, cell, names, locale) : cell;
      }),
    );
  }
  if (groupBy.length > 0) {
    yield [totals.map((cell, position) => (position === 0 ? total : cell))];
  }
}

/** A grouping's value as people read it. */
export function shown(
  name: ReportGrouping,
  cell: Cell,
  names: ReadonlyMap<string, string>,
  locale: ExportLocale,
): Cell {
  const { none, words, weekdays } = reportTexts[locale];
  if (cell === null) {
    return none;
  }
  const grouping = groupings[name];
  if (grouping.kind === 'record') {
    return names.get(String(cell)) ?? cell;
  }
  if (grouping.kind === 'word') {
    return words[cell as keyof typeof words] ?? cell;
  }
  return name === 'day_of_week' ? (weekdays[Number(cell) - 1] ?? cell) : cell;
}
