import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { configDefaults, defineConfig } from 'vitest/config';
import './server/src/process/thread-pool.ts'; // of the workers, as of a server

/** Tests that measure seconds, or what a machine does in one: they run one by one, before all others, and leave half of the processor to `npm test`. */
const timed = 'src/**/*.timed.test.ts';

/** Tests that take long (kills, soaks, whole real files): only `npm run test:long` runs them (vitest.long.config.ts). */
export const long = '**/*.long.test.{ts,mjs}';

/** Groups run in the order of their numbers; one below nought would not be run at all. */
const [first, afterwards] = [{ groupOrder: 0 }, { groupOrder: 1 }];

/** Vitest leaves one core to itself, and would run one file at a time on two; but a file also waits for PostgreSQL, a sixth of its time. */
const maxWorkers = Math.max(3, availableParallelism() - 1);

const seeded = fileURLToPath(new URL('scripts/testing/test-seed.mjs', import.meta.url));

/** What Node runs as it stands, Node loads: by way of Vite each test file would wait twice as long for its imports. */
export const asNodeDoes = {
  setupFiles: [seeded],
  sequence: afterwards,
  environment: 'node',
  experimental: { viteModuleRunner: false, nodeLoader: false },
  exclude: [...configDefaults.exclude, long],
  testTimeout: 60_000,
  maxWorkers,
} as const;

export const server = {
  ...asNodeDoes,
  root: 'server',
  globalSetup: './src/testing/global-setup.ts',
  // What hangs is stopped; what a slow or busy machine takes ten times as long for is not. Tests of seconds say their own.
  testTimeout: 120_000,
  hookTimeout: 120_000,
} as const;

/** A worker imports the API, which takes longer than most files' tests, once and not by file. */
const inOneWorker = { ...server, isolate: false, setupFiles: [seeded, './src/testing/worker/setup.ts'] } as const;

export default defineConfig({
  test: {
    projects: [
      { test: { ...asNodeDoes, name: 'scripts', root: 'scripts', include: ['**/*.test.mjs'], isolate: false } },
      { test: { ...asNodeDoes, name: 'domain', root: 'domain', isolate: false } },
      { test: { ...inOneWorker, name: 'server', exclude: [...server.exclude, timed] } },
      { test: { ...inOneWorker, name: 'server-timed', include: [timed], maxWorkers: 1, sequence: first } },
      { test: { ...asNodeDoes, name: 'bench', root: 'bench', isolate: false } },
      {
        test: {
          name: 'console',
          root: 'console',
          sequence: afterwards,
          environment: 'node',
          setupFiles: [seeded],
          include: ['src/**/*.test.{ts,tsx}'],
          // Styles are left out, unless a test reads them as they are written.
          css: { include: [/\?raw$/] },
          exclude: asNodeDoes.exclude,
          maxWorkers,
          isolate: false,
        },
      },
    ],
  },
});
