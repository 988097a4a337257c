/** `npm run e2e`: the browser journeys alone; arguments go to Playwright. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findChromium } from './debian-programs.mjs';
import { buildConsole, fail, install, program, run } from './prepare.mjs';

await program(async () => {
  await install();
  await buildConsole();
  const chromium = (await findChromium()) ?? fail('Without a browser there are no journeys.');
  const town = mkdtempSync(join(tmpdir(), 'noa-town-'));
  try {
    if ((await run('node', ['scripts/journey-town.mjs', town])) !== 0) {
      fail('Without a town there are no journeys.');
    }
    const args = ['test', '--config', 'e2e/playwright.config.ts', ...process.argv.slice(2)];
    return await run('playwright', args, { env: { CHROMIUM_PATH: chromium, E2E_TOWN: town } });
  } finally {
    rmSync(town, { recursive: true, force: true });
  }
});
