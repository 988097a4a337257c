import { createHash } from 'node:crypto';
import { stringify } from 'csv-stringify/sync';
import { sql } from 'kysely';
import { archiveFormat, type ArchiveFile } from '@noa/domain/org-archive.ts';
import { execute, findRows, getValue } from '../database/statements.ts';
import type { Db, Tx } from '../database/database.ts';
import type { Keyring } from '../database/keys/keyring.ts';
import { DoesNotOpen } from '../database/keys/sealing.ts';
import type { Scope } from '../database/scope.ts';
import { read, write } from '../database/transaction.ts';
import { version } from '../process/version.ts';
import { getRecord } from '../records/record.ts';
import { IdNumberVault } from '../registry/apartments/id-number-vault.ts';
import { recordAudit } from '../registry/audit/audit.queries.ts';
import { orgs } from '../registry/orgs/org.queries.ts';
import { zipped, type ZipEntry } from '../reports/export/files/zip.ts';
import { ArchiveRefused } from './archive-refused.ts';
import { besideQueryOf, queryOf } from './archive-query.ts';
import { leftOut, neverIn } from './archive-tables.ts';
import { besideTables } from './beside-tables.ts';
import { isText, toCell } from './cell.ts';
import { manifestFile, writeManifest } from './manifest.ts';
import { readShapes, type Column, type Shape } from './shape.ts';
import { furtherOf } from './special-columns.ts';

/** Who takes an org away, or brings one in. */
export interface Actor {
  /** As history and audit name them. */
  readonly name: string;
  /** Null for an operator at the command line. */
  readonly accountId: string | null;
  readonly scope: Scope;
  /** Why: the audit keeps it. */
  readonly purpose: string;
}

/** Told of rows that are done, of all that there are. */
export type OnProgress = (done: number, all: number) => void;

interface Export {
  readonly orgId: string;
  readonly keyring: Keyring;
  readonly actor: Actor;
  /** For who may see them one at a time only. */
  readonly withoutIdNumbers?: boolean;
  readonly onProgress?: OnProgress;
}

/**
 * Gives everything of an org as one archive, of one moment, while it is read: nothing is held but some thousand rows. Occupiers' ID
 * numbers are in it in the clear unless they are left out; the audit has it before the first byte is given.
 *
 * @param take - takes the bytes; the moment lasts until it is done.
 * @throws {AppError} `NotFound`. @throws {ArchiveRefused} `broken` where an ID number does not open.
 */
export async function exportOrg(
  db: Db,
  { orgId, keyring, actor, withoutIdNumbers = false, onProgress = () => undefined }: Export,
  take: (bytes: AsyncGenerator<Buffer>) => Promise<void>,
): Promise<void> {
  const { scope, accountId, purpose } = actor;
  await write(db, scope, actor.name, async (tx) => {
    const org = await getRecord(tx, orgs, scope, orgId);
    await recordAudit(tx, { action: 'export_org', kind: 'org', record: org, accountId, purpose });
  });
  await read(db, scope, async (tx) => {
    const org = await getRecord(tx, orgs, scope, orgId);
    const vault = withoutIdNumbers ? null : new IdNumberVault(await keyring.forReading(tx));
    await take(zipped(entriesOf(tx, { org, vault, onProgress })));
  });
}

interface Work {
  readonly org: { readonly id: string; readonly name: string };
  /** Null where ID numbers are left out. */
  readonly vault: IdNumberVault | null;
  readonly onProgress: OnProgress;
}

/** A file of an archive, before it is read. */
interface Source {
  readonly name: string;
  readonly header: readonly string[];
  /** Types of the cells. */
  readonly types: readonly string[];
  readonly query: string;
  /** Changes what a row's query gave into its cells. */
  readonly finish?: (row: (string | null)[]) => (string | null)[];
}

/** The files, the manifest last: it says what is in them. */
async function* entriesOf(tx: Tx, { org, vault, onProgress }: Work): AsyncGenerator<ZipEntry> {
  const at = await getValue<Date>(tx)`select now()`;
  const shapes = await readShapes(tx);
  const sources = [...besideSources(), ...shapes.map((shape) => sourceOf(shape, shapes, { org, vault }))];
  const all = await countRows(tx, org.id, shapes);
  let done = 0;
  const files: ArchiveFile[] = [];
  for (const source of sources) {
    const counted = new Counted(source.name);
    yield {
      path: source.name,
      data: counted.of(rowsOf(tx, org.id, source), (rows) => onProgress((done += rows), all)),
    };
    files.push(counted.file());
  }
  const manifest = {
    format: archiveFormat as typeof archiveFormat,
    program: version,
    at: at.toISOString(),
    org: { name: org.name },
    files,
    cells:
      'UTF-8, commas, a header, quotes around what needs them (RFC 4180). An empty cell of what may be absent is absent. A text that a ' +
      "spreadsheet would take for a formula, or that begins with an apostrophe, has one apostrophe (') before it: take it off. " +
      'Ids tell which row names which, in this archive only.',
    personalData: personalDataOf(vault !== null),
    ...(vault === null && { withoutIdNumbers: true }),
    leftOut: [
      ...leftOut.map(({ why, tables }) => `${tables.join(', ')}: ${why}`),
      ...neverIn,
      ...(vault === null ? [withoutNumbers] : []),
    ],
  };
  yield { path: manifestFile, data: [writeManifest(manifest)] };
}

