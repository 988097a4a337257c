import { defineConfig } from '@playwright/test';
import shared from '../playwright.config.ts';
import { dataDir, noaUrl, realmUrl } from './addresses.ts';

/** The journeys of `npm run check:keycloak`: one Noa, whose people sign in at a real Keycloak. They change its realm, so one by one. */
export default defineConfig({
  ...shared,
  testMatch: '*.journey.ts',
  workers: 1,
  // Keycloak's first pages are slow, and a renewal is waited for.
  timeout: 180_000,
  expect: { timeout: 60_000 },
  use: { ...shared.use, baseURL: noaUrl, actionTimeout: 60_000 },
  webServer: {
    command: 'node server/src/main.ts',
    cwd: '../..',
    url: `${noaUrl}/health`,
    env: {
      PORT: new URL(noaUrl).port,
      DATA_DIR: dataDir,
      OIDC_AUTHORITY: realmUrl,
      LOG_LEVEL: 'warn',
    },
    reuseExistingServer: false,
    timeout: 300_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    stdout: 'pipe',
  },
});
