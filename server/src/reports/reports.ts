import type { Downloads } from './export/downloads.ts';
import type { Projection } from './projection/projection.ts';
import type { Db } from '../database/database.ts';
import { PerDatabase } from '../database/per-database.ts';

/** What reports need beside the database. */
export interface Reports {
  readonly projection: Projection;
  readonly downloads: Downloads;
  /** Lets go of the file and the connections. */
  close(): Promise<void>;
}

/** Of each database that was opened by `open-reports.ts`. */
export const openedReports: PerDatabase<Reports> = new PerDatabase(() => {
  throw new Error('The reports of this database were not opened');
});

/** @throws {Error} if nobody opened them. */
export const reportsOf = (db: Db): Reports => openedReports.of(db);
