import { sql } from 'kysely';
import type { Cell, CellStyle, DataValidation, WriteSheet } from 'hucre/xlsx';
import { validationFailed } from '@noa/domain/errors.ts';
import { importForms } from '@noa/domain/imports/import-forms.ts';
import { importKinds, type ImportKind, letters } from '@noa/domain/imports/import.ts';
import type { ExportLocale } from '@noa/domain/reporting/report.ts';
import { withFacts } from '@noa/domain/texts/with-facts.ts';
import { snake } from '@noa/domain/kinds/names.ts';
import { findRows } from '../../database/statements.ts';
import type { Tx } from '../../database/database.ts';
import { keyOf } from '../../registry/declared/columns.ts';
import { owningOrg } from '../../registry/owner.ts';
import type { Context } from '../../request/context.ts';
import { columnField, namedBy } from './column-field.ts';
import { type KnownNames, templateColumns, type TemplateColumn } from './template-columns.ts';
import { templateTexts } from './template-texts.ts';

/** Names of one kind that a template offers at most; others can still be written. */
const mostNames = 1_000;

interface Asked {
  readonly kind: string;
  readonly orgId?: string | null | undefined;
  readonly locale: ExportLocale;
}

/**
 * A workbook to be filled in for an import of the kind, with the names that the org has.
 *
 * @throws {AppError} `ValidationFailed` on `kind` and `orgId`; `Forbidden`.
 */
export async function importTemplate(
  context: Context,
  { kind, orgId, locale }: Asked,
): Promise<{ fileName: string; content: Uint8Array }> {
  const known = importKinds.find((each) => each === kind);
  if (!known) {
    throw validationFailed({ kind: 'form.notFound' }, `Nothing called ${kind} can be imported`);
  }
  const names = importForms[known].ofOrg
    ? await context.read('import:run', async (tx, scope) => findNames(tx, known, await owningOrg(tx, scope, orgId)))
    : {};
  const fileName = withFacts(templateTexts[locale].file, { kind: known });
  return { fileName, content: await templateFile(known, locale, names) };
}

async function findNames(tx: Tx, kind: ImportKind, orgId: string): Promise<KnownNames> {
  const found: Record<string, readonly string[]> = {};
  for (const name of importForms[kind].fields) {
    const named = namedBy(columnField(kind, name));
    if (named) {
      const rows = await findRows<{ name: string }>(tx)`
        select ${sql.ref(snake(named.naturalKey))} as name from ${sql.table(snake(named.name))}
        where org_id = ${orgId} order by ${sql.ref(keyOf(named.naturalKey))} limit ${mostNames}`;
      found[named.name] = rows.map((row) => row.name);
    }
  }
  return found;
}

/** Rows below the header in which cells offer what may be chosen. */
const filledRows = 10_000;

const narrowest = 12;

/**
 * A workbook to be filled in: the columns that an import of the kind recognises by themselves, a row that shows what is meant, lists to
 * choose from, and a sheet of notes.
 *
 * @param known - names of the org's records, to be chosen from.
 */
export async function templateFile(kind: ImportKind, locale: ExportLocale, known: KnownNames): Promise<Uint8Array> {
  const { writeXlsx } = await import('hucre/xlsx');
  const columns = templateColumns(kind, locale, known);
  const { sheets, how } = templateTexts[locale];
  const data: WriteSheet = {
    name: sheets.rows,
    columns: columns.map((column) => ({
      width: Math.max(narrowest, column.label.length + 2),
      style: formatOf(column),
    })),
    rows: [columns.map(({ label }) => label), columns.map(({ example }) => example)],
    cells: new Map(columns.flatMap((column, at) => stylesOf(column, at))),
    freezePane: { rows: 1 },
    dataValidations: columns.flatMap((column, at) => validationOf(column, at, sheets.lists)),
  };
  // One column, so that no reader takes it for a list.
  const notes: WriteSheet = {
    name: sheets.notes,
    columns: [{ width: 100 }],
    rows: [[how], ...columns.map(({ label, note }) => [note === '' ? label : `${label}: ${note}`])],
  };
  const longest = Math.max(0, ...columns.map(({ choices }) => choices.length));
  const lists: WriteSheet = {
    name: sheets.lists,
    rows: Array.from({ length: longest }, (_, row) => columns.map(({ choices }) => choices[row] ?? null)),
    hidden: true,
  };
  return writeXlsx({ sheets: longest > 0 ? [data, notes, lists] : [data, notes] });
}

const isNumber = ({ field }: TemplateColumn) => field?.type === 'integer' || field?.type === 'float';

/** A serial number keeps its zeros, and a house number is no date. */
const formatOf = (column: TemplateColumn): CellStyle => (isNumber(column) ? {} : { numFmt: '@' });

/** The header stands out, and the example looks like one. */
const stylesOf = (column: TemplateColumn, at: number): [string, Partial<Cell>][] => [
  [`0,${at}`, { value: column.label, style: { font: { bold: true } } }],
  [`1,${at}`, { value: column.example, style: { ...formatOf(column), font: { italic: true } } }],
];

/** What a spreadsheet offers and checks while somebody writes; a name that nobody has is asked about and not refused. */
function validationOf({ field, choices, isClosed }: TemplateColumn, at: number, lists: string): DataValidation[] {
  const column = letters(at);
  const range = `${column}2:${column}${filledRows + 1}`;
  const common = { range, allowBlank: true, showErrorMessage: true };
  if (choices.length > 0) {
    const formula1 = `'${lists}'!$${column}$1:$${column}$${choices.length}`;
    return [{ ...common, type: 'list', formula1, errorStyle: isClosed ? 'stop' : 'warning' }];
  }
  if ((field?.type === 'integer' || field?.type === 'float') && field.max !== undefined) {
    const type = field.type === 'integer' ? 'whole' : 'decimal';
    const bounds = { formula1: String(field.min ?? 0), formula2: String(field.max) };
    return [{ ...common, type, operator: 'between', ...bounds, errorStyle: 'stop' }];
  }
  if (field?.type === 'text' && field.max !== undefined) {
    return [
      { ...common, type: 'textLength', operator: 'lessThanOrEqual', formula1: String(field.max), errorStyle: 'stop' },
    ];
  }
  return [];
}
