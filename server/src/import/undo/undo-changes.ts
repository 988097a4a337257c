import { sql, type RawBuilder } from 'kysely';
import { execute, findRows } from '../../database/statements.ts';
import type { Tx } from '../../database/database.ts';
import type { RegistryTable } from '../../database/tables.ts';
import { idType } from '../../records/record.ts';
import type { ImportJobRow } from '../import-job.queries.ts';
import { isMembership, undoMembers, type MembershipTable } from '../members/undo-members.ts';
import { recordCardActions } from '../../registry/cards/card.queries.ts';

/** What one statement of the import wrote. */
export interface WrittenChange<Kind extends RegistryTable | MembershipTable = RegistryTable | MembershipTable> {
  readonly position: number;
  readonly kind: Kind;
  readonly change: 'create' | 'update';
  readonly columns: readonly string[];
}

/** The same of records, which have versions. */
type WrittenRecords = WrittenChange<RegistryTable>;

/** The last written first: what hangs on a record goes before it. */
export const listWritten = (tx: Tx, jobId: string): Promise<WrittenChange[]> => findRows<WrittenChange>(tx)`
  select position, kind, change, columns from import_change where job_id = ${jobId} order by position desc`;

interface ForeignKey {
  /** The table that refers, and the one that is referred to. */
  readonly child: string;
  readonly parent: string;
  readonly columns: readonly string[];
  readonly referenced: readonly string[];
}

/** Whatever keeps a record from being deleted, and what it needs to be there, as PostgreSQL itself knows it: nothing that is added later is forgotten. */
async function foreignKeys(tx: Tx, ofTable: RawBuilder<unknown>): Promise<ForeignKey[]> {
  const names = (numbers: string, relation: string) =>
    sql.raw(`(
    select array_agg(a.attname::text order by k.n) from unnest(c.${numbers}) with ordinality as k (attnum, n)
    join pg_attribute a on a.attrelid = c.${relation} and a.attnum = k.attnum)`);
  return findRows<ForeignKey>(tx)`
    select r.relname as child, p.relname as parent, ${names('conkey', 'conrelid')} as columns,
      ${names('confkey', 'confrelid')} as referenced
    from pg_constraint c join pg_class r on r.oid = c.conrelid join pg_class p on p.oid = c.confrelid
    where c.contype = 'f' and c.conparentid = 0 and ${ofTable}`;
}

const keysTo = (tx: Tx, table: string) =>
  foreignKeys(tx, sql`c.confrelid = ${`public.${table}`}::regclass and c.confdeltype in ('a', 'r')`);
const keysFrom = (tx: Tx, table: string) => foreignKeys(tx, sql`c.conrelid = ${`public.${table}`}::regclass`);

/** What hangs on a container without a key: what was told of it, by a lock or a technician, and a lock that asked for its list. */
const boundToLock = ['container_status', 'status_update_receipt', 'card_event_receipt'].map(
  (table) => sql`exists (select from ${sql.table(table)} d where d.org_id = t.org_id and d.container_id = t.id)`,
);
const askedForList = sql`exists (
  select from container_sync d where d.org_id = t.org_id and d.container_id = t.id and d.asked_at is not null)`;

async function isInUse(tx: Tx, table: string): Promise<RawBuilder<unknown>> {
  const keys = (await keysTo(tx, table)).map(({ child, columns, referenced }) => {
    const same = columns.map((column, index) => sql`d.${sql.ref(column)} = t.${sql.ref(referenced[index] ?? 'id')}`);
    return sql`exists (select from ${sql.table(child)} d where ${sql.join(same, sql` and `)})`;
  });
  const conditions = [...keys, ...(table === 'container' ? [...boundToLock, askedForList] : [])];
  return conditions.length === 0 ? sql`false` : sql`(${sql.join(conditions, sql` or `)})`;
}

/** The version before the one that the import made of a record, by its id and that version. */
const former = (kind: string, id: string, made: string) => sql`(
  select * from ${sql.table(`${kind}_history`)} h where h.id = ${sql.ref(id)} and h.row_id < ${sql.ref(made)}
  order by h.row_id desc limit 1)`;

const formerOfLocked = (kind: string) => former(kind, 't.id', 't.written_row_id');

/** What each version says of itself, and not of its record. */
const ofVersion = sql`'{written_row_id,row_id,valid_from,valid_to,updated_by,updated_at}'::text[]`;

/**
 * Whether a record says otherwise than the import had it say: what was changed and is as before, as by another import that was undone, is nobody's loss. Of an
 * access group a version may tell of joins alone, which do not stand in it.
 */
function isEdited(kind: string): RawBuilder<unknown> {
  const isLater = sql`t.row_id <> t.written_row_id`;
  return kind === 'access_group'
    ? isLater
    : sql`${isLater} and to_jsonb(t) - ${ofVersion} is distinct from (
        select to_jsonb(h) - ${ofVersion} from ${sql.table(`${kind}_history`)} h
        where h.id = t.id and h.row_id = t.written_row_id)`;
}

/** Whether a former value names a record that is not there any more. */
async function isFormerGone(tx: Tx, { kind, columns }: WrittenRecords): Promise<RawBuilder<unknown>> {
  const keys = (await keysFrom(tx, kind)).filter((key) => key.columns.some((column) => columns.includes(column)));
  const gone = keys.map((key) => {
    const named = key.columns.map((column) => sql`f.${sql.ref(column)} is not null`);
    const same = key.columns.map(
      (column, index) => sql`d.${sql.ref(key.referenced[index] ?? 'id')} = f.${sql.ref(column)}`,
    );
    return sql`(${sql.join(named, sql` and `)}
      and not exists (select from ${sql.table(key.parent)} d where ${sql.join(same, sql` and `)}))`;
  });
  return gone.length === 0
    ? sql`false`
    : sql`exists (select from ${formerOfLocked(kind)} f where ${sql.join(gone, sql` or `)})`;
}

