import type { Db } from '../../database/database.ts';
import { startWork, type Work } from '../../database/work-loop.ts';
import { sendNext, type Sending } from './send-due.ts';

const pauses = { firstMs: 0, idleMs: 10_000, failedMs: 10_000 } as const;

/** Sends reports when they are due, for as long as the process lives. Several processes may: each report is sent by one. */
export const startReportSender = (db: Db, sending: Omit<Sending, 'now' | 'leaving'>): Work =>
  startWork((leaving) => sendNext(db, { ...sending, leaving, now: () => new Date() }), pauses, sending.reportFailure);
