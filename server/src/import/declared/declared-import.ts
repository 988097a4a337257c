import { sql, type RawBuilder } from 'kysely';
import { beginningOf } from '@noa/domain/kinds/form.ts';
import { execute, getValue } from '../../database/statements.ts';
import type { Tx } from '../../database/database.ts';
import {
  plansOfMissing,
  tablesOfMissing,
  namedRecords,
  planMissing,
  findUnknownNames,
  writeMissing,
} from '../missing-names.ts';
import { inSlices, orgOf, type Changes, type ImportTarget, type ImportWork } from '../import-work.ts';
import { settleStaging } from '../staging.ts';
import { findRepeatedRows } from '../repeated-rows.ts';
import { keepWritten } from '../undo/written.ts';
import { plannedColumns, stagedColumns, writtenColumns, type DeclaredKind, type OwnColumn } from './declared-kind.ts';

/** Imports the records of a kind as its declaration says: no line of it is about one kind (decision 54). */
export function declaredImport(kind: DeclaredKind): ImportWork {
  const { table, plural, references } = kind;
  const planned = `planned_${table}`;
  return {
    columns: stagedColumns(kind),
    staging: 'declared',
    tables: {
      staged: [['row_number', 'integer'], ...stagedColumns(kind)],
      ...tablesOfMissing(references),
      [planned]: plannedColumns(kind),
    },
    planned: {
      ...plansOfMissing(references),
      [plural]: { table: planned, of: table, where: meant(kind), columns: writtenColumns(kind) },
    },
    measured: plural,
    makePlan: (tx, target) => makePlan(tx, target, kind),
    findClashes: (tx, target) => findClashes(tx, orgOf(target), kind),
    writePlan: (tx, target, changes, onWritten) => writePlan(tx, target, kind, changes, onWritten),
  };
}

/** Which records of a kind a file may speak of: a card that was erased has given its serial back. */
const meant = ({ table }: DeclaredKind): RawBuilder<unknown> =>
  table === 'card' ? sql`t.status <> 'erased'` : sql`true`;

const keyOfStated = ({ stated, key }: DeclaredKind) =>
  stated === key ? sql.ref(`s.${stated}`) : sql`sort_key(${sql.ref(`s.${stated}`)})`;

/** What a new record has where the file says nothing; null where it has to say something. */
function beginning({ name, field, type }: OwnColumn, { table }: DeclaredKind) {
  const begins = table === 'card' && name === 'kind' ? 'physical' : field.required ? null : beginningOf(field);
  return sql`${sql.lit((begins ?? null) as string | number | null)}::${sql.raw(type)}`;
}

/** What is fixed stays as the record has it. */
const kept = (each: OwnColumn) => {
  const [stated, registered] = [sql.ref(`s.${each.column}`), sql.ref(`t.${each.column}`)];
  return each.field.fixed ? sql`${registered}, ${stated}` : sql`${stated}, ${registered}`;
};

/** What the rows say of each record: what its first row says, or the first of its rows that says anything of a field. */
function statedRecords(kind: DeclaredKind) {
  // Not all columns of `staged`, where a row speaks of several kinds: what is sorted is as wide as it has to be.
  const own = sql.join(stagedColumns(kind).map(([column]) => sql.ref(`s.${column}`)));
  const keyed = sql`(select s.row_number, ${own}, ${keyOfStated(kind)} as record_key from staged s)`;
  if (!kind.isJoined) {
    return sql`select distinct on (record_key) s.* from ${keyed} as s where record_key is not null order by record_key, row_number`;
  }
  const firstSaid = stagedColumns(kind).map(([column]) => {
    const said = sql.ref(column);
    return sql`(array_agg(${said} order by row_number) filter (where ${said} is not null))[1] as ${said}`;
  });
  return sql`select min(row_number) as row_number, record_key, ${sql.join(firstSaid)} from ${keyed} as s group by record_key`;
}

/**
 * Sets what is staged against the registry. A record is known by its natural key; null is what the file does not say, and leaves
 * what is there.
 */
