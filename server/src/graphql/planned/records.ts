import { sql } from 'kysely';
import { notFound } from '@noa/domain/errors.ts';
import type { Permission } from '@noa/domain/permissions.ts';
import type { GraphQLResolveInfo } from 'graphql';
import type { RegistryTable, Row } from '../../database/tables.ts';
import { keysetPage } from '../../records/page.ts';
import { countJson, namedRecordJson, pageJson } from '../../records/page-json.ts';
import { ofEachParent } from '../../records/parent-id.ts';
import { askPage, countByParent, countRecords, orderOf, pageStatement } from '../../records/record-list.ts';
import { inScope, isId, type AnyKind, type Condition, type Kind, type ListArgs } from '../../records/record.ts';
import { rowWriter, type RowWriter, type TextRow } from '../../records/row-texts.ts';
import type { Context } from '../../request/context.ts';
import type { ConnectionSource } from '../connection.ts';
import { askedOf, listOf, readingOf, recordOf } from '../list.ts';
import type { KnownList } from './known-lists.ts';
import type { Nested, PlannedRun } from './run.ts';
import { plannedOf, type JsonRow, type PageShape, type Planned, type RecordShape } from './shape.ts';

type Args<SortField extends string> = ListArgs<SortField> & { readonly asOf?: Date | null | undefined };

/**
 * What a resolver gives for a list ({@link listOf}): whole rows to GraphQL's executor, and where what is selected is known, JSON of that,
 * or how the statement gets it that reads the rows which have such a list each.
 *
 * @throws {NotPlain} for what takes the executor.
 */
export async function answerList<Table extends RegistryTable, SortField extends string>(
  context: Context,
  kind: Kind<Table, SortField>,
  permission: Permission,
  conditions: readonly Condition[],
  args: Args<SortField>,
  info: GraphQLResolveInfo,
): Promise<ConnectionSource<Row<Table>>> {
  const planned = plannedOf<PageShape>(info);
  if (!planned) {
    return listOf(context, kind, permission, conditions, args);
  }
  const answer = planned.isNested ? nestedList : listOfJson;
  // To the planned executor, which knows what it asked for.
  return (await answer(context, kind, permission, conditions, args, planned)) as never;
}

async function listOfJson<Table extends RegistryTable, SortField extends string>(
  context: Context,
  kind: Kind<Table, SortField>,
  permission: Permission,
  conditions: readonly Condition[],
  args: Args<SortField>,
  { shape: { row, cursors, tellsMore }, run }: Planned<PageShape>,
): Promise<ConnectionSource<JsonRow>> {
  const { reading, asked, moment: then } = askedOf(context, kind, permission, conditions, args);
  const fields = await run.fieldsOf(row, then, then.viewer.scope(reading));
  const isNested = fields.some(({ is }) => is === 'related');
  const count: KnownList['count'] = (by) => by.read(reading, (tx, scope) => countRecords(tx, kind, scope, asked));
  const { list, found } = await then.read(reading, async (tx, scope) => {
    const writer = await rowWriter(tx, kind.table, fields);
    const selected = { columns: writer.columns, cursors, tellsMore, isNested };
    const statement = await pageStatement<TextRow, Table, SortField>(tx, kind, scope, asked, args, selected);
    return { list: { reading, statement, writer, count }, found: await askPage(tx, statement) };
  });
  if (!then.asOf) {
    run.remember(list);
  }
  return { page: await run.write(list, found), count: () => count(then) };
}

/**
 * As {@link listOfJson} for a list that was asked for before: with the permission of who asks now.
 *
 * @param isAlone - whether the operation asks for nothing else, which would have to be of the same moment.
 */
export async function knownListOfJson(
  list: KnownList,
  run: PlannedRun,
  isAlone: boolean,
): Promise<ConnectionSource<JsonRow>> {
  const { reading, statement, count } = list;
  const found = isAlone
    ? statement.toPage(await run.context.readOne(reading, statement))
    : await run.context.read(reading, (tx) => askPage(tx, statement));
  return { page: await run.write(list, found), count: () => count(run.context) };
}

