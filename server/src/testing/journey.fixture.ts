import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';

/** The folder of the whole project. */
export const projectRoot: string = fileURLToPath(new URL('../../..', import.meta.url));

/** What the journeys that long tests start are driven in; undefined where there is none, and they are skipped. */
export const chromium: string | undefined = process.env['CHROMIUM_PATH'];

/**
 * Runs the journeys of a folder under `e2e/` in a browser, against a server of the test; each must pass.
 *
 * @param env - what the journeys are told.
 */
export async function runJourneys(folder: string, port: number, env: Record<string, string> = {}): Promise<void> {
  const args = ['test', '--config', `e2e/${folder}/playwright.config.ts`, '--reporter=line'];
  const journeys = spawn(join(projectRoot, 'node_modules/.bin/playwright'), args, {
    cwd: projectRoot,
    env: { ...process.env, E2E_PORT: String(port), E2E_WORKERS: '1', ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  expect(await once(journeys, 'exit')).toEqual([0, null]);
}
