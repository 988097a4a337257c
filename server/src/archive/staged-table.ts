import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { ArchiveFile } from '@noa/domain/org-archive.ts';
import { execute } from '../database/statements.ts';
import type { Tx } from '../database/database.ts';
import { ColumnWriter, type Value } from '../import/reading/column-batch.ts';
import { settleStaging } from '../import/staging.ts';
import type { IdNumberVault } from '../registry/apartments/id-number-vault.ts';
import { ArchiveRefused } from './archive-refused.ts';
import type { ArchiveReader } from './archive-file.ts';
import { besideTables, type BesideTable } from './beside-tables.ts';
import { fromCell, isText } from './cell.ts';
import type { Column, Shape } from './shape.ts';
import { furtherColumns, idNumberIndex } from './special-columns.ts';

/** A file of an archive and the table of its own that it is read into, which goes with the transaction. */
export interface StagedTable {
  readonly file: string;
  /** The temporary table. */
  readonly name: string;
  readonly columns: readonly Column[];
  readonly hasId: boolean;
  /** What its rows are in this database, if they are to be found and not made. */
  readonly found?: 'uuid' | 'text';
  /** The place of the ID number among the cells; -1 for none. */
  readonly sealedAt: number;
}

/** Serving orgs have a table of their own: `org` is the one that comes in. */
const besideNames = { account: 'account', gis_node: 'gis_node', org: 'serving_org' } as const;

/** The temporary table where the ids stand that a column of `from` names. */
export const stagedName = (references: string): string =>
  `planned_${references in besideNames ? besideNames[references as keyof typeof besideNames] : references}`;

/** What no org owns. */
export const stagedBeside = (): StagedTable[] =>
  Object.entries<BesideTable>(besideTables).map(([name, { file, columns }]) => ({
    file,
    name: stagedName(name),
    columns,
    hasId: true,
    found: name === 'gis_node' ? 'text' : 'uuid',
    sealedAt: -1,
  }));

/** A table of the org's own. */
export const stagedShape = (shape: Shape): StagedTable => ({
  file: shape.file,
  name: `planned_${shape.name}`,
  columns: [
    ...shape.columns,
    ...furtherColumns(shape).map(({ header, type, writtenTo }): Column => {
      return { name: writtenTo, header, type, nullable: true, hasDefault: true, references: null };
    }),
  ],
  hasId: shape.hasId,
  sealedAt: idNumberIndex(shape),
});

/** What is kept of an ID number beside its mask. */
export const sealedColumns = [
  ['occupier_id_number_cipher', 'bytea'],
  ['occupier_id_number_hash', 'bytea'],
] as const;

const rowsAtOnce = 5_000;

export interface Staging {
  readonly orgId: string;
  readonly vault: IdNumberVault;
  readonly onRows: (rows: number) => void;
}

/**
 * Reads a file into its table.
 *
 * @returns the columns that the file has: an older archive may lack some that have a value by themselves.
 * @throws {ArchiveRefused} `newer`, `broken`, `changed`.
 */
export async function stageFile(
  tx: Tx,
  archive: ArchiveReader,
  table: StagedTable,
  staging: Staging,
): Promise<Column[]> {
  const file = archive.file(table.file);
  const rows = file && archive.rows(file);
  const header = file ? await headerOf(file, rows) : [];
  const columns = file ? columnsOf(table, header) : [...table.columns];
  const writer = new ColumnWriter(typesOf(table, columns));
  await create(tx, table, columns);
  const fill = async () => {
    const { length, columns: arrays } = writer.take();
    const values = typesOf(table, columns).map(([, type], index) => sql`${arrays[index]}::${sql.raw(type)}[]`);
    await execute(tx)`insert into ${sql.table(table.name)} select * from unnest(${sql.join(values)})`;
    staging.onRows(length);
  };
  let number = 0;
  const toRow = rowReader(table, { header, columns }, staging);
  for await (const cells of rows ?? []) {
    number += 1;
    writer.add(toRow(number, cells));
    if (writer.length === rowsAtOnce) {
      await fill();
    }
  }
  await fill();
  if (file && number !== file.rows) {
    throw new ArchiveRefused('changed', `${file.name} has ${number} rows and not ${file.rows}, as the manifest says.`);
  }
  await settleStaging(tx, table.name, ['row_number']);
  return columns;
}

