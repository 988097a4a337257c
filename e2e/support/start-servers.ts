/**
 * `node e2e/support/start-servers.ts`, which Playwright runs: starts the servers of all workers at once, as it would wait for each before it starts
 * the next. Says when all are ready, and ends when all have ended, or with 1 when one ends before it is ready. Who stops it stops its whole
 * process group, as Playwright does.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { allAreReady, servers, startCommand, type JourneyServer } from './server.ts';

/** What the product says when it can be used. */
const ready = 'Noa is ready';

/** Starts a server on data of its own; resolves when it can be used, and gives what resolves when it has ended. */
async function start({ port, dataDir }: JourneyServer): Promise<{ ended: Promise<unknown> }> {
  const env = { ...process.env, PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'warn' };
  const server = spawn('sh', ['-c', startCommand(dataDir)], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(server, 'exit');
  return new Promise((resolve, reject) => {
    createInterface(server.stdout).on('line', (line) => {
      process.stdout.write(`${line}\n`);
      if (line.startsWith(ready)) {
        resolve({ ended });
      }
    });
    void ended.then(([code]) =>
      reject(new Error(`The server at port ${port} ended with ${String(code)} before it was ready`)),
    );
  });
}

process.on('SIGTERM', () => undefined); // its servers are told too, and end with what they still have to do

const started = await Promise.all(servers.map(start));
process.stdout.write(`${allAreReady}\n`);
await Promise.all(started.map(({ ended }) => ended));
