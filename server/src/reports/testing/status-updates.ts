import { sql, type Insertable } from 'kysely';
import type { Database } from '../../database/tables.ts';
import { asSystem } from '../../testing/harness.ts';

export type GivenStatusUpdate = Omit<Insertable<Database['status_update']>, 'level'> & { level?: string };

let updateNumber = 0;

/** What locks told of containers, as it is kept; received when it happened unless told otherwise. */
export const givenStatusUpdates = (updates: readonly GivenStatusUpdate[]): Promise<void> =>
  asSystem(async (tx) => {
    const rows = updates.map((update) => ({
      level: 'ok' as const,
      received_at: update.occurred_at,
      boot_number: 0,
      update_number: (updateNumber += 1),
      ...update,
    })) as Insertable<Database['status_update']>[];
    const months = new Set(rows.map(({ occurred_at }) => new Date(occurred_at).toISOString().slice(0, 7)));
    for (const month of months) {
      await sql`select ensure_month('status_update', ${`${month}-01`}::date)`.execute(tx);
    }
    for (let start = 0; start < rows.length; start += 1000) {
      await tx
        .insertInto('status_update')
        .values(rows.slice(start, start + 1000))
        .execute();
    }
  });