/** Whether what an update wrote over was erased since: nobody knows who lived there, and who is known to live there now stays. */
const isFormerErased = ({ kind, columns }: WrittenRecords) =>
  kind === 'apartment' && columns.some((column) => column.startsWith('occupier_'))
    ? sql`exists (select from ${formerOfLocked(kind)} f where f.occupier_erased)`
    : sql`false`;

/** A card stays in use by whoever holds it; what it was once handed out for keeps nothing. */
const isHeld = sql`exists (select from apartment_card d where d.org_id = t.org_id and d.card_id = t.id and d.active)`;

/** Nodes of the address tree are everybody's: whoever is about to use one, in another org, is waited for before they are looked at. */
async function lockShared(tx: Tx, jobId: string, { position, kind }: WrittenChange): Promise<void> {
  if (kind === 'gis_node') {
    await execute(tx)`
      select from gis_node where id in (
        select unnest(ids) from import_change where job_id = ${jobId} and position = ${position}) order by id for update`;
  }
}

/**
 * Locks the records of one change that are still there, and says of each whether it stays as it is, and why (`planned_undo`).
 */
async function judge(tx: Tx, jobId: string, written: WrittenRecords): Promise<void> {
  const { position, kind, change } = written;
  await lockShared(tx, jobId, written);
  const reasons =
    change === 'update'
      ? sql`when ${await isFormerGone(tx, written)} then 'formerGone' when ${isFormerErased(written)} then 'formerErased'`
      : sql`when ${kind === 'card' ? isHeld : await isInUse(tx, kind)} then 'inUse'`;
  await execute(tx)`
    insert into planned_undo (position, kind, change, id, row_id, reason)
    with written as (
      select u.id::${sql.raw(idType(kind))} as id, u.row_id from import_change c, unnest(c.ids, c.row_ids) as u (id, row_id)
      where c.job_id = ${jobId} and c.position = ${position}
    ), locked as (
      select t.*, w.row_id as written_row_id from ${sql.table(kind)} t join written w on w.id = t.id for update of t
    )
    select ${position}, ${kind}, ${change}, t.id::text, t.written_row_id,
      case when ${isEdited(kind)} then 'edited' ${reasons} end
    from locked t`;
}

/** Records of one change that are taken back, by their ids. */
const takenBack = ({ position, kind }: WrittenRecords) => sql`(
  select id::${sql.raw(idType(kind))} as id, row_id from planned_undo where position = ${position} and reason is null)`;

/** Gives the columns that an update wrote the values they had before it. */
async function restoreFormer(tx: Tx, written: WrittenRecords): Promise<void> {
  const { kind, columns } = written;
  const assigned = columns.map((column) => sql`${sql.ref(column)} = f.${sql.ref(column)}`);
  await execute(tx)`
    update ${sql.table(kind)} t set ${sql.join(assigned)}
    from ${takenBack(written)} u
    cross join lateral ${former(kind, 'u.id', 'u.row_id')} f
    where t.id = u.id`;
}

/** A card is never deleted: it is erased, which takes it out of the locks and frees its serial. */
async function eraseCards(tx: Tx, written: WrittenRecords): Promise<void> {
  const rows = await findRows<{ id: string }>(tx)`select id from ${takenBack(written)} u`;
  await recordCardActions(
    tx,
    rows.map(({ id }) => id),
    'card_erased',
    null,
  );
  await execute(tx)`update card t set status = 'erased' from ${takenBack(written)} u where t.id = u.id`;
}

/** What the import said of people leaves history too, in every version that still said it: nobody is known to have lived there. */
async function eraseOccupiers(tx: Tx, orgId: string | null, written: WrittenRecords): Promise<void> {
  const occupier = (version: string) => sql`(${sql.ref(`${version}.occupier_name`)},
    ${sql.ref(`${version}.occupier_first_name`)}, ${sql.ref(`${version}.occupier_id_number_hash`)})`;
  await execute(tx)`
    select erase_undone_occupiers(${orgId}, array_agg(h.id), array_agg(h.row_id)) from ${takenBack(written)} u
    join apartment_history w on w.id = u.id and w.row_id = u.row_id
    join apartment_history h on h.id = u.id and h.row_id >= u.row_id and ${occupier('h')} is not distinct from ${occupier('w')}`;
}

/** Takes back what one statement of the import wrote, but for what was changed since or is in use. */
export async function undoChange(
  tx: Tx,
  { id: jobId, org_id: orgId }: Pick<ImportJobRow, 'id' | 'org_id'>,
  change: WrittenChange,
): Promise<void> {
  const { position, kind } = change;
  if (isMembership(kind)) {
    return undoMembers(tx, { jobId, orgId, position, kind });
  }
  const written = { ...change, kind };
  await judge(tx, jobId, written);
  if (written.change === 'update') {
    await restoreFormer(tx, written);
  } else if (written.kind === 'card') {
    await eraseCards(tx, written);
  } else {
    await execute(tx)`delete from ${sql.table(written.kind)} t using ${takenBack(written)} u where t.id = u.id`;
  }
  if (written.kind === 'apartment') {
    await eraseOccupiers(tx, orgId, written);
  }
}
