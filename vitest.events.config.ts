import { configDefaults, defineConfig } from 'vitest/config';
import { long, server } from './vitest.config.ts';

/** What asks events, wherever they are counted: with `TEST_EVENTS=clickhouse` by ClickHouse. DuckDB's own room is left out. */
export default defineConfig({
  test: {
    ...server,
    name: 'events',
    isolate: false,
    setupFiles: [...server.setupFiles, './src/testing/worker/setup.ts'],
    include: [
      'src/reports/**/*.test.ts',
      'src/authorization/{filters,other-orgs,empty-ids}.test.ts',
      'src/registry/apartments/canary.test.ts',
      'src/monitoring/metrics.test.ts',
    ],
    exclude: [...configDefaults.exclude, long, 'src/reports/projection/**', '**/*.timed.test.ts'],
  },
});
