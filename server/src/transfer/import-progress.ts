/** How far a running import is. */
export interface ImportProgress {
  /** Rows of the file. */
  readonly done: number;
  readonly total: number;
  /** Null until there is something to judge by. */
  readonly secondsLeft: number | null;
}

interface Run {
  readonly total: number;
  readonly began: number;
  share: number;
}

/** Runs of this process: figures that change many times a second have no place in a table. */
const runs = new Map<string, Run>();

/** Begins to follow a job over `total` rows; the function it gives ends that. */
export function trackProgress(jobId: string, total: number): () => void {
  runs.set(jobId, { total, began: performance.now(), share: 0 });
  return () => void runs.delete(jobId);
}

/** @param share - of the work that is done, from 0 to 1. */
export function tellProgress(jobId: string, share: number): void {
  const run = runs.get(jobId);
  if (run) {
    run.share = share;
  }
}

/** Null for a job that does not run here. */
export function findProgress(jobId: string): ImportProgress | null {
  const run = runs.get(jobId);
  if (!run) {
    return null;
  }
  const { total, began, share } = run;
  const seconds = (performance.now() - began) / 1_000;
  return {
    done: Math.floor(total * share),
    total,
    secondsLeft: share > 0 ? Math.ceil((seconds * (1 - share)) / share) : null,
  };
}
