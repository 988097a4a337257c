/**
 * `npm test`: everything CI demands, in one go. Each step runs even if one before it failed, so that one run tells all; the
 * last line counts.
 */
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findChromium, findMosquitto } from './debian-programs.mjs';
import { buildConsole, generateTypes, install, run } from './prepare.mjs';

await install();
await generateTypes();

const reports = mkdtempSync(join(tmpdir(), 'noa-reports-'));
const results = [];
/** What could not be tried on this machine, said again at the end. */
const leftOut = [];

async function check(title, work) {
  process.stdout.write(`\n=== ${title}\n`);
  const began = Date.now();
  const counts = await work();
  results.push({ title, seconds: (Date.now() - began) / 1000, ...counts });
}

/** A step that passes or fails as one. */
const whole = (code) => (code === 0 ? { passed: 1, failed: 0, skipped: 0 } : { passed: 0, failed: 1, skipped: 0 });

/** Counts of a test runner; a runner that failed without naming a test counts as one failure. */
function counted(code, read) {
  try {
    const counts = read();
    return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
  } catch (error) {
    process.stderr.write(`No report to count: ${String(error)}\n`);
    return { passed: 0, failed: 1, skipped: 0 };
  }
}

const readReport = (name) => JSON.parse(readFileSync(join(reports, name), 'utf8'));

await check('Format', async () => whole(await run('oxfmt', ['--check'])));
await check('Types', async () => whole(await run('tsc', ['-b'])));
await check('Lint', async () => whole(await run('oxlint', ['--type-aware', '--deny-warnings'])));
await check('Unused code', async () => whole(await run('knip', [])));
await check('Unit and integration tests', async () => {
  const output = join(reports, 'vitest.json');
  const broker = await findMosquitto();
  if (!broker) {
    leftOut.push('MQTT bridge: not tried against a broker, as there is no mosquitto');
  }
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${output}`];
  const code = await run('vitest', args, { env: broker ? { MOSQUITTO_PATH: broker } : {} });
  return counted(code, () => {
    const { numPassedTests, numFailedTests, numPendingTests } = readReport('vitest.json');
    return { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests };
  });
});
await check('Weight of the console', async () => {
  await buildConsole();
  return whole(await run('node', ['scripts/check-budgets.mjs']));
});
await check('Browser journeys', async () => {
  const chromium = await findChromium();
  if (!chromium) {
    return { passed: 0, failed: 1, skipped: 0 };
  }
  const env = { CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: join(reports, 'playwright.json') };
  const code = await run('playwright', ['test', '--config', 'e2e/playwright.config.ts', '--reporter=list,json'], {
    env,
  });
  return counted(code, () => {
    const { expected, unexpected, flaky, skipped } = readReport('playwright.json').stats;
    return { passed: expected, failed: unexpected + flaky, skipped };
  });
});

process.stdout.write('\n');
for (const { title, seconds, passed, failed, skipped } of results) {
  const mark = failed > 0 ? '✗' : '✓';
  process.stdout.write(
    `${mark} ${title.padEnd(28)} ${seconds.toFixed(1).padStart(6)} s   ${passed} / ${failed} / ${skipped}\n`,
  );
}
for (const what of leftOut) {
  process.stdout.write(`! SKIPPED ${what}\n`);
}
const total = (key) => results.reduce((sum, result) => sum + result[key], 0);
process.stdout.write(`\n${total('passed')} passed, ${total('failed')} failed, ${total('skipped')} skipped\n`);
process.exitCode = total('failed') > 0 ? 1 : 0;
