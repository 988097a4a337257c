import { sql } from 'kysely';
import pg from 'pg';
import type { Tx } from '../../database/database.ts';
import { getRow } from '../../database/statements.ts';
import type { Backlog } from '../engine/engine.ts';
import { unseen } from './event-source.ts';

/** Events of a backlog that are counted: how much longer it is matters to nobody. */
const mostCounted = 10_000;

/**
 * What is not in a projection yet.
 *
 * @param tx - reaching everything, with `enable_seqscan` off: for lack of statistics of what came last, a plan may read all events.
 * @param snapshot - what is in it.
 */
export async function findBacklog(tx: Tx, snapshot: string): Promise<Backlog> {
  const isUnseen = sql.raw(unseen(pg.escapeLiteral(snapshot)));
  return getRow<Backlog>(tx)`
    select count(*)::int as events, coalesce(extract(epoch from now() - min(received_at)), 0)::float8 as seconds
    from (select e.received_at from card_event e where ${isUnseen}
      order by e.tx_id limit ${mostCounted}) e`;
}
