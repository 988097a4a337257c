import pg from 'pg';

/** How often a lock is tried to be taken that others hold: each time they wait behind it for no longer than `lock_timeout`. */
const most = 5;

/** What PostgreSQL calls it that a lock was not given in time. */
const lockNotAvailable = '55P03';

/** Whether a statement failed as a lock was not given within `lock_timeout`. */
export const isLockNotGiven = (cause: unknown): boolean =>
  cause instanceof pg.DatabaseError && cause.code === lockNotAvailable;

/** Does `work`, and again where a lock was not given in time. @throws what it throws the fifth time. */
export async function untilLocked<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (cause) {
      if (!isLockNotGiven(cause) || tries === most) {
        throw cause;
      }
    }
  }
}
