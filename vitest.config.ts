import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'scripts', root: 'scripts', environment: 'node', include: ['*.test.mjs'] } },
      { test: { name: 'domain', root: 'domain', environment: 'node' } },
      {
        test: {
          name: 'server',
          root: 'server',
          environment: 'node',
          globalSetup: './src/testing/global-setup.ts',
          testTimeout: 30_000,
          hookTimeout: 60_000,
          // Two copies of graphql, one of them loaded by Node itself, would not know each other's types.
          server: { deps: { inline: [/@pothos/, /graphql/] } },
        },
      },
      { test: { name: 'bench', root: 'bench', environment: 'node' } },
      { test: { name: 'console', root: 'console', environment: 'node', include: ['src/**/*.test.{ts,tsx}'] } },
    ],
  },
});
