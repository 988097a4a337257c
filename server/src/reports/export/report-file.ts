import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify/sync';
import type { ReportField, ReportGrouping } from '@noa/domain/report.ts';
import type { Db } from '../../database/database.ts';
import type { Scope } from '../../database/scope.ts';
import { read } from '../../database/transaction.ts';
import { groupings } from '../groupings.ts';
import type { Cell } from '../projection/event-store.ts';
import { labelCells } from '../report-labels.ts';
import { countAll, type Question } from '../count.ts';
import { readRows } from '../report-query.ts';
import type { Download } from './downloads.ts';
import { exportTexts, type ExportLocale } from './texts.ts';

/** For the days in the file's name. */
const zone = 'Europe/Bucharest';

const day = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short' });

/** The name of a report's file: `noa-utilizare-2026-01-01-2026-03-31.csv`, both days being in it. */
export function fileNameOf({ report, request: { from, to } }: Question, locale: ExportLocale): string {
  const last = new Date(to.getTime() - 1);
  const title = exportTexts[locale].reports[report.name] ?? report.name;
  return `noa-${title}-${day.format(from)}-${day.format(last)}.csv`;
}

/**
 * The whole report as CSV for a Romanian spreadsheet: UTF-8 with its mark, semicolons, decimal comma, names in place of ids, a
 * last line of totals. It is made while it is sent, all of it as of the moment it is opened.
 */
export async function openReportCsv(db: Db, question: Question, locale: ExportLocale): Promise<Download> {
  const found = countAll(db, question);
  return {
    fileName: fileNameOf(question, locale),
    contentType: 'text/csv; charset=utf-8',
    stream: Readable.from(linesOf(found, question, { locale, name: namesOf(db, question) })),
  };
}

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

async function* linesOf(found: AsyncIterable<Cell[][]>, { request }: Question, { locale, name }: Style) {
  const { groupBy, metrics } = request;
  const { columns, total } = exportTexts[locale];
  yield csv([[...groupBy, ...metrics].map((field: ReportField) => columns[field])], { bom: true });
  let totals: readonly Cell[] = [];
  for await (const piece of found) {
    const { rows, totals: sums } = readRows(piece, groupBy.length, metrics.length);
    totals = sums;
    const names = await name(rows);
    yield csv(
      rows.map((row) =>
        row.map((cell, place) => {
          const grouping = groupBy[place];
          return grouping ? shown(grouping, cell, names, locale) : cell;
        }),
      ),
    );
  }
  if (groupBy.length > 0) {
    yield csv([totals.map((cell, place) => (place === 0 ? total : cell))]);
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

/** Texts are quoted and disarmed: a name that begins with `=` is a name, whatever a spreadsheet makes of it. */
const csv = (rows: readonly (readonly Cell[])[], { bom = false } = {}): string =>
  stringify(rows as Cell[][], {
    bom,
    delimiter: ';',
    record_delimiter: 'windows',
    quoted_string: true,
    escape_formulas: true,
    cast: { number: (value) => ({ value: String(value).replace('.', ','), quoted_string: false }) },
  });
