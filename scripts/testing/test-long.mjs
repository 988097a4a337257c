/**
 * `npm run test:long`: tests too long for `npm test` (`*.long.test.ts`), run before an issue is resolved; and all tests
 * and journeys again, as thoroughly as they can (`TEST_THOROUGH`) and with inputs that `npm test` does not try (`TEST_SEED`), in the last hours of a month, those of the server on each
 * PostgreSQL that Debian's packages have put here and on versions 16 to 18, as they are set, and those of reports with the events in ClickHouse. Arguments go to Vitest, and leave all but the first out.
 */
import { randomInt } from 'node:crypto';
import { findChromium, findFaketime, findMosquitto, findStockPostgres } from '../debian-programs.mjs';
import { buildConsole, install, program, run } from '../prepare.mjs';
import { say } from '../steps.mjs';
import { fetchStockPostgres } from '../stock-postgres.mjs';
import { findChdb } from './chdb.mjs';
import { minutesToMonthEnd } from './month-end.mjs';

/** What the journeys in a browser need, at several servers, from the first administrator on, and from a town’s own files; nothing where none is among the tests. */
async function browserFor(args) {
  if (args.length > 0 && !args.some((each) => /several-servers|accounts-journey|town-journey/.test(each))) {
    return {};
  }
  await buildConsole();
  const chromium = await findChromium();
  if (!chromium) {
    say('SKIPPED: the journeys in a browser, as there is no Chromium\n');
  }
  return chromium && { CHROMIUM_PATH: chromium };
}

await program(async () => {
  await install();
  const args = process.argv.slice(2);
  const broker = await findMosquitto();
  const seed = process.env['TEST_SEED'] ?? String(randomInt(2 ** 31));
  say(`Inputs of property tests: TEST_SEED=${seed}\n`);
  const chdb = await findChdb();
  const env = {
    TEST_SEED: seed,
    ...(broker && { MOSQUITTO_PATH: broker }),
    ...(chdb && { CHDB_PATH: chdb.CHDB_PATH }),
    ...(await browserFor(args)),
  };
  const long = await run('vitest', ['run', '--config', 'vitest.long.config.ts', ...args], { env });
  if (args.length > 0) {
    return long;
  }
  const codes = [
    long,
    await run('vitest', ['run', '--project', '!server-timed'], { env: { ...env, TEST_THOROUGH: '1' } }),
    await run('node', ['scripts/e2e.mjs'], { env: { TEST_THOROUGH: '1' } }),
  ];
  const faketime = await findFaketime();
  if (faketime) {
    say('\n=== All tests that measure no seconds, in the last hours of a month\n');
    const shift = ['-f', `+${minutesToMonthEnd(new Date())}m`];
    codes.push(
      await run(faketime, [...shift, 'vitest', 'run', '--project', '!server-timed'], {
        env: { ...env, TEST_SHIFTED_CLOCK: '1' },
      }),
    );
  }
  for (const programs of [...findStockPostgres(), ...(await fetchStockPostgres())]) {
    say(`\n=== The server's tests on the PostgreSQL of ${programs}, as it is set\n`);
    const args = ['run', '--project', 'server', '--project', 'server-timed'];
    codes.push(await run('vitest', args, { env: { ...env, TEST_POSTGRES: programs } }));
  }
  if (chdb) {
    say('\n=== The tests of reports, with the events in ClickHouse\n');
    codes.push(
      await run('vitest', ['run', '--config', 'vitest.events.config.ts'], {
        env: { ...env, ...chdb, TEST_THOROUGH: '1' },
      }),
    );
  }
  return Math.max(...codes);
});
