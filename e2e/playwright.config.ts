import { defineConfig } from '@playwright/test';
import { allAreReady, baseURL, workers } from './support/server.ts';
import { isThorough } from './support/thorough.ts';

/** What Playwright turns off itself: of two such lists Chromium takes the later one, ours. */
const turnedOffByPlaywright = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
];

/**
 * Pages that ask to stand alone (Cross-Origin-Opener-Policy) are given a process of their own, beside that of the empty page with which each journey
 * begins: a sixteenth of a second. No journey opens one from another; at night they are as people have them.
 */
const turnedOffEachTime = isThorough ? [] : ['CrossOriginOpenerPolicy'];

/** What the console's code is compiled into costs a journey more than it spares in its few seconds: a twelfth of the processor. At night it is as people have it. */
const asCompiledEachTime = isThorough ? [] : ['--js-flags=--no-opt --no-maglev'];

/** And on. */
const turnedOnByPlaywright = ['CDPScreenshotNewSurface', 'SkipListAccountsWithoutGaiaCookies'];

/** Chromium as Debian ships it, in a machine without a network of its own. */
const browserArguments = [
  // A process made ready for a page to come costs each journey one that it never opens; two draw what one does. Together a tenth of the processor.
  `--disable-features=${[...turnedOffByPlaywright, ...turnedOffEachTime, 'SpareRendererForSitePerProcess'].join(',')}`,
  `--enable-features=${[...turnedOnByPlaywright, 'NetworkServiceInProcess2'].join(',')}`,
  '--num-raster-threads=1',
  ...asCompiledEachTime,
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  workers,
  fullyParallel: false,
  // One of many alike is tried before each commit, all by `npm run test:long` (decision 49).
  ...(!isThorough && { grepInvert: /@thorough/ }),
  forbidOnly: Boolean(process.env['CI']),
  // Limits for what hangs, not for what is slow: that is measured (`bytes.spec.ts`, `npm run bench:console`).
  timeout: 120_000,
  expect: { timeout: 20_000 },
  use: {
    baseURL,
    locale: 'ro-RO',
    timezoneId: 'Europe/Bucharest',
    viewport: { width: 1280, height: 800 },
    // Nobody looks at what moves; each dialog would be waited for until it stands still.
    contextOptions: { reducedMotion: 'reduce' },
    actionTimeout: 30_000,
    // Tracing costs each journey a fifth of its time: it is asked for when one has failed.
    trace: process.env['E2E_TRACE'] ? 'retain-on-failure' : 'off',
    launchOptions: { executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium', args: browserArguments },
  },
  webServer: {
    command: 'node e2e/support/start-servers.ts',
    cwd: '..',
    wait: { stdout: new RegExp(allAreReady) },
    timeout: 180_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    stdout: 'pipe',
  },
});
