import { sql } from 'kysely';
import type { Db } from '../../database/database.ts';
import { everything } from '../../database/scope.ts';
import { read } from '../../database/transaction.ts';
import { startWork, type Work } from '../../database/work-loop.ts';
import { deliverNext, type Delivering } from './deliver.ts';
import { evaluateNext } from './evaluate.ts';

const pauses = { firstMs: 0, idleMs: 5_000, failedMs: 10_000 } as const;

/**
 * The clock of the database, by which it is noted when locks were seen: that of a server may be wrong, and what one server puts off is due by
 * another's.
 */
async function clockOf(db: Db): Promise<() => Date> {
  const { rows } = await read(db, everything, (tx) => sql<{ now: Date }>`select clock_timestamp() as now`.execute(tx));
  const ahead = (rows[0]?.now.getTime() ?? Date.now()) - Date.now();
  return () => new Date(Date.now() + ahead);
}

/**
 * Looks at the rules of all orgs and tells whom they name, for as long as the process lives. Several processes may: each rule is
 * looked at, and each person told, by one at a time. Three tell people at once, a receiver of webhooks one at a time: one that hangs keeps
 * neither others waiting for it, nor anybody from looking.
 */
export function startAlerts(db: Db, delivering: Omit<Delivering, 'now' | 'leaving'>): Work {
  const { reportFailure } = delivering;
  const works = [
    startWork(async () => evaluateNext(db, (await clockOf(db))()), pauses, reportFailure),
    ...Array.from({ length: 3 }, () =>
      startWork(
        async (leaving) => deliverNext(db, { ...delivering, leaving, now: await clockOf(db) }),
        pauses,
        reportFailure,
      ),
    ),
  ];
  return { close: async () => void (await Promise.all(works.map((work) => work.close()))) };
}
