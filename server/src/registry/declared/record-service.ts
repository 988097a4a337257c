import { parseInput, parseNew } from '@noa/domain/input.ts';
import { namesNothing } from '@noa/domain/errors.ts';
import { createInput, updateInput } from '@noa/domain/kinds/input.ts';
import type { KindDeclaration } from '@noa/domain/kinds/kind.ts';
import type { Permission } from '@noa/domain/permissions.ts';
import { namingFields } from '../../database/constraint.ts';
import type { Tx } from '../../database/database.ts';
import { deleteRecord, findRecord, updateRecord, type AnyKind, type Kind } from '../../records/record.ts';
import { reachesOrg, type Scope } from '../../database/scope.ts';
import type { RegistryTable, Row } from '../../database/tables.ts';
import type { Context } from '../../request/context.ts';
import { refuseWhileDependants } from '../dependants.ts';
import { kindsByName } from '../kinds.ts';
import { owningOrg } from '../owner.ts';
import { columnsFrom, constraintsOf } from './columns.ts';

export type Version = { id: string; rowId: string };
type Values = Readonly<Record<string, unknown>>;

/** The field that names the record which a new one stands in, and the kind of that. */
interface Within {
  readonly field: string;
  readonly kind: AnyKind;
}

interface Written<Table extends RegistryTable> {
  readonly kind: Kind<Table>;
  readonly declared: KindDeclaration;
  /** Looks at values before they are written, and throws for what the columns alone do not refuse. */
  readonly check?: (tx: Tx, values: Values) => Promise<void>;
  /** Looks at a record that is to be deleted and throws if it must stay; unless said otherwise, while others depend on it. */
  readonly checkDelete?: (tx: Tx, row: Row<Table>) => Promise<void>;
}

/** How records of a kind are written by people. */
export interface RecordService<Table extends RegistryTable> {
  /** @throws {AppError} `ValidationFailed` naming the field; `Forbidden`. */
  readonly create: (context: Context, input: unknown) => Promise<Row<Table>>;
  /**
   * @param check - whether what it is changed for still holds; asked by kinds that can be erased, once the record is held.
   * @throws {AppError} `NotFound`; `Conflict`; `ValidationFailed` naming the field; `Forbidden`; what `check` throws.
   */
  readonly update: (
    context: Context,
    version: Version,
    input: unknown,
    check?: (tx: Tx) => Promise<void>,
  ) => Promise<Row<Table>>;
  /** @throws {AppError} `NotFound`; `Conflict`; `ValidationFailed` while it must stay; `Forbidden`. */
  readonly remove: (context: Context, version: Version) => Promise<Row<Table>>;
}

/** Writes records of a kind by its declaration, to whoever may write it (`manager:write`); kinds with rules of their own write theirs themselves. */
export function recordService<Table extends RegistryTable>(written: Written<Table>): RecordService<Table> {
  const { kind, declared, check } = written;
  const permission = `${kind.name}:write` as Permission;
  const inputs = { create: createInput(declared), update: updateInput(declared) };
  const constraints = constraintsOf(kind.table, declared);
  const checkDelete = written.checkDelete ?? ((tx, row) => refuseWhileDependants(tx, kind.table, row as Owned));
  return {
    create: (context, input) => {
      const values: Values = parseNew(inputs.create, input);
      return namingFields(constraints, () =>
        context.write(permission, async (tx, scope) => {
          const owner = await ownerOf(tx, scope, declared, values);
          await check?.(tx, values);
          return insertRecord(tx, kind, { ...owner, ...columnsFrom(declared, values) });
        }),
      );
    },
    update: (context, version, input) => {
      const values: Values = parseInput(inputs.update, input);
      return namingFields(constraints, () =>
        context.write(permission, async (tx, scope) => {
          await check?.(tx, values);
          return updateRecord(tx, kind, scope, version, columnsFrom<Table>(declared, values));
        }),
      );
    },
    remove: (context, version) =>
      context.write(permission, (tx, scope) => deleteRecord(tx, kind, scope, version, (row) => checkDelete(tx, row))),
  };
}

type Owned = { org_id: string; id: string };

/** Writes a new record of a kind. @param columns - without those that PostgreSQL keeps by itself. */
export const insertRecord = async <Table extends RegistryTable>(
  tx: Tx,
  { table }: Kind<Table>,
  columns: object,
): Promise<Row<Table>> =>
  (await tx
    .insertInto<RegistryTable>(table)
    .values(columns as never)
    .returningAll()
    .executeTakeFirstOrThrow()) as Row<Table>;

/** The column that says whose a new record is: of the org that is named, or that the record belongs to which it stands in. */
async function ownerOf(
  tx: Tx,
  scope: Scope,
  { name, owner, fields }: KindDeclaration,
  values: Values,
): Promise<{ org_id?: string }> {
  if (owner === 'none') {
    return {};
  }
  if (owner === 'org') {
    return { org_id: await owningOrg(tx, scope, values['orgId'] as string | null | undefined) };
  }
  const [field, of] = Object.entries(fields).flatMap(([each, declared]) =>
    declared.required && declared.of ? [each, declared.of.name] : [],
  );
  const kind = kindsByName.get(of ?? '');
  if (field === undefined || !kind) {
    throw new Error(`${name} names no record that it stands in`);
  }
  return { org_id: await orgOf(tx, scope, { field, kind }, values) };
}

/**
 * The org of the record that a new one is to stand in.
 *
 * @throws {AppError} `NotFound` on the field when there is none that the caller may write in.
 */
export async function orgOf(tx: Tx, scope: Scope, { field, kind }: Within, values: Values): Promise<string> {
  const parent = await findRecord(tx, kind, scope, String(values[field]));
  if (!parent?.org_id || !reachesOrg(scope, parent.org_id)) {
    throw namesNothing(field);
  }
  return parent.org_id;
}
