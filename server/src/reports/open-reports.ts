import type { Notifications } from '../database/connection/notifications.ts';
import type { Db } from '../database/database.ts';
import { Downloads, type DownloadsOptions } from './export/downloads.ts';
import { ClickHouseEngine } from './clickhouse/clickhouse-engine.ts';
import type { EventEngine } from './engine/engine.ts';
import { Projection, type ProjectionOptions } from './projection/projection.ts';
import { openedReports, type Reports } from './reports.ts';

export interface ReportsOptions extends ProjectionOptions, Omit<DownloadsOptions, 'db'> {
  /** They tell when locks are seen, at least once a minute of each that tells of something. */
  readonly notifications: Notifications;
  /** Of ClickHouse (`EVENTS_URL`); null where a file beside this server has the events. */
  readonly eventsUrl: string | null;
}

/** With the projection by itself, for whoever looks into it. */
export interface OpenedReports extends Reports {
  /** @throws {Error} where ClickHouse counts. */
  readonly projection: Projection;
}

/**
 * Opens the reports of a database; `main.ts` does it once, before it serves. The engine is brought up to date in the
 * background, so that the start does not wait for it.
 */
export function openReports(
  db: Db,
  { notifications, keys, open, eventsUrl, ...options }: ReportsOptions,
): OpenedReports {
  const engine: EventEngine =
    eventsUrl === null ? new Projection(options) : new ClickHouseEngine({ ...options, eventsUrl });
  const expectEvents = () => engine.expectEvents();
  const listening = notifications
    .listen('container_status', { onIds: expectEvents, onGap: expectEvents })
    .catch((err: unknown) =>
      options.log.warn({ err }, 'Reports cannot LISTEN for new events; they are loaded with the next report'),
    );
  const reports: OpenedReports = {
    get projection() {
      if (!(engine instanceof Projection)) {
        throw new Error('Events are counted by ClickHouse');
      }
      return engine;
    },
    engine,
    cold: { store: options.coldStore ?? null, dataDir: options.dataDir },
    keys,
    downloads: new Downloads({ db, keys, open }),
    close: async () => {
      openedReports.reset(db);
      (await listening)?.();
      await engine.close();
    },
  };
  openedReports.set(db, reports);
  engine
    .refresh()
    .catch((err: unknown) =>
      options.log.warn({ err }, 'The events of reports could not be opened; trying again with the next report'),
    );
  return reports;
}
