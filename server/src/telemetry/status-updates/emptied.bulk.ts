import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { findRows } from '../../database/statements.ts';
import type { Row } from '../../database/tables.ts';
import type { BulkChange } from '../../registry/bulk-change.ts';
import { containers } from '../../registry/containers/container.queries.ts';
import { noteLastSeen } from '../container-status/container-status.queries.ts';
import { ensureThisMonth } from '../receiving/monthly-partitions.ts';
import { sameEmptyingMinutes, insertOwnUpdates } from './status-update.queries.ts';

/** Holds for a container `r` of whose emptying we were told just now. */
const isEmptied: RawBuilder<SqlBool> = sql`exists (
  select from container_status e
  where e.org_id = r.org_id and e.container_id = r.id and e.kind = 'emptying_detected'
    and e.occurred_at > now() - make_interval(mins => ${sameEmptyingMinutes}))`;

/**
 * Records of containers that they were emptied, now, in the name of whoever asked: what `createStatusUpdate` does to one.
 *
 * @param note - kept with each; null for none.
 */
export const markEmptied = (note: string | null): BulkChange => ({
  kind: containers,
  isDone: isEmptied,
  refusal: sql<null>`null::text`,
  tellsOnly: true,
  write: async (tx, ids) => {
    await ensureThisMonth(tx, 'status_update');
    await noteLastSeen(tx, ids, false);
    // Their locks may have told of it while their summaries were waited for.
    const rows = await findRows<Pick<Row<'container'>, 'org_id' | 'id'> & { actor: string; now: Date }>(tx)`
      select r.org_id, r.id, actor() as actor, now() as now from container r
      where r.id = any(${ids}::uuid[]) and not ${isEmptied}`;
    await insertOwnUpdates(
      tx,
      rows.map(({ actor, now, ...container }) => ({
        container,
        kind: 'emptying_detected',
        value: null,
        level: null,
        occurredAt: now,
        note,
        actor,
      })),
    );
  },
});
