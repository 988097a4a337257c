import { tmpdir } from 'node:os';
import { join } from 'node:path';

const firstPort = Number(process.env['E2E_PORT'] ?? 8190);

/**
 * Journeys that run at once, each on a server and a town of its own: they change what others look at. A journey waits more than
 * it works, so three fill two cores; machines with more may have more.
 */
export const workers = Number(process.env['E2E_WORKERS'] ?? 3);

/** A server under test, with its data, which is thrown away before each run. */
export interface JourneyServer {
  readonly port: number;
  readonly dataDir: string;
}

export const servers: readonly JourneyServer[] = Array.from({ length: workers }, (_, index) => ({
  port: firstPort + index,
  dataDir: join(tmpdir(), `noa-e2e-${firstPort + index}`),
}));

/** A data folder with the demonstration town (`scripts/journey-town.mjs`); without it each server invents a town. */
const town = process.env['E2E_TOWN'];

/** What is said when all of them can be used (`start-servers.ts`). */
export const allAreReady = 'All servers of the journeys are ready';

/** Starts a server on data of its own. */
export const startCommand = (dataDir: string): string =>
  `rm -rf ${dataDir} && ${town ? `cp -a ${town} ${dataDir} && ` : ''}node server/src/main.ts`;

const worker = Number(process.env['TEST_PARALLEL_INDEX'] ?? 0);

/** Where the server of this worker listens; `E2E_PORT` lets two checkouts run their journeys side by side. */
export const baseURL = `http://localhost:${firstPort + worker}`;

/** The streets that the demonstration has drawn, as a file. */
export const demonstrationMap = (): string => join(servers[worker]?.dataDir ?? '', 'demonstration.pmtiles');

/** Where that server keeps the copy of the events that reports count over. */
export const projectionFolder = (): string => join(servers[worker]?.dataDir ?? '', 'projection');
