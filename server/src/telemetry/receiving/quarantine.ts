import { sql, type RawBuilder } from 'kysely';
import type { FieldMap } from '@pothos/core';
import type { Permission } from '@noa/domain/permissions.ts';
import type { Scope } from '../../database/scope.ts';
import type { Row } from '../../database/tables.ts';
import { builder, type SchemaTypes } from '../../graphql/builder.ts';
import { connectionOf } from '../../graphql/connection.ts';
import { pageArgs } from '../../graphql/list.ts';
import { countRows, listRows, newestFirst, type RowList } from '../../graphql/row-list.ts';
import { sealed } from '../../graphql/sealed-ids.ts';
import { getRecord } from '../../records/record.ts';
import { containers } from '../../registry/containers/container.queries.ts';

type QuarantineTable = 'card_event_set_aside' | 'status_update_set_aside';
type Fields<Shown> = PothosSchemaTypes.ObjectFieldBuilder<SchemaTypes, Shown>;

/** What of one kind of message is put aside, and how it is shown beside what is kept under its number. */
interface Quarantine<Table extends QuarantineTable, Kept> {
  readonly type: 'CardEventSetAside' | 'StatusUpdateSetAside';
  readonly query: string;
  readonly table: Table;
  readonly description: string;
  readonly listDescription: string;
  /** Demanded to be shown what is kept, and how far it is. */
  readonly keptBy: Permission;
  /** What is shown of the message `k` that is kept; all null once that is forgotten. */
  readonly kept: RawBuilder<Kept>;
  /** A left join of the message `k` that is kept, as far as the scope reaches. */
  readonly joined: (scope: Scope) => RawBuilder<unknown>;
  readonly fields: (t: Fields<Row<Table> & Kept>) => FieldMap;
}

/** Adds the list of what contradicts a container's messages, newest first, to those who read how it is with the container. */
export function addQuarantine<Table extends QuarantineTable, Kept>(quarantine: Quarantine<Table, Kept>): void {
  type Shown = Row<Table> & Kept;
  const { type: name, query, table, keptBy, kept, joined, fields } = quarantine;
  const type = builder.objectRef<Shown>(name);
  type.implement({
    description: quarantine.description,
    fields: (t) => {
      const common = t as unknown as Fields<Row<QuarantineTable>>;
      return {
        id: common.exposeID('id', sealed(name === 'CardEventSetAside' ? 'cardEventSetAside' : 'statusUpdateSetAside')),
        bootNumber: common.exposeInt('boot_number'),
        deviceAt: common.expose('device_at', { type: 'DateTime' }),
        receivedAt: common.expose('received_at', { type: 'DateTime', description: 'When it came first.' }),
        ...fields(t),
      };
    },
  });
  const listOf = ({ org_id, id }: Row<'container'>, scope: Scope): RowList<Shown> => ({
    from: sql.table(table),
    columns: sql<Shown>`r.*, ${kept}`,
    joined: joined(scope),
    conditions: [sql`r.org_id = ${org_id}`, sql`r.container_id = ${id}`],
    order: newestFirst('received_at', { column: 'id', type: 'int8' }),
  });
  const connection = connectionOf(name, type);
  builder.queryField(query, (t) =>
    t.field({
      type: connection,
      description: quarantine.listDescription,
      authScopes: { may: 'statusUpdate:read' },
      args: { containerId: t.arg.id({ required: true }), ...pageArgs },
      resolve: async (_root, { containerId, ...args }, context) => {
        const container = await context.read('statusUpdate:read', (tx, scope) =>
          getRecord(tx, containers, scope, containerId),
        );
        return {
          page: await context.read(keptBy, (tx, scope) => listRows(tx, listOf(container, scope), args)),
          count: () => context.read('statusUpdate:read', (tx, scope) => countRows(tx, listOf(container, scope))),
        };
      },
    }),
  );
}
