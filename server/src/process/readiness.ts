import { statfs } from 'node:fs/promises';
import type { DatabaseMonitor } from '../database/connection/monitor.ts';
import type { Readiness, Trouble } from '../http/health.ts';
import type { EventEngine } from '../reports/engine/engine.ts';

interface Watched {
  readonly monitor: Pick<DatabaseMonitor, 'reachability'>;
  readonly projection: Pick<EventEngine, 'isThere'>;
  readonly dataDir: string;
  /** Bytes that must be free where the data is. */
  readonly minFreeBytes: number;
  readonly isDraining: () => boolean;
}

/** Whether the server can do all it should, asked of nobody who might not answer. */
export function createReadiness({ monitor, projection, dataDir, minFreeBytes, isDraining }: Watched) {
  return async (): Promise<Readiness> => {
    const { downSince, latencyMs, clockSkewMs } = monitor.reachability;
    const freeBytes = await freeBytesOf(dataDir);
    const found: readonly (readonly [Trouble, boolean])[] = [
      ['draining', isDraining()],
      ['database', downSince !== null],
      ['projection', !projection.isThere],
      ['disk', freeBytes < minFreeBytes],
    ];
    return {
      troubles: found.filter(([, holds]) => holds).map(([trouble]) => trouble),
      details: {
        databaseDownSince: downSince?.toISOString() ?? null,
        databaseLatencyMs: latencyMs,
        clockSkewMs,
        freeBytes,
      },
    };
  };
}

/** Bytes that are free for us where a folder is. */
async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
