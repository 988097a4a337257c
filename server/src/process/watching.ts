import type { Logger } from 'pino';
import type { Settings } from '../config/config.ts';
import type { Db } from '../database/database.ts';
import type { DatabaseMonitor } from '../database/connection/monitor.ts';
import type { ReadReplica } from '../database/replica/read-replica.ts';
import type { MetricsOptions } from '../http/metrics.ts';
import { createMetrics, type Metrics } from '../monitoring/metrics.ts';
import type { Closer } from './process-end.ts';
import type { Reports } from '../reports/reports.ts';

/** Sends traces where somebody receives them; the packages for it are loaded there, and nowhere else. @returns what ends it. */
export async function startTracing({ traces }: Pick<Settings, 'traces'>, logger: Logger): Promise<Closer> {
  if (!traces) {
    return async () => undefined;
  }
  const { startTraces } = await import('../instruments/trace-export.ts');
  return startTraces(traces, () => logger.warn('Traces could not be sent to OTEL_EXPORTER_OTLP_ENDPOINT'));
}

interface Watched {
  readonly db: Db;
  /** For the application's login. */
  readonly databaseUrl: string;
  readonly monitor: DatabaseMonitor;
  readonly replica: ReadReplica | undefined;
  readonly reports: Reports;
  readonly isDraining: () => boolean;
  readonly logger: Logger;
}

/** What `/metrics` says; null where nobody may read it. */
export function openMetrics(
  { metricsToken: token, dataDir, backup }: Settings,
  { logger, ...watched }: Watched,
): (MetricsOptions & Metrics) | null {
  if (token === null) {
    return null;
  }
  const onFailure = (err: unknown) => logger.warn({ err }, 'Database figures for /metrics could not be read');
  return { token, ...createMetrics({ ...watched, dataDir, backsUp: backup.to !== null, onFailure }) };
}
