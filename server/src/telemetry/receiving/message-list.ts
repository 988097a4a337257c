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
  /**
   * The parts of the table that a scope reaches and its filter names, where they are smaller than orgs; an index has each one's in the order of the
   * list.
   */
  readonly partsOf?: (scope: Scope) => Orgs | undefined;
}

/** The newest first: the order in which an index of each table has those of an org. */
const order = newestFirst('occurred_at', { column: 'id', type: 'int8' });

/** The messages that a scope reaches and the conditions hold for, newest first. */
export const messagesWithin =
  <Table extends 'card_event' | 'status_update'>(
    { table, reach, partsOf }: ReportTable<Table>,
    conditions: readonly Condition[],
  ) =>
  (scope: Scope): RowList<Row<Table>> => ({
    from: sql.table(table),
    conditions: [allOf([inScope({ reach }, scope), ...conditions])],
    order,
    orgs: partsOf?.(scope) ?? orgsOf({ table, reach }, scope, order),
  });
