/** `npm run e2e`: the browser journeys alone; arguments go to Playwright. */
import { findChromium } from './debian-programs.mjs';
import { buildConsole, fail, install, program, run } from './prepare.mjs';

await program(async () => {
  await install();
  await buildConsole();
  const chromium = (await findChromium()) ?? fail('Without a browser there are no journeys.');
  const args = ['test', '--config', 'e2e/playwright.config.ts', ...process.argv.slice(2)];
  return run('playwright', args, { env: { CHROMIUM_PATH: chromium } });
});
