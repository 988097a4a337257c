import type { Notifications } from '../database/connection/notifications.ts';
import type { Db } from '../database/database.ts';
import { Downloads, type DownloadsOptions } from './export/downloads.ts';
import { Projection, type ProjectionOptions } from './projection/projection.ts';
import { openedReports, type Reports } from './reports.ts';

export interface ReportsOptions extends ProjectionOptions, Omit<DownloadsOptions, 'db'> {
  /** They tell when locks are seen, at least once a minute of each that tells of something. */
  readonly notifications: Notifications;
}

/** With the engine by itself, for whoever looks into it. */
export interface OpenedReports extends Reports {
  readonly projection: Projection;
}

/**
 * Opens the reports of a database; `main.ts` does it once, before it serves. The projection is brought up to date in the
 * background, so that the start does not wait for it.
 */
export function openReports(db: Db, { notifications, keys, open, ...options }: ReportsOptions): OpenedReports {
  const projection = new Projection(options);
  const expectEvents = () => projection.expectEvents();
  const listening = notifications
    .listen('container_status', { onIds: expectEvents, onGap: expectEvents })
    .catch((err: unknown) =>
      options.log.warn(
        { err },
        'The report projection cannot LISTEN for new events; they are loaded with the next report',
      ),
    );
  const reports: OpenedReports = {
    projection,
    engine: projection,
    keys,
    downloads: new Downloads({ db, keys, open }),
    close: async () => {
      openedReports.reset(db);
      (await listening)?.();
      await projection.close();
    },
  };
  openedReports.set(db, reports);
  projection
    .refresh()
    .catch((err: unknown) =>
      options.log.warn({ err }, 'The report projection could not be opened; trying again with the next report'),
    );
  return reports;
}
