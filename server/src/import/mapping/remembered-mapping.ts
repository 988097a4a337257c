import { createHash } from 'node:crypto';
import { importForms } from '@noa/domain/imports/import-forms.ts';
import { headerPart } from '@noa/domain/imports/import-headers.ts';
import { foldHeader, type ImportKind, type ImportMapping } from '@noa/domain/imports/import.ts';
import enImport from '../../../../console/public/locales/en/import.json' with { type: 'json' };
import roImport from '../../../../console/public/locales/ro/import.json' with { type: 'json' };
import { execute, findRow } from '../../database/statements.ts';
import type { Tx } from '../../database/database.ts';
import type { ImportJobRow } from '../import-job.queries.ts';
import type { FileFormat } from '../reading/file-format.ts';

/**
 * What the columns of a file meant, by their places: what they are called may be somebody's name, where a file has no header. Those that addresses are taken
 * apart into by what they are called, as not every file of a shape has all of them; one that meant nothing is null, under its own name.
 */
type RememberedMapping = Readonly<Record<string, number | string | null>>;

/** What heads the reasons in a file of the rows that were left out, whoever downloaded it. */
const reasonHeaders = new Set([roImport, enImport].map(({ badRows }) => foldHeader(badRows.reason)));

const ownColumns = ({ header, address }: FileFormat) => header.slice(0, address?.first);
const addressColumns = ({ header, address }: FileFormat) => (address ? header.slice(address.first) : []);

/**
 * The shape of a file: its own columns, and whether addresses are taken apart. Rows that were left out come back in the shape that they had, behind
 * which stand the reasons.
 */
function shapeOf(format: FileFormat): string {
  const own = ownColumns(format).map(foldHeader);
  const columns = reasonHeaders.has(own.at(-1) ?? '') ? own.slice(0, -1) : own;
  return createHash('sha256')
    .update(JSON.stringify(format.address ? [...columns, headerPart] : columns))
    .digest('hex');
}

/** Remembers what the columns of a file mean, for the next one of its shape. */
export async function rememberMapping(tx: Tx, { org_id: orgId, kind, mapping, format }: ImportJobRow): Promise<void> {
  const parts = addressColumns(format);
  const used = new Set(Object.values(mapping));
  const remembered: RememberedMapping = Object.fromEntries([
    ...Object.entries(mapping).map(([field, name]) => [
      field,
      parts.includes(name) ? name : format.header.indexOf(name),
    ]),
    ...parts.filter((name) => !used.has(name)).map((name) => [name, null]),
  ]);
  await execute(tx)`
    insert into import_mapping (org_id, kind, header_hash, mapping)
    values (${orgId}, ${kind}, ${shapeOf(format)}, ${JSON.stringify(remembered)})
    on conflict (org_id, kind, header_hash) do update set mapping = excluded.mapping`;
}

/** Undefined when no such file was seen. Of files that were seen before migration `2026-12-05-56`, by what all columns are called. */
async function recallMapping(
  tx: Tx,
  orgId: string | null,
  kind: ImportKind,
  format: FileFormat,
): Promise<RememberedMapping | undefined> {
  const row = await findRow<{ mapping: RememberedMapping }>(tx)`
    select mapping from import_mapping
    where org_id is not distinct from ${orgId} and kind = ${kind} and header_hash = ${shapeOf(format)}`;
  return row?.mapping;
}

/** What the columns of such a file meant the last time, or what their headers suggest; of what only this one's addresses say, too. */
export async function suggestMapping(
  tx: Tx,
  orgId: string | null,
  kind: ImportKind,
  format: FileFormat,
): Promise<ImportMapping> {
  const { header } = format;
  const guess = importForms[kind].guessMapping(header);
  const remembered = await recallMapping(tx, orgId, kind, format);
  if (!remembered) {
    return guess;
  }
  const named = (column: string) => header.find((each) => foldHeader(each) === foldHeader(column));
  const recalled = Object.entries(remembered).flatMap(([field, column]) => {
    // The same column may be written otherwise this time.
    const name = typeof column === 'string' ? (header.includes(column) ? column : named(column)) : header[column ?? -1];
    return name === undefined ? [] : [[field, name] as const];
  });
  const known = new Set(Object.entries(remembered).map(([field, column]) => named(String(column ?? field))));
  const added = new Set(addressColumns(format).filter((name) => !known.has(name)));
  const guessed = Object.entries(guess).filter(([, name]) => added.has(name));
  return Object.fromEntries([...guessed, ...recalled]);
}
