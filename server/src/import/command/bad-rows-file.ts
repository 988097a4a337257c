import { access, writeFile } from 'node:fs/promises';
import { stringify } from 'csv-stringify/sync';
import { OperatorError } from '@noa/domain/errors.ts';
import { keepText } from '@noa/domain/imports/spreadsheet.ts';
import type { ExportLocale } from '@noa/domain/reporting/report.ts';
import type { Context } from '../../request/context.ts';
import { findBadRows } from '../bad-rows/bad-rows.ts';
import type { ImportJobRow } from '../import-job.queries.ts';
import type { ImportProblemRow } from '../import-problem.queries.ts';
import { importSays, problemText } from './reasons.ts';

/** @throws {OperatorError} when the file is there: nothing is overwritten, and it is better known before anything is done. */
export async function refuseTaken(path: string): Promise<void> {
  const isTaken = await access(path).then(
    () => true,
    () => false,
  );
  if (isTaken) {
    throw new OperatorError(`${path} is there already: say with --bad-rows where the bad rows are to be kept.`);
  }
}

/**
 * Writes the rows with problems as they came, each with its reasons, and those that they disagree with, as the console gives them: to be mended and imported.
 *
 * @returns how many have problems.
 */
export async function writeBadRows(
  context: Context,
  job: ImportJobRow,
  problems: readonly ImportProblemRow[],
  { path, locale }: { readonly path: string; readonly locale: ExportLocale },
): Promise<number> {
  const rows = (await findBadRows(context, job)) ?? [];
  const byRow = Map.groupBy(
    problems.filter((each) => !each.is_warning),
    (each) => each.row_number,
  );
  const header = job.format.header.slice(0, rows[0]?.cells.length);
  const lines = rows.map(({ number, cells, surplus = [] }) => [
    ...cells,
    byRow
      .get(number)
      ?.map((each) => problemText(locale, job, each))
      .join('; ') ?? importSays[locale].badRows.beside,
    ...surplus,
  ]);
  const table = [[...header, importSays[locale].badRows.reason], ...lines];
  const text = stringify(table, {
    bom: true,
    delimiter: ';',
    record_delimiter: '\r\n',
    quoted: true,
    cast: { string: (cell) => keepText(cell) },
  });
  await writeFile(path, text, { flag: 'wx', mode: 0o600 }); // it may name people
  return rows.filter(({ number }) => byRow.has(number)).length;
}
