import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where the server under test listens; `E2E_PORT` lets two checkouts run their journeys side by side. */
export const port = Number(process.env['E2E_PORT'] ?? 8190);
export const baseURL = `http://localhost:${port}`;

/** Its data, thrown away before each run. */
export const dataDir = join(tmpdir(), `noa-e2e-${port}`);
