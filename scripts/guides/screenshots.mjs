/**
 * `npm run guide:screenshots`: takes the pictures of the guides (docs/ghid) of a demonstration town that it makes and throws away, and
 * builds the console anew, which then has them. An address (`-- http://localhost:8080`) has it take them of a server that runs already.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findChromium } from '../debian-programs.mjs';
import { freePort } from '../keycloak/keycloak.mjs';
import { buildConsole, fail, install, node, program, root, run } from '../prepare.mjs';
import { say } from '../steps.mjs';

/** Where the build looks for them (console/guides.ts). */
const folder = join(root, 'docs/ghid/imagini');

/** Runs `work` beside a server with a demonstration town of its own. */
async function besideServer(work) {
  const port = await freePort();
  // The server makes it, so that the user whom its PostgreSQL runs as may enter.
  const dataDir = join(tmpdir(), `noa-guide-${port}`);
  const env = { ...process.env, PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'warn' };
  const server = spawn(node, ['server/src/main.ts'], { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(server, 'exit');
  try {
    const ready = new Promise((resolve) => {
      let said = '';
      server.stdout.on('data', (chunk) => {
        said += String(chunk);
        if (said.includes('Noa is ready')) {
          resolve(true);
        }
      });
    });
    if (!(await Promise.race([ready, ended.then(() => false)]))) {
      fail('The server has not started; the lines above say why.');
    }
    return await work(`http://localhost:${port}`);
  } finally {
    server.kill('SIGTERM');
    await ended;
    rmSync(dataDir, { recursive: true, force: true });
  }
}

await program(async () => {
  await install();
  await buildConsole();
  const chromium = (await findChromium()) ?? fail('Without a browser there are no pictures.');
  const take = (origin) =>
    run('node', ['e2e/guide/take-pictures.ts', folder, origin], { env: { CHROMIUM_PATH: chromium } });
  const [running] = process.argv.slice(2);
  if ((await (running ? take(running) : besideServer(take))) !== 0) {
    fail('The pictures could not be taken; the lines above say why.');
  }
  await buildConsole();
  say(`The pictures are in ${folder}, and in the console's guides.\n`);
  return 0;
});
