import { describe, expect, it } from 'vitest';
import { readPlaywright, readVitest } from './test-reports.mjs';

describe('what failed is named', () => {
  it('by Vitest: each test with the first line of its message, and a file that could not be read', () => {
    const test = (status, fullName, ...failureMessages) => ({ status, fullName, failureMessages });
    const read = readVitest({
      numPassedTests: 1,
      numFailedTests: 1,
      numPendingTests: 0,
      testResults: [
        {
          name: '/noa/a.test.ts',
          status: 'failed',
          assertionResults: [test('passed', 'holds'), test('failed', 'falls', '\u001B[31mError: no\u001B[39m\n  at a')],
        },
        { name: '/noa/b.test.ts', status: 'failed', message: 'Cannot find module', assertionResults: [] },
      ],
    });
    expect(read).toEqual({
      passed: 1,
      failed: 1,
      skipped: 0,
      failures: ['/noa/a.test.ts › falls: Error: no', '/noa/b.test.ts: Cannot find module'],
    });
  });

  it('by Vitest: each file that nobody ran', () => {
    const report = {
      numPassedTests: 1,
      numFailedTests: 0,
      numPendingTests: 0,
      testResults: [{ name: '/noa/a.test.ts', status: 'passed', assertionResults: [] }],
    };

    expect(readVitest(report, ['/noa/a.test.ts', '/noa/b.timed.test.ts'])).toEqual({
      passed: 1,
      failed: 1,
      skipped: 0,
      failures: ['/noa/b.timed.test.ts: was not run'],
    });
  });

  it('by Playwright: each journey, in suites of suites too, and what failed outside of them', () => {
    const spec = (ok, title, errors) => ({ ok, line: 7, title, tests: [{ results: [{ errors }] }] });
    const journey = spec(false, 'a card is handed out', [{ message: 'Error: timed out\nCall log' }]);
    const read = readPlaywright({
      stats: { expected: 1, unexpected: 1, flaky: 1, skipped: 2 },
      errors: [{ message: 'the server did not start' }],
      suites: [
        {
          file: 'cards.spec.ts',
          specs: [spec(true, 'holds', [])],
          suites: [{ file: 'cards.spec.ts', specs: [journey] }],
        },
      ],
    });
    expect(read).toEqual({
      passed: 1,
      failed: 2,
      skipped: 2,
      failures: ['cards.spec.ts:7 › a card is handed out: Error: timed out', 'the server did not start'],
    });
  });
});
