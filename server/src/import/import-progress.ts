import type { ImportJobRow } from './import-job.queries.ts';

/** How far a running import is. */
export interface ImportProgress {
  /** Rows of the file. */
  readonly done: number;
  readonly total: number;
  /** Null until there is something to judge by. */
  readonly secondsLeft: number | null;
}

/** How far a job was when its server last said so; null for one that does not run. */
export function progressOf({ state, format, run_share, run_seconds }: ImportJobRow): ImportProgress | null {
  if (state !== 'checking' && state !== 'applying' && state !== 'undoing') {
    return null;
  }
  const [share, seconds] = [run_share ?? 0, run_seconds ?? 0];
  return {
    done: Math.floor(format.rows * share),
    total: format.rows,
    secondsLeft: share > 0 ? Math.ceil((seconds * (1 - share)) / share) : null,
  };
}
