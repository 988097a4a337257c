import { sql } from 'kysely';
import { allOf, inScope, type Condition, type Reach } from '../../records/record.ts';
import type { Scope } from '../../database/scope.ts';
import type { Row } from '../../database/tables.ts';
import { orgsOf, type Orgs } from '../../records/record-list.ts';
import { newestFirst, type RowList } from '../../graphql/row-list.ts';

/** What locks report, and who reaches it beside the members of its org. */
export interface ReportTable<Table extends 'card_event' | 'status_update'> {
  readonly table: Table;
  readonly reach: Reach;
  /** The parts of which managers reach all, where an index has each one's in the order of the list. */
  readonly ofManagers?: (managerIds: readonly string[]) => Orgs;
}

/** The newest first: the order in which an index of each table has those of an org. */
const order = newestFirst('occurred_at', { column: 'id', type: 'int8' });

/** Whether a scope reaches what managers do, and nothing else. */
const isOfManagers = ({ all, orgIds, managerIds, apartmentIds }: Scope) =>
  !all && managerIds.length > 0 && orgIds.length === 0 && apartmentIds.length === 0;

/** The messages that a scope reaches and the conditions hold for, newest first. */
export const messagesWithin =
  <Table extends 'card_event' | 'status_update'>(
    { table, reach, ofManagers }: ReportTable<Table>,
    conditions: readonly Condition[],
  ) =>
  (scope: Scope): RowList<Row<Table>> => ({
    from: sql.table(table),
    conditions: [allOf([inScope({ reach }, scope), ...conditions])],
    order,
    orgs: orgsOf({ table, reach }, scope, order) ?? (isOfManagers(scope) ? ofManagers?.(scope.managerIds) : undefined),
  });
