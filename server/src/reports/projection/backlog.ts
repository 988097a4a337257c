import { sql } from 'kysely';
import type { Tx } from '../../database/database.ts';
import { parseSnapshot, unseen } from './event-source.ts';

/** Events that were committed and are not counted yet. */
export interface Backlog {
  /** At most {@link mostCounted}. */
  readonly events: number;
  /** Since the first of them was received; 0 for none. */
  readonly seconds: number;
}

/** Events of a backlog that are counted: how much longer it is matters to nobody. */
const mostCounted = 10_000;

/**
 * What is not in a projection yet.
 *
 * @param tx - reaching everything, with `enable_seqscan` off: for lack of statistics of what came last, a plan may read all events.
 * @param snapshot - what is in it.
 */
export async function findBacklog(tx: Tx, snapshot: string): Promise<Backlog> {
  const { xmin } = parseSnapshot(snapshot);
  const { rows } = await sql<Backlog>`
    select count(*)::int as events, coalesce(extract(epoch from now() - min(received_at)), 0)::float8 as seconds
    from (select e.received_at from card_event e where ${sql.raw(unseen(`'${xmin}'::xid8`, `'${snapshot}'::pg_snapshot`))}
      order by e.tx_id limit ${mostCounted}) e`.execute(tx);
  return rows[0] ?? { events: 0, seconds: 0 };
}
