/** What the reports of the two test runners say: how many tests passed, and which failed. */
import { stripVTControlCharacters } from 'node:util';

/** The first line of what a failed test said, without colours. */
const firstLine = (message = '') => stripVTControlCharacters(message).trim().split('\n', 1)[0];

/**
 * @param report - as Vitest's JSON reporter writes it.
 * @param files - that should have run: of a project that it does not understand, Vitest says nothing.
 * @returns counts, and a line for each failed test or file, and each file that was not run, which counts as a failure.
 */
export function readVitest({ numPassedTests, numFailedTests, numPendingTests, testResults }, files = []) {
  const failures = testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed');
    const ofTests = failed.map((test) => `${name} › ${test.fullName}: ${firstLine(test.failureMessages[0])}`);
    return status === 'failed' && failed.length === 0 ? [`${name}: ${firstLine(message)}`] : ofTests;
  });
  const run = new Set(testResults.map(({ name }) => name));
  const left = files.filter((file) => !run.has(file)).map((file) => `${file}: was not run`);
  const failed = numFailedTests + left.length;
  return { passed: numPassedTests, failed, skipped: numPendingTests, failures: [...failures, ...left] };
}

/**
 * @param report - as Playwright's JSON reporter writes it.
 * @returns counts, and a line for each failed journey or error outside of them.
 */
export function readPlaywright({ stats, suites, errors }) {
  const failures = [...suites.flatMap(failedIn), ...errors.map(({ message }) => firstLine(message))];
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky, skipped: stats.skipped, failures };
}

function failedIn({ file, specs, suites = [] }) {
  const failed = specs.filter(({ ok }) => !ok);
  const own = failed.map(({ line, title, tests }) => {
    const error = tests.flatMap(({ results }) => results.flatMap((result) => result.errors))[0];
    return `${file}:${line} › ${title}: ${firstLine(error?.message)}`;
  });
  return [...own, ...suites.flatMap(failedIn)];
}
