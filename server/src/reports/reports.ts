import type { ColdEvents } from './cold/find-events.ts';
import type { EventEngine } from './engine/engine.ts';
import type { Downloads } from './export/downloads.ts';
import type { Db } from '../database/database.ts';
import type { Keyring } from '../database/keys/keyring.ts';
import { PerDatabase } from '../database/per-database.ts';

/** What reports need beside the database. */
export interface Reports {
  readonly engine: EventEngine;
  readonly downloads: Downloads;
  /** Events of past months, which PostgreSQL has no more. */
  readonly cold: ColdEvents;
  /** Of what is sealed and reports need: the months' keys (decision 89). */
  readonly keys: Keyring;
  /** Lets go of the file and the connections. */
  close(): Promise<void>;
}

/** Of each database that was opened by `open-reports.ts`. */
export const openedReports: PerDatabase<Reports> = new PerDatabase(() => {
  throw new Error('The reports of this database were not opened');
});

/** @throws {Error} if nobody opened them. */
export const reportsOf = (db: Db): Reports => openedReports.of(db);
