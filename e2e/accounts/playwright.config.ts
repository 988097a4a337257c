import { defineConfig } from '@playwright/test';
import shared from '../playwright.config.ts';

const { webServer: _webServer, ...settings } = shared;

/** From the first administrator's link on, at a server that was started without anybody (`accounts-journey.long.test.ts` of the server). */
export default defineConfig({
  ...settings,
  testDir: '.',
  testMatch: '*.journey.ts',
  workers: 1,
  timeout: 600_000,
  expect: { timeout: 60_000 },
  use: { ...settings.use, actionTimeout: 60_000 },
});
