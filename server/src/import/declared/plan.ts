import { sql, type RawBuilder } from 'kysely';
import { beginningOf } from '@noa/domain/kinds/form.ts';
import type { Tx } from '../../database/database.ts';
import type { ImportTarget } from '../import-work.ts';
import { namedRecords, planMissing } from '../missing-names.ts';
import { settleStaging } from '../staging.ts';
import { stagedColumns, writtenColumns, type DeclaredKind, type OwnColumn } from './declared-kind.ts';

/** Which records of a kind a file may speak of: a card that was erased has given its serial back. */
export const meant = ({ table }: DeclaredKind): RawBuilder<unknown> =>
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
export async function makePlan(tx: Tx, orgId: string, target: ImportTarget, kind: DeclaredKind): Promise<void> {
  const { own, derived, references, table, key } = kind;
  await settleStaging(tx, 'staged');
  await planMissing(tx, orgId, target, references);
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
  await sql`
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
    from merged m left join ${sql.table(table)} t on t.org_id = ${orgId} and t.id = m.known_id`.execute(tx);
  await settleStaging(tx, `planned_${table}`, ['row_number']);
}
