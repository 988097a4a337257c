import { sql } from 'kysely';
import pg from 'pg';
import { execute, findRow, findRows, findValues, getValue } from '../database/statements.ts';
import type { Db, Tx } from '../database/database.ts';
import { joiningMany } from '../database/connection/planning.ts';
import type { Keyring } from '../database/keys/keyring.ts';
import { write } from '../database/transaction.ts';
import { getRecord } from '../records/record.ts';
import { IdNumberVault } from '../registry/apartments/id-number-vault.ts';
import { recordAudit } from '../registry/audit/audit.queries.ts';
import { orgs } from '../registry/orgs/org.queries.ts';
import { ArchiveRefused } from './archive-refused.ts';
import type { ArchiveReader } from './archive-file.ts';
import type { Actor, OnProgress } from './export-org.ts';
import { findAccounts, findGisNodes, findServingOrgs } from './find-beside.ts';
import { nameAnew } from './name-anew.ts';
import { readShapes, type Column, type Shape } from './shape.ts';
import { stagedBeside, stagedShape, stageFile } from './staged-table.ts';
import { writeTable } from './write-table.ts';

interface Import {
  readonly archive: ArchiveReader;
  /** An org that owns nothing; null for one called as in the archive, which is made if there is none. */
  readonly orgId: string | null;
  readonly keyring: Keyring;
  readonly actor: Actor;
  readonly onProgress?: OnProgress;
}

/** What came in. */
export interface ImportedOrg {
  readonly orgId: string;
  readonly rows: number;
  /** Apartments that were served by orgs that are not here, which are named. */
  readonly notServed: { readonly rows: number; readonly names: readonly string[] };
}

/**
 * Makes an org what another was: everything of its archive, or nothing. Its records have new ids, ID numbers are sealed anew, and the
 * lists of its locks are right when it is done.
 *
 * @throws {AppError} `NotFound`. @throws {ArchiveRefused} whose `reason` says why nothing was applied.
 */
export async function importOrg(db: Db, asked: Import): Promise<ImportedOrg> {
  const { actor } = asked;
  try {
    return await write(db, actor.scope, actor.name, (tx) => joiningMany(tx, () => bringIn(tx, asked)));
  } catch (cause) {
    throw refusalOf(cause) ?? cause;
  }
}

async function bringIn(
  tx: Tx,
  { archive, orgId: asked, keyring, actor, onProgress = () => undefined }: Import,
): Promise<ImportedOrg> {
  const { scope, accountId, purpose } = actor;
  const org = await getRecord(tx, orgs, scope, asked ?? (await orgCalled(tx, archive.manifest.org.name)));
  const shapes = await readShapes(tx);
  refuseStrangers(archive, shapes);
  await refuseOwner(tx, org, shapes);
  const all = 2 * archive.manifest.files.reduce((sum, { rows }) => sum + rows, 0);
  let done = 0;
  const onRows = (rows: number) => onProgress((done += rows), all);
  const vault = new IdNumberVault(await keyring.forWriting(tx));
  const read = await stageAll(tx, archive, shapes, { orgId: org.id, vault, onRows });
  const notServed = await findServingOrgs(tx);
  await findAccounts(tx);
  await findGisNodes(tx);
  await refuseTakenSerials(tx);
  await execute(tx)`update planned_org set new_id = ${org.id}`;
  let rows = 0;
  for (const [shape, columns] of read) {
    await nameAnew(tx, shape, shapes);
    rows += await writeTable(tx, org.id, shape, columns, onRows);
  }
  await recordAudit(tx, { action: 'import_org', kind: 'org', record: org, accountId, purpose });
  return { orgId: org.id, rows, notServed };
}

/** The id of the org with this name. */
async function orgCalled(tx: Tx, name: string): Promise<string> {
  const [id] = await findValues<string>(tx)`select id from org where name_key = sort_key(${name})`;
  return id ?? getValue<string>(tx)`insert into org (name) values (${name}) returning id`;
}

/** @throws {ArchiveRefused} `newer`, `incomplete`. */
function refuseStrangers(archive: ArchiveReader, shapes: readonly Shape[]): void {
  const known = new Set([...stagedBeside(), ...shapes].map(({ file }) => file));
  const strange = archive.manifest.files.find(({ name }) => !known.has(name));
  if (strange) {
    throw new ArchiveRefused('newer', `This program knows nothing of ${strange.name}: upgrade it.`);
  }
  if (!archive.file('org.csv')) {
    throw new ArchiveRefused('incomplete', 'org.csv is missing in the archive.');
  }
}

/** Nobody else brings something into the org until this ends. @throws {ArchiveRefused} `notEmpty`. */
async function refuseOwner(
  tx: Tx,
  { id, name }: { id: string; name: string },
  shapes: readonly Shape[],
): Promise<void> {
  await execute(tx)`select from org where id = ${id} for update`;
  const empty = shapes.filter(({ existing }) => existing === undefined);
  const owned = empty.map(
    (each) => sql`select ${each.name} as owned where exists (select from ${sql.table(each.name)} where org_id = ${id})`,
  );
  const rows = await findRows<{ owned: string }>(tx)`${sql.join(owned, sql` union all `)}`;
  if (rows.length > 0) {
    throw new ArchiveRefused(
      'notEmpty',
      `${name} owns something already (${rows.map(({ owned: table }) => table).join(', ')}): an archive goes into an organisation that is empty.`,
    );
  }
}

async function stageAll(
  tx: Tx,
  archive: ArchiveReader,
  shapes: readonly Shape[],
  staging: Parameters<typeof stageFile>[3],
): Promise<[Shape, Column[]][]> {
  for (const table of stagedBeside()) {
    await stageFile(tx, archive, table, staging);
  }
  const read: [Shape, Column[]][] = [];
  for (const shape of shapes) {
    read.push([shape, await stageFile(tx, archive, stagedShape(shape), staging)]);
  }
  return read;
}

/** A serial is live once in all orgs together. @throws {ArchiveRefused} `serialsTaken`. */
async function refuseTakenSerials(tx: Tx): Promise<void> {
  const row = await findRow<{ taken: number; first: string }>(tx)`
    select count(*)::integer as taken, min(c.display_serial_number) as first from planned_card p
    join card c on c.serial_number = p.serial_number and c.status <> 'erased' where p.status <> 'erased'`;
  const { taken = 0, first = '' } = row ?? {};
  if (taken > 0) {
    throw new ArchiveRefused(
      'serialsTaken',
      `${taken} cards of the archive are registered here already, ${first} first: a card that is not erased belongs to one organisation.`,
    );
  }
}

/** Values that PostgreSQL refuses (classes 22 and 23) were not written by Noa; it says where they stand, and not what they are. */
function refusalOf(cause: unknown): ArchiveRefused | undefined {
  const error = cause instanceof Error && !(cause instanceof pg.DatabaseError) && cause.cause ? cause.cause : cause;
  if (!(error instanceof pg.DatabaseError) || !/^2[23]/.test(error.code ?? '')) {
    return undefined;
  }
  const where = [error.table, error.column, error.constraint].filter(Boolean).join(', ');
  return new ArchiveRefused('broken', `The archive holds what cannot be kept here (${where || error.code}).`, {
    cause,
  });
}
