import { findRows } from '../../database/statements.ts';
import type { Tx } from '../../database/database.ts';
import type { Row } from '../../database/tables.ts';
import type { CardEventGap, CardEventGaps } from './delivery-problems.schema.ts';

type Container = Pick<Row<'container'>, 'org_id' | 'id'>;

/**
 * What a lock has not delivered, oldest first.
 *
 * @param most - gaps that are listed; all are counted.
 */
export async function findGaps(tx: Tx, { org_id, id }: Container, most: number): Promise<CardEventGaps> {
  const rows = await findRows<CardEventGap & { missing: number; count: number }>(tx)`
    select r.boot_number as "bootNumber", lower(gap)::int as first, (upper(gap) - 1)::int as last,
      (sum(upper(gap) - lower(gap)) over ())::float8 as missing, (count(*) over ())::int as count
    from card_event_receipt r,
      unnest(int8multirange(int8range(1, upper(r.received))) - r.received) as gap
    where r.org_id = ${org_id} and r.container_id = ${id} and not isempty(r.received)
    order by 1, 2 limit ${most}`;
  const [any] = rows;
  return {
    missing: any?.missing ?? 0,
    count: any?.count ?? 0,
    gaps: rows.map(({ bootNumber, first, last }) => ({ bootNumber, first, last })),
  };
}
