import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { freePort } from '../kill/server-process.ts';

const bench = fileURLToPath(new URL('../reports.ts', import.meta.url));

it('the reports of a small year are what plain SQL and bare DuckDB say', { timeout: 600_000 }, async () => {
  const port = String(await freePort());
  const run = promisify(execFile)(process.execPath, [bench, '--events', '24000', '--rounds', '1', '--port', port]);
  const { stdout } = await run;

  expect(stdout).toContain('Numbers equal in all three.');
});
