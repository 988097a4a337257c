import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import type { ReportMetric } from '@noa/domain/reporting/report.ts';
import { api, asSystem, appUrl, db, internalErrors, keyring, notifications } from '../../testing/harness.ts';
import { ids } from '../../testing/sealed.ts';
import type { FileStore } from '../../file-store/file-store.ts';
import { FolderStore } from '../../file-store/folder-store.ts';
import type { OpenFile } from '../export/downloads.ts';
import { createOpenFile } from '../export/open-file.ts';
import { openReports, type OpenedReports } from '../open-reports.ts';
import { eventsUrl } from './clickhouse.ts';
import { storeYoungEvents, type TestEvent } from '../../testing/stored-events.ts';

/** Where the reports of this test file keep their projection. */
export const dataDir: string = await mkdtemp(join(tmpdir(), 'noa-reports-'));

/** Where the past months of this test file's events lie, once they are moved. */
export const coldStore: FileStore = new FolderStore(join(dataDir, 'cold'));

/** Makes files as `main.ts` has them made. */
const open: OpenFile = createOpenFile({
  db,
  schema: api.schema,
  notifications,
  keys: keyring,
  ids,
  reportInternal: (cause) => internalErrors.push(cause),
});

/** The reports of this test file's database, as `main.ts` opens them. */
export const reports: OpenedReports = openReports(db, {
  databaseUrl: appUrl,
  eventsUrl,
  coldStore,
  dataDir,
  notifications,
  keys: keyring,
  open,
  log: { info: () => undefined, warn: (...told: unknown[]) => console.warn(...told) },
  epochEvents: 100, // so few that most events of a test come into the rollups
});

afterAll(async () => {
  await reports.close();
  await rm(dataDir, { recursive: true, force: true });
});

/** @property occurred_at - as text where it is told to the microsecond. */
export type GivenEvent = Omit<TestEvent, 'occurred_at'> & Partial<Pick<TestEvent, 'occurred_at'>>;

/** Card events as they are stored when they were received; each with a valid default for what it is not told. */
export const givenEvents = (events: readonly GivenEvent[]): Promise<void> =>
  asSystem((tx) =>
    storeYoungEvents(
      tx,
      events.map((event) => ({ kind: 'full_use' as const, litres: 30, occurred_at: '2026-03-02T10:00:00Z', ...event })),
    ),
  );

export const allMetrics: readonly ReportMetric[] = [
  'event_count',
  'total_litres',
  'failed_attempt_count',
  'unauthorised_count',
  'card_blocked_count',
];

/** A period that holds every event of these tests. */
export const always = { from: '2024-01-01T00:00:00Z', to: '2031-01-01T00:00:00Z' };

const figures = `columns {
        key
        type
        grouping
        metric
      }
      rows
      totals
      cursor
      rowCount`;

const askFor = (fields: string) => /* GraphQL */ `
  query ($name: String! = "usage", $input: ReportInput!) {
    report(name: $name, input: $input) {
      ${fields}
    }
  }
`;

/** A report as the console shows it. */
export const AskReport: string = askFor(`completeness
      ${figures}
      freshAsOf
      labels {
        grouping
        value
        text
      }`);

const AskFigures = askFor(figures);

/**
 * For tests that compare many reports with a count: how complete a report is and what its groups are called, which takes longer to
 * find than its figures and is not compared, is asked for with each grouping, but not again with every two of them.
 */
export const askToCompare = ({ groupBy }: { readonly groupBy?: unknown }): string =>
  Array.isArray(groupBy) && groupBy.length > 1 ? AskFigures : AskReport;
