import { configDefaults, defineConfig } from 'vitest/config';
import { asNodeDoes, long, server } from './vitest.config.ts';

/** One by one: many of them also measure seconds or memory. */
const oneByOne = { include: [long], exclude: configDefaults.exclude, maxWorkers: 1, testTimeout: 600_000 } as const;

/** `npm run test:long`: what is too long for every `npm test`, and is run before an issue is resolved. */
export default defineConfig({
  test: {
    projects: [
      { test: { ...server, ...oneByOne, name: 'server-long' } },
      { test: { ...asNodeDoes, ...oneByOne, name: 'bench-long', root: 'bench' } },
      { test: { ...asNodeDoes, ...oneByOne, name: 'scripts-long', root: 'scripts', testTimeout: 1_800_000 } },
    ],
  },
});
