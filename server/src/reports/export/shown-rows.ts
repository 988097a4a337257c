import type { ExportLocale, ReportField, ReportGrouping } from '@noa/domain/report.ts';
import type { ReportRequest } from '@noa/domain/report-input.ts';
import { disarm } from '@noa/domain/spreadsheet.ts';
import type { Db } from '../../database/database.ts';
import type { Scope } from '../../database/scope.ts';
import { read } from '../../database/transaction.ts';
import { countAll, type Question } from '../count.ts';
import { groupings } from '../groupings.ts';
import type { Cell } from '../projection/event-store.ts';
import { labelCells } from '../report-labels.ts';
import { readRows } from '../report-query.ts';
import { exportTexts } from './texts.ts';

/** Gives what people call the records of some rows, by id. */
type FindNames = (rows: readonly Cell[][]) => Promise<ReadonlyMap<string, string>>;

/** Looks each record up once in a file. */
function namesOf(
  db: Db,
  {
    request: { groupBy },
    reach: {
      scopes: [scope],
    },
  }: Question,
): FindNames {
  const known = new Map<string, string>();
  return async (rows) => {
    const unknown = rows.map((row) =>
      row.slice(0, groupBy.length).map((cell) => (typeof cell === 'string' && known.has(cell) ? null : cell)),
    );
    if (unknown.some((row) => row.some((cell) => cell !== null))) {
      for (const { value, text } of await labelsWithin(db, scope, groupBy, unknown)) {
        known.set(value, text);
      }
    }
    return known;
  };
}

const labelsWithin = (db: Db, scope: Scope, groupBy: readonly ReportGrouping[], rows: readonly Cell[][]) =>
  read(db, scope, (tx) => labelCells(tx, groupBy, rows));

interface Style {
  readonly locale: ExportLocale;
  readonly name: FindNames;
}

/**
 * The report as people read it, in pieces: the names of the columns, the rows, a last one of totals; names in place of ids. Each
 * text is disarmed: a name that begins with `=` is a name, whatever a spreadsheet makes of it.
 */
export const shownRows = (db: Db, question: Question, locale: ExportLocale): AsyncGenerator<Cell[][]> =>
  disarmed(readableRows(piecesOf(db, question), question.request, { locale, name: namesOf(db, question) }));

/** The same of rows that were kept, under the names of then. */
export async function* shownKeptRows(
  piece: Piece,
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

interface Piece {
  readonly rows: Cell[][];
  readonly totals: readonly Cell[];
}

async function* piecesOf(db: Db, question: Question): AsyncGenerator<Piece> {
  const { groupBy, metrics } = question.request;
  for await (const found of countAll(db, question)) {
    yield readRows(found, groupBy.length, metrics.length);
  }
}

async function* readableRows(
  pieces: AsyncIterable<Piece> | Iterable<Piece>,
  { groupBy, metrics }: Pick<ReportRequest, 'groupBy' | 'metrics'>,
  { locale, name }: Style,
): AsyncGenerator<Cell[][]> {
  const { columns, total } = exportTexts[locale];
  yield [[...groupBy, ...metrics].map((field: ReportField) => columns[field])];
  let totals: readonly Cell[] = [];
  for await (const { rows, totals: sums } of pieces) {
    totals = sums;
    const names = await name(rows);
    yield rows.map((row) =>
      row.map((cell, place) => {
        const grouping = groupBy[place];
        return grouping ? shown(grouping, cell, names, locale) : cell;
      }),
    );
  }
  if (groupBy.length > 0) {
    yield [totals.map((cell, place) => (place === 0 ? total : cell))];
  }
}

function shown(name: ReportGrouping, cell: Cell, names: ReadonlyMap<string, string>, locale: ExportLocale): Cell {
  const { none, words, weekdays } = exportTexts[locale];
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
