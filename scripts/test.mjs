/**
 * `npm test`: everything CI demands, in one go. Each step runs even if one before it failed, so that one run tells all; the
 * last line counts. What browser journeys need (the console's build, a town) is made beside the tests; what needs no other (types,
 * format, lint, unused code) runs beside the journeys, in the fifth of the processor's time in which they wait.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findBeforehand, findChromium, findMosquitto, findPromtool, findSpeller } from './debian-programs.mjs';
import { buildConsole, generateTypes, install, program, root, run } from './prepare.mjs';
import { lastComplaints, passSignalsToSteps, runStep, say } from './steps.mjs';
import { knownChdb } from './testing/chdb.mjs';
import { makeQuickFolder, removeQuickFolder } from './testing/quick-folder.mjs';
import { readPlaywright, readVitest } from './testing/test-reports.mjs';

const reports = mkdtempSync(join(tmpdir(), 'noa-reports-'));
const results = [];
/** The demonstration town, made beside the tests; the journeys' servers start on copies of it. */
const town = mkdtempSync(join(tmpdir(), 'noa-town-'));
const townTitle = 'Town of the journeys';
/** What could not be tried on this machine, said again at the end. */
const leftOut = [];

const failedAsOne = { passed: 0, failed: 1, skipped: 0 };

/** Runs a step and keeps its counts; one that throws or takes longer than its limit counts as one failure. */
async function check(step, work) {
  const { seconds, result } = await runStep(step, work);
  results.push({ title: step.title, seconds, ...(result ?? failedAsOne) });
}

/** A step that passes or fails as one. */
const whole = (code) => (code === 0 ? { passed: 1, failed: 0, skipped: 0 } : failedAsOne);

/**
 * What checks types is written in Go, whose threads and rubbish collections would take half as much processor time again,
 * from the tests beside it: it collects only where it would take more than 3 GiB, half a GiB more than what it needs.
 */
const frugal = { GOGC: 'off', GOMEMLIMIT: '3GiB', GOMAXPROCS: '1' };

/** A step that is one program, and runs beside others, whom it leaves the processor when they want it. */
const checkBeside = (title, limitSeconds, ...command) =>
  check({ title, limitSeconds, beside: true }, async () => {
    return whole(await run('nice', ['-n', '19', ...command], { env: frugal }));
  });

/** Counts of a test runner; one that failed without naming a test counts as one failure, with what it last said to be wrong. */
function counted(code, read) {
  try {
    const counts = read();
    if (code === 0 || counts.failed > 0) {
      return counts;
    }
    const unnamed = `No test failed, but their runner did, with ${code}. Its last errors:\n${lastComplaints()}`;
    const failures = counts.failures.length > 0 ? counts.failures : [unnamed];
    return { ...counts, failed: failures.length, failures };
  } catch (error) {
    say(`No report to count: ${String(error)}\n`);
    return failedAsOne;
  }
}

const readReport = (name) => JSON.parse(readFileSync(join(reports, name), 'utf8'));

async function checkSource() {
  await checkBeside('Types', 600, 'tsc', '-b', '--singleThreaded');
  await checkBeside('Format', 300, 'oxfmt', '--check');
  await checkBeside('Lint', 900, 'oxlint', '--type-aware', '--deny-warnings', '--threads=1');
  await checkBeside('Unused code', 600, 'knip');
}

async function prepareJourneys() {
  // First what one core does: the tests that begin measure seconds.
  await check({ title: townTitle, limitSeconds: 600, beside: true }, async () => {
    return whole(await run('node', ['scripts/journey-town.mjs', town]));
  });
  await check({ title: 'Weight of the console', limitSeconds: 600, beside: true }, async () => {
    await buildConsole();
    return whole(await run('node', ['scripts/check-budgets.mjs']));
  });
}

