import type { Db } from '../../database/database.ts';
import { startWork, type Work } from '../../database/work-loop.ts';
import { deliverNext, type Delivering } from './deliver.ts';
import { evaluateNext } from './evaluate.ts';

const pauses = { firstMs: 0, idleMs: 5_000, failedMs: 10_000 } as const;

/**
 * Looks at the rules of all orgs and tells whom they name, for as long as the process lives. Several processes may: each rule is
 * looked at, and each person told, by one at a time. Three tell people at once, a receiver of webhooks one at a time: one that hangs keeps
 * neither others waiting for it, nor anybody from looking.
 */
export function startAlerts(db: Db, delivering: Omit<Delivering, 'now'>): Work {
  const { reportFailure } = delivering;
  const works = [
    startWork(() => evaluateNext(db, new Date()), pauses, reportFailure),
    ...Array.from({ length: 3 }, () =>
      startWork(() => deliverNext(db, { ...delivering, now: () => new Date() }), pauses, reportFailure),
    ),
  ];
  return { close: async () => void (await Promise.all(works.map((work) => work.close()))) };
}
