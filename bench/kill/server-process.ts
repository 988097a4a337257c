import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/**
 * What is killed: the server, PostgreSQL as a whole, both at once, one of its backends, which makes it recover, or PostgreSQL while a
 * backend of it is stopped, which therefore lives on and holds what the next one needs.
 */
export type Victim = 'server' | 'postgres' | 'both' | 'backend' | 'all but a backend';

type Part = 'server' | 'postgres' | 'backend';

const partsOf: Readonly<Record<Victim, readonly Part[]>> = {
  server: ['server'],
  postgres: ['postgres'],
  both: ['server', 'postgres'],
  backend: ['backend'],
  'all but a backend': ['postgres'],
};

/** Milliseconds for a server to come (back); `start.mjs` may have to install and build before. */
const timeoutMs = { 'server/src/main.ts': 180_000, 'scripts/start.mjs': 600_000 } as const;

export interface ServerOptions {
  readonly dataDir: string;
  readonly port: number;
}

/** What is started, from the project's root: the server, or what starts the server again by itself. */
export type Program = 'server/src/main.ts' | 'scripts/start.mjs';

interface StartOptions {
  /** With the accounts of the demonstration. */
  readonly demo: boolean;
  readonly program: Program;
}

/** A real server on data of its own, with its embedded PostgreSQL. It is started again when it is killed. */
export class ServerProcess {
  readonly origin: string;
  readonly databaseUrl: string;
  readonly #options: ServerOptions;
  #child: ChildProcess | null = null;
  #started: StartOptions = { demo: false, program: 'server/src/main.ts' };
  #stopping = false;

  constructor(options: ServerOptions) {
    this.#options = options;
    this.origin = `http://localhost:${options.port}`;
    this.databaseUrl = `postgresql://noa@/noa?host=${join(options.dataDir, 'socket')}`;
  }

  /** Resolves when it serves. */
  async start(options: StartOptions): Promise<void> {
    this.#started = options;
    this.#spawn();
    await this.#untilServing();
  }

  /** Starts another in its place, which takes over the PostgreSQL that the killed one leaves behind. */
  async startAgain(options: StartOptions): Promise<void> {
    this.#started = options;
    await this.kill('server');
  }

  #spawn(): void {
    const { dataDir, port } = this.#options;
    const { demo, program } = this.#started;
    const child = spawn(process.execPath, [program], {
      cwd: fileURLToPath(new URL('../../', import.meta.url)),
      env: {
        ...process.env,
        NODE_ENV: 'development',
        PORT: String(port),
        DATA_DIR: dataDir,
        LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'silent',
        DEMO: demo ? '1' : '0',
      },
      stdio: ['ignore', process.env['LOG_LEVEL'] ? 'inherit' : 'ignore', 'inherit'],
    });
    this.#child = child;
    child.on('exit', (code, signal) => {
      // 75: it may start the next time.
      if (!this.#stopping && (signal !== null || code === 75)) {
        this.#spawn();
      }
    });
  }

  /** Kills (`-9`), and waits until all is as before. @returns the milliseconds that took. */
  async kill(victim: Victim): Promise<number> {
    const began = performance.now();
    const parts = partsOf[victim];
    const pids = await Promise.all(parts.map((part) => this.#pidOf(part)));
    if (victim === 'all but a backend') {
      process.kill(await this.#pidOf('backend'), 'SIGSTOP');
    }
    pids.forEach((pid) => process.kill(pid, 'SIGKILL'));
    for (const [index, part] of parts.entries()) {
      const isBack = async () => (await this.#pidOf(part).catch(() => pids[index])) !== pids[index];
      while (part !== 'backend' && !(await isBack())) {
        await this.#lookAgain(began, `The ${part} did not come back`);
      }
    }
    await this.#untilServing(began);
    return performance.now() - began;
  }

  async #pidOf(victim: Part): Promise<number> {
    const { dataDir } = this.#options;
    if (victim === 'server') {
      return Number(await readFile(join(dataDir, 'noa.pid'), 'utf8'));
    }
    const [first] = (await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n');
    const postmaster = Number(first);
    return victim === 'postgres' ? postmaster : aBackendOf(postmaster);
  }

  async #untilServing(began = performance.now()): Promise<void> {
    while (!(await fetch(`${this.origin}/health`).catch(() => undefined))?.ok) {
      await this.#lookAgain(began, 'The server does not serve');
    }
  }

  async #lookAgain(began: number, complaint: string): Promise<void> {
    const limitMs = timeoutMs[this.#started.program];
    if (performance.now() - began > limitMs) {
      throw new Error(`${complaint} within ${limitMs / 1_000} s`);
    }
    await pause(20);
  }

  /** Stops it in order, its PostgreSQL included. */
  async stop(): Promise<void> {
    this.#stopping = true;
    const child = this.#child;
    if (child && child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
  }
}

/** A port that nobody listens on just now. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0);
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** Process number of one that works for a client just now, or waits for it; after a recovery the first may still have to come. */
async function aBackendOf(postmaster: number, tries = 500): Promise<number> {
  const children = await readFile(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8');
  for (const pid of children.trim().split(' ').map(Number).toReversed()) {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    if (/^postgres: \S+ noa /.test(command)) {
      return pid;
    }
  }
  if (tries === 0) {
    throw new Error('No backend works for anybody');
  }
  await pause(20);
  return aBackendOf(postmaster, tries - 1);
}