async function headerOf(file: ArchiveFile, rows: AsyncGenerator<string[]> | undefined): Promise<string[]> {
  const first = await rows?.next();
  if (!first || first.done) {
    throw new ArchiveRefused('broken', `${file.name} has no header.`);
  }
  return first.value;
}

/** The columns that a file has, in the order of the table. */
function columnsOf({ file, columns, hasId }: StagedTable, header: readonly string[]): Column[] {
  const known = new Set([...(hasId ? ['id'] : []), ...columns.map((column) => column.header)]);
  const strange = header.find((each) => !known.has(each));
  if (strange !== undefined) {
    throw new ArchiveRefused('newer', `This program knows no column ${strange} of ${file}: upgrade it.`);
  }
  const has = new Set(header);
  const missing = columns.find((column) => !has.has(column.header) && !column.nullable && !column.hasDefault);
  if (missing || has.size !== header.length || (hasId && !has.has('id'))) {
    throw new ArchiveRefused('broken', `${file} lacks the column ${missing?.header ?? 'id'}, or has one twice.`);
  }
  return columns.filter((column) => has.has(column.header));
}

type Typed = readonly [name: string, type: string];

const typesOf = ({ hasId, found, sealedAt }: StagedTable, columns: readonly Column[]): Typed[] => [
  ['row_number', 'integer'],
  ...(hasId
    ? ([
        ['id', 'text'],
        ['new_id', found ?? 'uuid'],
      ] as const)
    : []),
  ...columns.map(({ name }): Typed => [name, 'text']),
  ...(sealedAt < 0 ? [] : sealedColumns),
];

async function create(tx: Tx, table: StagedTable, columns: readonly Column[]): Promise<void> {
  const types = typesOf(table, columns);
  await execute(tx)`
    select create_staged_table(${table.name}, ${types.map(([name]) => name)}, ${types.map(([, type]) => type)})`;
}

/** How the cells of a row become what is staged of it. Absent is what is empty and may be absent, or is no text. */
function rowReader(
  { hasId, found, sealedAt, columns: all }: StagedTable,
  { header, columns }: { readonly header: readonly string[]; readonly columns: readonly Column[] },
  staging: Staging,
) {
  const ids = new NewIds();
  const sealed = all[sealedAt - 1];
  const idAt = header.indexOf('id');
  const positions = columns.map((column) => {
    const text = isText(column.type);
    return { name: column.name, at: header.indexOf(column.header), text, emptyIsAbsent: column.nullable || !text };
  });
  return (number: number, cells: readonly string[]): Record<string, Value> => {
    const row: Record<string, Value> = { row_number: number };
    const id = found ? null : ids.next();
    if (hasId) {
      Object.assign(row, { id: cells[idAt] ?? '', new_id: id });
    }
    for (const { name, at, text, emptyIsAbsent } of positions) {
      const cell = cells[at] ?? '';
      row[name] = cell === '' && emptyIsAbsent ? null : text ? fromCell(cell) : cell;
    }
    return sealed && id ? withSealed(row, sealed.name, { id, ...staging }) : row;
  };
}

/** A number is sealed anew: what was sealed for another record, with another key, would not open here. */
function withSealed(
  row: Record<string, Value>,
  column: string,
  { vault, orgId, id }: Staging & { readonly id: string },
): Record<string, Value> {
  const number = row[column];
  const given = typeof number === 'string' ? vault.seal(number, { org_id: orgId, id }) : null;
  return {
    ...row,
    [column]: given?.mask ?? null,
    occupier_id_number_cipher: given?.cipher ?? null,
    occupier_id_number_hash: given?.hash ?? null,
  };
}

/** Ids that fit into a millisecond; above it the next one is begun ahead of its time. */
const perMillisecond = 4096;

/**
 * UUIDs version 7 (RFC 9562, 6.2, method 1), each greater than the one before: records that came out of an archive are ordered as they
 * stand in it, also where nothing but their ids tells them apart.
 */
class NewIds {
  #millisecond = Date.now();
  #count = 0;

  next(): string {
    if (this.#count === perMillisecond) {
      this.#millisecond += 1;
      this.#count = 0;
    }
    const bytes = randomBytes(16);
    bytes.writeUIntBE(this.#millisecond, 0, 6);
    bytes.writeUInt16BE(0x7000 | this.#count, 6);
    bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
    this.#count += 1;
    const hex = bytes.toString('hex');
    return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
  }
}
