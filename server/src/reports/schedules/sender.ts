import type { Db } from '../../database/database.ts';
import { sendNext, type Sending } from './send-due.ts';

/** Milliseconds between two looks for what is due, while nothing is. */
const pollMs = 10_000;

export interface ReportSender {
  /** Ends after the report that is being sent. */
  readonly close: () => Promise<void>;
}

/** Sends reports when they are due, for as long as the process lives. Several processes may: each report is sent by one. */
export function startReportSender(db: Db, sending: Omit<Sending, 'now'>): ReportSender {
  let closed = false;
  let wake = (): void => undefined;

  const pause = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, pollMs);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  async function run(): Promise<void> {
    while (!closed) {
      let any = false;
      try {
        any = await sendNext(db, { ...sending, now: () => new Date() });
      } catch (cause) {
        sending.reportFailure(cause);
      }
      if (!any && !closed) {
        await pause();
      }
    }
  }

  const running = run();
  return {
    close: async () => {
      closed = true;
      wake();
      await running;
    },
  };
}
