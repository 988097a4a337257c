import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where the server under test listens. */
export const port = 8190;
export const baseURL = `http://localhost:${port}`;

/** Its data, thrown away before each run. */
export const dataDir = join(tmpdir(), 'noa-e2e');
