/**
 * `npm run check:keycloak`: signing in, renewal, sign-out, new keys, lost roles and gateways, in a browser and against a real
 * Keycloak that runs the realms of `deploy/keycloak`. Arguments go to Playwright.
 */
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findChromium } from '../debian-programs.mjs';
import { freePort, missingForKeycloak, startKeycloak } from './keycloak.mjs';
import { buildConsole, fail, install, program, run } from '../prepare.mjs';
import { say } from '../steps.mjs';

await program(async () => {
  const missing = missingForKeycloak();
  if (missing) {
    say(`SKIPPED: the journeys with a real Keycloak. ${missing}\n`);
    return 0;
  }
  await install();
  await buildConsole();
  const chromium = (await findChromium()) ?? fail('Without a browser there are no journeys.');
  const port = await freePort();
  const keycloak = await startKeycloak(`http://localhost:${port}`);
  const dataDir = join(tmpdir(), `noa-keycloak-${port}`);
  try {
    return await run(
      'playwright',
      ['test', '--config', 'e2e/keycloak/playwright.config.ts', ...process.argv.slice(2)],
      {
        env: {
          CHROMIUM_PATH: chromium,
          E2E_PORT: String(port),
          KEYCLOAK_DATA_DIR: dataDir,
          KEYCLOAK_URL: keycloak.url,
          KEYCLOAK_PASSWORD: keycloak.password,
        },
      },
    );
  } finally {
    await keycloak.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
});