/** @returns undefined for a list that is searched: how, is found out before it is read. */
async function nestedList<Table extends RegistryTable, SortField extends string>(
  context: Context,
  kind: Kind<Table, SortField>,
  permission: Permission,
  conditions: readonly Condition[],
  args: Args<SortField>,
  { shape, run }: Planned<PageShape>,
): Promise<Nested | undefined> {
  const { reading, asked, moment } = askedOf(context, kind, permission, conditions, args);
  if (moment.asOf || asked.some((condition) => 'candidates' in condition)) {
    return undefined;
  }
  const { table } = kind;
  const scope = context.viewer.scope(reading);
  const fields = await run.fieldsOf(shape.row, context, scope);
  const page = keysetPage<never>(args, orderOf(kind, args.sort));
  const holds = [inScope(kind, scope), ...asked.map(ofEachParent)];
  const hanging = { fields, holds, page, asked: shape };
  return { scope, json: (tx, parentTable) => pageJson(tx, { table, parentTable }, hanging) };
}

/** What a resolver gives for a record that was asked for by its id ({@link recordOf}), in the same ways. */
export async function answerRecord<Table extends RegistryTable>(
  context: Context,
  kind: Kind<Table>,
  permission: Permission,
  args: { id: string; asOf?: Date | null | undefined },
  info: GraphQLResolveInfo,
): Promise<Row<Table>> {
  const planned = plannedOf<RecordShape>(info);
  if (!planned) {
    return recordOf(context, kind, permission, args);
  }
  const then = context.at(args.asOf);
  const reading = readingOf(then, permission, kind.name);
  const fields = await planned.run.fieldsOf(planned.shape.row, then, then.viewer.scope(reading));
  const { writer, rows } = await then.read(reading, async (tx, scope) => {
    const made = await rowWriter(tx, kind.table, fields);
    const found = isId(kind.table, args.id) && findText(made, kind, inScope(kind, scope), args.id).execute(tx);
    return { writer: made, rows: found ? (await found).rows : [] };
  });
  const [json] = await writer.write(rows, planned.run.fillIn);
  if (json === undefined) {
    throw notFound(kind.name, args.id);
  }
  return { json } satisfies JsonRow as never;
}

const findText = ({ columns }: RowWriter, { table }: AnyKind, holds: Condition, id: string) => sql<TextRow>`
  select ${columns} from ${sql.table(table)} as r where r.id = ${id} and ${holds}`;

/** What a resolver gives for the record that a column of its row names, in the same ways; null where the caller does not reach it. */
export async function answerNamed<Table extends RegistryTable>(
  context: Context,
  kind: Kind<Table>,
  permission: Permission,
  { row, column }: { readonly row: unknown; readonly column: string },
  info: GraphQLResolveInfo,
): Promise<Row<Table> | null> {
  const planned = plannedOf<RecordShape>(info);
  if (!planned) {
    return context.load(kind, permission, (row as Readonly<Record<string, string | null>>)[column] ?? null);
  }
  const scope = context.viewer.scope(permission);
  const fields = await planned.run.fieldsOf(planned.shape.row, context, scope);
  const { table } = kind;
  const named = { fields, holds: inScope(kind, scope) };
  const nested: Nested = {
    scope,
    json: (tx, parentTable) => namedRecordJson(tx, { table, parentTable }, column, named),
  };
  return nested as never;
}

/** What a resolver gives for how many records name its row in a column, in the same ways. */
export async function answerCount(
  context: Context,
  kind: AnyKind,
  permission: Permission,
  { row, column }: { readonly row: { readonly id: string }; readonly column: string },
  info: GraphQLResolveInfo,
): Promise<number> {
  if (!plannedOf(info)) {
    const counts = (ids: readonly string[]) =>
      context.read(permission, (tx, scope) => countByParent(tx, kind, scope, column, ids));
    return (await context.loadBy(`${kind.name} by ${column}`, row.id, counts)) ?? 0;
  }
  const scope = context.viewer.scope(permission);
  const { table } = kind;
  const nested: Nested = {
    scope,
    json: (tx, parentTable) => countJson(tx, { table, parentTable }, column, inScope(kind, scope)),
  };
  return nested as never;
}