const withoutNumbers =
  "Occupiers' ID numbers: whoever made this archive may see them one at a time. `npx noa export` gives them all, to whoever runs the server.";

/** What an archive holds of people: it has left the house, where no erasure reaches it. */
const personalDataOf = (hasIdNumbers: boolean): string[] => [
  `apartment.csv: names of occupiers${hasIdNumbers ? ', and their ID numbers in the clear' : ''}.`,
  'account.csv: names and e-mail addresses of staff and of residents; account-apartment.csv and ara-card.csv: whose apartment and phone.',
  'apartment-card.csv: which apartment holds which card, and did before. card-request.csv: which cards were asked for.',
  'Nothing of who opened a container, and nothing of former occupiers.',
  'What is erased in Noa after `at` stays in this file: whoever keeps it erases it here too, or deletes it.',
];

const besideSources = (): Source[] =>
  Object.values(besideTables).map((table) => ({
    name: table.file,
    header: ['id', ...table.columns.map(({ header }) => header)],
    types: ['uuid', ...table.columns.map(({ type }) => type)],
    query: besideQueryOf(table),
  }));

function sourceOf(shape: Shape, shapes: readonly Shape[], { vault, org }: Pick<Work, 'vault' | 'org'>): Source {
  const { further, ciphers, finish } = furtherOf(
    shape,
    (cipher, id) => vault && openOrRefuse(vault, cipher, { org_id: org.id, id }),
  );
  const columns: readonly Pick<Column, 'header' | 'type'>[] = [...shape.columns, ...further];
  return {
    name: shape.file,
    header: [...(shape.hasId ? ['id'] : []), ...columns.map(({ header }) => header)],
    types: [...(shape.hasId ? ['uuid'] : []), ...columns.map(({ type }) => type)],
    query: queryOf(shape, shapes, { further: [...further.map(({ told }) => told), ...ciphers] }),
    ...(finish && { finish }),
  };
}

function openOrRefuse(vault: IdNumberVault, cipher: Buffer, apartment: { org_id: string; id: string }): string {
  try {
    return vault.open(cipher, apartment);
  } catch (cause) {
    if (!(cause instanceof DoesNotOpen)) {
      throw cause;
    }
    throw new ArchiveRefused('broken', `The ID number of the occupier of apartment ${apartment.id} does not open.`, {
      cause,
    });
  }
}

async function countRows(tx: Tx, orgId: string, shapes: readonly Shape[]): Promise<number> {
  const counts = shapes.map(({ name }) => sql`(select count(*) from ${sql.table(name)} where org_id = ${orgId})`);
  return Number(await getValue<string>(tx)`select (${sql.join(counts, sql` + `)})::text`);
}

/** Rows that are read at once, and that one piece of a file has at most. */
const rowsAtOnce = 2_000;

/** The file in pieces: its header, then its rows as a cursor gives them. */
async function* rowsOf(tx: Tx, orgId: string, { header, types, query, finish }: Source): AsyncGenerator<Piece> {
  yield { text: csv([header]), rows: 0 };
  const armed = types.map(isText);
  const bound = query.replaceAll('$1', `'${orgId}'`); // our own text, and an id that a record was found by
  await sql.raw(`declare archived no scroll cursor for ${bound}`).execute(tx);
  for (;;) {
    const rows = await findRows<Record<string, string | null>>(tx)`fetch ${sql.lit(rowsAtOnce)} from archived`;
    if (rows.length === 0) {
      await execute(tx)`close archived`;
      return;
    }
    const cells = rows.map((row) => {
      const given = Object.values(row);
      return (finish?.(given) ?? given).map((cell, index) => (cell !== null && armed[index] ? toCell(cell) : cell));
    });
    yield { text: csv(cells), rows: rows.length };
  }
}

interface Piece {
  readonly text: string;
  readonly rows: number;
}

const csv = (rows: readonly (readonly (string | null)[])[]): string =>
  stringify(rows as (string | null)[][], { record_delimiter: 'unix', bom: false });

/** Counts and hashes a file while it is written. */
class Counted {
  readonly #name: string;
  readonly #hash = createHash('sha256');
  #rows = 0;
  #bytes = 0;

  constructor(name: string) {
    this.#name = name;
  }

  async *of(pieces: AsyncGenerator<Piece>, onRows: (rows: number) => void): AsyncGenerator<string> {
    for await (const { text, rows } of pieces) {
      this.#hash.update(text);
      this.#bytes += Buffer.byteLength(text);
      this.#rows += rows;
      yield text;
      onRows(rows);
    }
  }

  /** What the manifest says of it, once all of it is written. */
  file(): ArchiveFile {
    return { name: this.#name, rows: this.#rows, bytes: this.#bytes, sha256: this.#hash.digest('hex') };
  }
}
