import { statfs } from 'node:fs/promises';
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { poolUse, type Db } from '../database/database.ts';
import type { DatabaseMonitor } from '../database/connection/monitor.ts';
import type { ReadReplica } from '../database/replica/read-replica.ts';
import { listQueueUse } from '../request/request-bounds.ts';
import { meters } from '../instruments/meters.ts';
import type { Reports } from '../reports/reports.ts';
import { DatabaseFigureReader } from './database-figures.ts';
import { figures, type Seen } from './figures.ts';

interface Watched {
  readonly db: Db;
  /** For the application's login. */
  readonly databaseUrl: string;
  readonly monitor: Pick<DatabaseMonitor, 'reachability'>;
  /** Undefined where there is none. */
  readonly replica?: Pick<ReadReplica, 'state'> | undefined;
  readonly reports: Pick<Reports, 'engine' | 'downloads'>;
  readonly dataDir: string;
  readonly isDraining: () => boolean;
  /** Whether backups are made by themselves. */
  readonly backsUp: boolean;
  /** Told that the database's figures could not be read. */
  readonly onFailure: (cause: unknown) => void;
}

export interface Metrics {
  /** Everything, in Prometheus' text format. */
  readonly text: () => Promise<string>;
  readonly close: () => Promise<void>;
}

/** Milliseconds between looks at how long the event loop was held up. */
const loopPrecisionMs = 20;

/** What prom-client says of a process under names that say `total` of what is none (`promtool check metrics`), beside the same by type. */
const misnamed = [
  'nodejs_active_handles',
  'nodejs_active_handles_total',
  'nodejs_active_requests',
  'nodejs_active_requests_total',
  'nodejs_active_resources_total',
];

/** Memory, processor, event loop and collections of this process; once, however many ask. */
function measureProcess(): void {
  if (!meters.getSingleMetric('process_cpu_seconds_total')) {
    collectDefaultMetrics({ register: meters, eventLoopMonitoringPrecision: loopPrecisionMs });
    misnamed.forEach((name) => meters.removeSingleMetric(name));
  }
}

/** What `/metrics` answers, while the database is away as well, and in three seconds at the most. */
export function createMetrics({
  db,
  databaseUrl,
  monitor,
  replica,
  reports,
  dataDir,
  isDraining,
  backsUp,
  onFailure,
}: Watched): Metrics {
  measureProcess();
  const { engine, downloads } = reports;
  const reader = new DatabaseFigureReader(databaseUrl, (tx) => engine.backlog(tx), onFailure);
  const registry = new Registry();
  const gauges = figures.map(({ read, name, help, labelNames }) => ({
    gauge: new Gauge({ name, help, labelNames, registers: [registry] }),
    isSingle: labelNames.length === 0,
    read,
  }));
  const look = async (): Promise<Seen> => {
    const { reachability } = monitor;
    const { bavail, blocks, bsize } = await statfs(dataDir);
    return {
      reachability,
      replica: replica?.state ?? null,
      pool: poolUse(db),
      slots: listQueueUse(),
      disk: { free: bavail * bsize, size: blocks * bsize },
      projection: engine,
      downloads: downloads.underWay,
      isDraining: isDraining(),
      backsUp,
      figures: reachability.downSince === null ? await reader.get() : null,
    };
  };
  return {
    text: async () => {
      const seen = await look();
      for (const { gauge, isSingle, read } of gauges) {
        gauge.reset();
        if (isSingle) {
          gauge.remove(); // it would say 0 where there is nothing to say
        }
        read(seen).forEach(([labels, value]) => gauge.set(labels, value));
      }
      return `${await meters.metrics()}\n${await registry.metrics()}`;
    },
    close: () => reader.close(),
  };
}
