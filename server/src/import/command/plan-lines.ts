import { importForms } from '@noa/domain/imports/import-forms.ts';
import { camel } from '@noa/domain/kinds/names.ts';
import type { ImportJobRow } from '../import-job.queries.ts';
import type { ImportProblemRow } from '../import-problem.queries.ts';
import { columnLabel } from '../template/template-texts.ts';
import { importSays, problemText } from './reasons.ts';

/** Problems that a terminal shows; the others are in the file of bad rows. */
const shown = 20;

/** How a file was read: its sheet, its header, and what its columns were taken for. */
export function readingLines({ kind, file_name: name, format, mapping }: ImportJobRow): readonly string[] {
  const { sheet, sheets, headerRow, header, encoding, rows } = format;
  const how = sheet === null ? encoding : `sheet "${sheet}"${sheets.length > 1 ? ` of ${sheets.length}` : ''}`;
  const known = importForms[kind].fields.filter((field) => mapping[field] !== undefined);
  const taken = new Set(Object.values(mapping));
  const unused = header.filter((column) => !taken.has(column));
  return [
    `${name}, ${how}: ${rows} rows below row ${headerRow}.`,
    ...known.map((field) => `  ${field} (${columnLabel('en', kind, field)}) from "${mapping[field]}"`),
    ...(unused.length > 0 ? [`  not used: ${unused.map((column) => `"${column}"`).join(', ')}`] : []),
  ];
}

const says: Readonly<Record<string, string>> = importSays.en.counts;

/** What applying would do, or did: a line for each kind of record. */
export function changeLines({ kind: importKind, counts }: ImportJobRow): readonly string[] {
  const heads = (['create', 'update', 'same', 'absent'] as const).map((column) => ({
    column,
    head: says[column] ?? column,
  }));
  const rows = Object.entries(counts?.changes ?? {}).map(([kind, each]) => ({
    name: says[kind] ?? kind,
    cells: heads.map(({ column }) => String(each[column] ?? 0)),
    changed: Object.entries(each.fields ?? {}).map(
      ([column, count]) => `${columnLabel('en', importKind, camel(column))} ${count}`,
    ),
  }));
  const width = Math.max(0, ...rows.map(({ name }) => name.length));
  const line = (name: string, cells: readonly string[]) =>
    `${name.padEnd(width)}  ${cells.map((cell, at) => cell.padStart(heads[at]?.head.length ?? 0)).join('  ')}`;
  return [
    line(
      '',
      heads.map(({ head }) => head),
    ),
    ...rows.flatMap(({ name, cells, changed }) => [
      line(name, cells),
      ...(changed.length > 0 ? [`  changed: ${changed.join(', ')}`] : []),
    ]),
  ];
}

/** What is wrong, and what is only remarkable: the first of them, and how many there are. */
export function problemLines(job: ImportJobRow, problems: readonly ImportProblemRow[]): readonly string[] {
  const { problems: wrong = 0, warnings = 0 } = job.counts ?? {};
  const listed = [...problems].toSorted((one, other) => Number(one.is_warning) - Number(other.is_warning));
  const left = wrong + warnings - Math.min(shown, listed.length);
  return wrong + warnings === 0
    ? ['No problems.']
    : [
        `${counted(wrong, 'problem')}, ${counted(warnings, 'remark')}:`,
        ...listed
          .slice(0, shown)
          .map((each) => `  row ${each.row_number}${each.is_warning ? ' (remark)' : ''}, ${said(job, each)}`),
        ...(left > 0 ? [`  and ${left} more`] : []),
      ];
}

/** Characters of a cell that a line shows. */
const shownLength = 60;

function said(job: ImportJobRow, problem: ImportProblemRow): string {
  const value = problem.value ?? '';
  const cell = value.length > shownLength ? `${value.slice(0, shownLength)}…` : value;
  return `${problemText('en', job, problem)}${cell === '' ? '' : ` – "${cell}"`}`;
}

/** `3 rows`, `1 row`. */
export const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;
