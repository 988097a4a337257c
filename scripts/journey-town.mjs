/**
 * `node scripts/journey-town.mjs <folder>`: a data folder with the demonstration town, of which the journeys' servers take copies.
 * A server invents the town for a quarter of a minute and starts on a copy in one second; and Playwright starts its servers one
 * after another. Needs the installed packages.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { fail, node, program, root } from './prepare.mjs';

/** What journeys look at needs no more; all 200,000 take a third of a minute of processor time, and each server some of it again. */
const events = 40_000;

await program(async () => {
  const folder = process.argv[2] ?? fail('Say which folder the town goes into.');
  rmSync(folder, { recursive: true, force: true });
  const own = { DATA_DIR: folder, LOG_LEVEL: 'warn', DEMO_EVENTS: String(events) };
  const env = { ...process.env, PORT: process.env.E2E_PORT ?? '8190', ...own };
  const server = spawn(node, ['server/src/main.ts'], { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(server, 'exit');
  let said = '';
  server.stdout.on('data', (chunk) => {
    const wasReady = said.includes('Noa is ready');
    said += String(chunk);
    if (!wasReady && said.includes('Noa is ready')) {
      server.kill('SIGTERM');
    }
  });
  const [code, signal] = await ended;
  if (code !== 0 || !said.includes('Noa is ready')) {
    process.stdout.write(said);
    fail(`The server has not made the town: it ended with ${signal ?? `code ${code}`}.`);
  }
  return 0;
});