async function makePlan(tx: Tx, target: ImportTarget, kind: DeclaredKind): Promise<void> {
  const orgId = orgOf(target);
  const { own, derived, references, table, key } = kind;
  await settleStaging(tx, 'staged');
  await planMissing(tx, target, references);
  const values = [
    ...[...own, ...derived].map(
      (each) => sql`coalesce(${kept(each)}, ${beginning(each, kind)}) as ${sql.ref(each.column)}`,
    ),
    ...references.map(
      ({ staged }, index) => sql`coalesce(${sql.ref(`r${index}.id`)}, ${sql.ref(`t.${staged}`)}) as ${sql.ref(staged)}`,
    ),
  ];
  const joins = references.map(
    (each, index) =>
      sql`left join ${namedRecords(orgId, each)} ${sql.ref(`r${index}`)}
        on ${sql.ref(`r${index}.name`)} = ${sql.ref(`s.${each.staged}`)}`,
  );
  const written = sql.join(writtenColumns(kind).map((column) => sql.ref(column)));
  const columnsOf = (source: string) => sql.join(writtenColumns(kind).map((column) => sql.ref(`${source}.${column}`)));
  await execute(tx)`
    insert into ${sql.table(`planned_${table}`)} (row_number, id, ${written}, change)
    with stated as (
      ${statedRecords(kind)}
    ), merged as (
      select s.row_number, t.id as known_id, ${sql.join(values)}
      from stated s
      left join ${sql.table(table)} t on t.org_id = ${orgId} and t.${sql.ref(key)} = s.record_key and ${meant(kind)}
      ${sql.join(joins, sql` `)}
    )
    select m.row_number, coalesce(m.known_id, new_id()), ${columnsOf('m')},
      case when t.id is null then 'create' when (${columnsOf('t')}, 1) is distinct from (${columnsOf('m')}, 1) then 'update'
        else 'same' end
    from merged m left join ${sql.table(table)} t on t.org_id = ${orgId} and t.id = m.known_id`;
  await settleStaging(tx, `planned_${table}`, ['row_number']);
}

/** Finds, among staged and planned rows, what is wrong with a row only beside others or beside the registry. */
async function findClashes(tx: Tx, orgId: string, kind: DeclaredKind): Promise<void> {
  await findRepeatedRows(tx, kind.declared.naturalKey, rowsByKey(kind));
  await findUnknownNames(tx, orgId, kind.references);
  await findIncomplete(tx, kind);
  await findFixed(tx, kind);
}

/** What each row says its record is, and how that is compared: where a record has several rows, with what the row joins it to. */
function rowsByKey({ stated, key, isJoined }: DeclaredKind) {
  const told = sql.ref(stated);
  return isJoined
    ? sql`select row_number, min(${told}) as value,
        concat_ws(chr(31), sort_key(min(${told})), string_agg(sort_key(joined), chr(31) order by sort_key(joined))) as key
      from staged group by row_number`
    : sql`select row_number, ${told} as value, ${stated === key ? told : sql`sort_key(${told})`} as key
      from staged where ${told} is not null`;
}

/** New records of which something is not said that a record has to have. */
async function findIncomplete(tx: Tx, { table, own, references, declared }: DeclaredKind): Promise<void> {
  const required = [
    ...own.map(({ name, column }) => ({ name, column })),
    ...references.map(({ field, staged }) => ({ name: field, column: staged })),
  ].filter(({ name }) => declared.fields[name]?.required);
  for (const { name, column } of required) {
    await execute(tx)`
      insert into found_problem (row_number, field, value, reason)
      select p.row_number, ${name}, '', 'form.required' from ${sql.table(`planned_${table}`)} p
      join staged s on s.row_number = p.row_number
      where p.change = 'create' and p.${sql.ref(column)} is null and s.${sql.ref(column)} is null`;
  }
}

/** What a record was made with and keeps, whatever the file says. */
async function findFixed(tx: Tx, { table, own }: DeclaredKind): Promise<void> {
  for (const { name, column } of own.filter(({ field }) => field.fixed)) {
    await execute(tx)`
      insert into found_problem (row_number, field, value, reason)
      select p.row_number, ${name}, s.${sql.ref(column)}::text, 'import.fixed' from ${sql.table(`planned_${table}`)} p
      join staged s on s.row_number = p.row_number
      where p.change <> 'create' and s.${sql.ref(column)} <> p.${sql.ref(column)}`;
  }
}

/** Writes records of a declared kind as planned, and before them those that they name and nobody has (`ImportWork.writePlan`). */
async function writePlan(
  tx: Tx,
  target: ImportTarget,
  kind: DeclaredKind,
  changes: Changes,
  onWritten: (share: number) => void,
): Promise<void> {
  const { table, references, plural } = kind;
  const orgId = orgOf(target);
  const planned = sql.table(`planned_${table}`);
  const columns = writtenColumns(kind);
  const written = sql.join(columns.map((column) => sql.ref(column)));
  const assigned = sql.join(columns.map((column) => sql`${sql.ref(column)} = ${sql.ref(`p.${column}`)}`));
  await writeMissing(tx, target, references);
  const last = await getValue<number>(tx)`select coalesce(max(row_number), 0)::int from ${planned}`;
  await inSlices(last, onWritten, async (from, to) => {
    const inSlice = sql`p.row_number >= ${from} and p.row_number < ${to}`;
    await keepWritten(tx, target, { table, change: 'create' })`
      insert into ${sql.table(table)} as t (org_id, id, ${written}) select ${orgId}, id, ${written} from ${planned} p
      where p.change = 'create' and ${inSlice} order by p.row_number`;
    if (changes[plural]?.update) {
      await keepWritten(tx, target, { table, change: 'update', columns })`
        update ${sql.table(table)} t set ${assigned} from ${planned} p
        where p.change = 'update' and ${inSlice} and t.org_id = ${orgId} and t.id = p.id`;
    }
  });
}
