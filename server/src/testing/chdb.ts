import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../reports/clickhouse/testing/serve_chdb.py', import.meta.url));

/** A ClickHouse of this run, reached over HTTP. */
export interface Chdb {
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Starts the engine of ClickHouse in a process of Python.
 *
 * @param packages - the folder that `scripts/testing/chdb.mjs` has put chdb into.
 * @param kept - a folder for its data, which is there for the next time; else they are thrown away.
 * @throws {Error} with what Python said, when it does not start.
 */
export async function startChdb(packages: string, kept?: string): Promise<Chdb> {
  const folder = kept ?? (await mkdtemp(join(tmpdir(), 'noa-chdb-')));
  const python = spawn(process.env['PYTHON'] || 'python3', [program, folder], {
    env: { ...process.env, PYTHONPATH: packages },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let said = '';
  python.stderr.on('data', (text) => (said = `${said}${text}`.slice(-2000)));
  const ended = once(python, 'exit').then(() => {
    throw new Error(`chdb did not start: ${said}`);
  });
  const [port] = (await Promise.race([once(python.stdout, 'data'), ended])) as [Buffer];
  ended.catch(() => undefined);
  return {
    url: `http://127.0.0.1:${String(port).trim()}`,
    stop: async () => {
      // What it has answered is in its files, and nothing else is to be written down in order.
      const isGone = python.exitCode !== null || python.signalCode !== null || once(python, 'exit');
      python.kill('SIGKILL');
      await isGone;
      if (kept === undefined) {
        await rm(folder, { recursive: true, force: true });
      }
    },
  };
}
