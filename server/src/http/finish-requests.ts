import { setTimeout as delay } from 'node:timers/promises';
import type { Settings } from '../config/config.ts';
import { cancelAll } from '../database/connection/cancel.ts';
import type { Notifications } from '../database/connection/notifications.ts';
import type { Db } from '../database/database.ts';
import { stopRuns } from '../import/import-run.ts';
import { stopRequests } from '../request/request-bounds.ts';
import type { Drain } from './drain.ts';

/** Milliseconds in which requests that were cancelled say so to whoever waits. */
const cancelledMs = 500;

/** Milliseconds that what has come in is given to be answered: orchestrators kill after 30 seconds. */
const drainMs = 25_000;

interface Serving {
  readonly drain: Drain;
  readonly notifications: Notifications;
  readonly db: Db;
}

/**
 * Says that the server is not ready any more, lets what has come in be answered, and ends the live feeds, whose watchers ask elsewhere.
 * What is not done by then is cancelled. Imports have the same time.
 */
export async function finishRequests(
  { drainNoticeMs }: Pick<Settings, 'drainNoticeMs'>,
  { drain, notifications, db }: Serving,
): Promise<void> {
  const until = performance.now() + drainMs;
  drain.begin();
  notifications.endListening();
  await delay(drainNoticeMs);
  await drain.finish(drainMs - drainNoticeMs, async () => {
    stopRequests();
    const stopped = stopRuns(0); // told first: a run whose statement is cancelled by nobody would count as failed
    await cancelAll(db);
    await Promise.all([stopped, delay(cancelledMs)]);
  });
  await stopRuns(until - performance.now());
}