/** Files of tests that each commit runs, wherever they lie; `npm run test:long` runs the long ones. */
const testFiles = () =>
  ['scripts', 'domain', 'server', 'console', 'bench'].flatMap((part) =>
    readdirSync(join(root, part), { recursive: true })
      .filter((path) => /(?<!\.long)\.test\.(ts|tsx|mjs)$/.test(path) && !path.includes('node_modules'))
      .map((path) => join(root, part, path)),
  );

const runTests = () =>
  check({ title: 'Unit and integration tests', limitSeconds: 1200 }, async () => {
    const output = join(reports, 'vitest.json');
    const broker = await findMosquitto();
    if (!broker) {
      leftOut.push('MQTT bridge: not tried against a broker, as there is no mosquitto');
    }
    if (!(await findSpeller())) {
      leftOut.push('Spelling of Romanian texts: not checked, as there is no hunspell-ro');
    }
    const promtool = await findPromtool();
    if (!promtool) {
      leftOut.push('/metrics and alerts: not checked by promtool, as there is none');
    }
    // Its feed alone; `npm run test:long` tries all of it.
    const chdb = knownChdb();
    if (!chdb) {
      leftOut.push('Events in ClickHouse: not tried, as its engine is not here; npm run test:long fetches it');
    }
    const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${output}`];
    const folder = makeQuickFolder();
    const code = await run('vitest', args, {
      env: {
        TMPDIR: folder,
        ...(broker && { MOSQUITTO_PATH: broker }),
        ...(promtool && { PROMTOOL_PATH: promtool }),
        ...(chdb && { CHDB_PATH: chdb.CHDB_PATH }),
      },
    });
    removeQuickFolder(folder);
    return counted(code, () => readVitest(readReport('vitest.json'), testFiles()));
  });

const runJourneys = () =>
  check({ title: 'Browser journeys', limitSeconds: 1800 }, async () => {
    const chromium = await findChromium();
    if (!chromium) {
      return failedAsOne;
    }
    // A town that was not finished is no town: each server then invents its own.
    const isTownMade = results.some(({ title, failed }) => title === townTitle && failed === 0);
    const env = {
      CHROMIUM_PATH: chromium,
      ...(isTownMade && { E2E_TOWN: town }),
      PLAYWRIGHT_JSON_OUTPUT_FILE: join(reports, 'playwright.json'),
    };
    const code = await run('playwright', ['test', '--config', 'e2e/playwright.config.ts', '--reporter=list,json'], {
      env,
    });
    return counted(code, () => readPlaywright(readReport('playwright.json')));
  });

/** The lines at the end: each step with its seconds, each failed test, what was left out, the sum. @returns the exit code. */
function sumUp() {
  process.stdout.write('\n');
  for (const { title, seconds, passed, failed, skipped } of results) {
    const mark = failed > 0 ? '✗' : '✓';
    process.stdout.write(
      `${mark} ${title.padEnd(28)} ${seconds.toFixed(1).padStart(6)} s   ${passed} / ${failed} / ${skipped}\n`,
    );
  }
  for (const failure of results.flatMap(({ failures = [] }) => failures)) {
    process.stdout.write(`✗ ${failure}\n`);
  }
  for (const what of leftOut) {
    process.stdout.write(`! SKIPPED ${what}\n`);
  }
  const total = (key) => results.reduce((sum, result) => sum + result[key], 0);
  process.stdout.write(`\n${total('passed')} passed, ${total('failed')} failed, ${total('skipped')} skipped\n`);
  return total('failed') > 0 ? 1 : 0;
}

await program(async () => {
  passSignalsToSteps();
  await check({ title: 'Packages and generated types', limitSeconds: 600 }, async () => {
    // npm waits for the network most of the time. Who needs what could not be found says so then.
    await Promise.all([install(), findBeforehand()]);
    await generateTypes();
    return { passed: 0, failed: 0, skipped: 0 };
  });
  if (results.every(({ failed }) => failed === 0)) {
    await Promise.all([prepareJourneys(), runTests()]);
    await Promise.all([checkSource(), runJourneys()]);
  }
  rmSync(town, { recursive: true, force: true });
  rmSync(reports, { recursive: true, force: true });
  return sumUp();
});
