import { defineConfig } from '@playwright/test';
import shared from '../playwright.config.ts';

const { webServer: _webServer, ...settings } = shared;

/** The main journey at a proxy before several servers, which listens on `E2E_PORT` already (`journey.long.test.ts` of the server). */
export default defineConfig({
  ...settings,
  testDir: '..',
  testMatch: 'main-job.spec.ts',
  grep: /a list of buildings goes in/,
  workers: 1,
  timeout: 300_000,
  expect: { timeout: 60_000 },
  use: { ...settings.use, actionTimeout: 60_000 },
});
