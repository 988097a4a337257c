import type pg from 'pg';
import { named } from '../../database/connection/statement-names.ts';

const parents = `('stored_event'::regclass, 'event_identity'::regclass)`;

/** Which partitions there are, of events and of who it was: the same text while they are the same. */
export const partitionsOfSource = `
  (select md5(string_agg(inhrelid::text, ' ' order by inhrelid)) from pg_inherits where inhparent in ${parents}) as partitions`;

/** Settles when whoever has added one has told everybody: until then it holds a lock of its name (`ensure_month`, `ensure_identity_day`). */
const untilTold = `
  select pg_advisory_xact_lock_shared(hashtext(relname)) from pg_inherits join pg_class c on c.oid = inhrelid where inhparent in ${parents}`;

/** What is read with `partitionsOfSource`. */
export interface WithPartitions {
  readonly partitions: string | null;
}

/**
 * Reads what no plan may lack a partition for. PostgreSQL makes a plan before it takes the snapshot that the plan is run with, and adding a partition
 * waits for neither: of one that was added in between, what lies in it is seen as committed, and is not read. Its first events would never be sent.
 *
 * What is told of while a plan is being made marks the statement as out of date, but not the plan, which is not there yet: it is kept, and used by
 * the statement once that was looked at anew. So it is asked once more, for the statement to be up to date, as plans of no other are let go of, and then all plans go.
 */
export class AddedPartitions {
  /** Those that all plans have by now. */
  #told: string | null | undefined;

  /**
   * @param read - one row, of one snapshot; it is read again where partitions were added since the last time.
   */
  async read<Row extends WithPartitions>(
    client: pg.ClientBase,
    read: () => Promise<pg.QueryResult<Row>>,
  ): Promise<Omit<Row, keyof WithPartitions>> {
    for (;;) {
      const { partitions, ...row } = (await read()).rows[0] as Row;
      if (partitions === this.#told) {
        return row;
      }
      await client.query(named(untilTold));
      await read();
      await client.query(named('discard plans'));
      this.#told = partitions;
    }
  }
}
