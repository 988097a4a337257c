/**
 * `npm run test:long`: tests too long for `npm test` (`*.long.test.ts`), run before an issue is resolved; and every report by
 * every two of its groupings. Arguments go to Vitest.
 */
import { findMosquitto } from './debian-programs.mjs';
import { install, program, run } from './prepare.mjs';

await program(async () => {
  await install();
  const broker = await findMosquitto();
  const env = broker ? { MOSQUITTO_PATH: broker } : {};
  const args = process.argv.slice(2);
  const long = await run('vitest', ['run', '--config', 'vitest.long.config.ts', ...args], { env });
  if (args.length > 0) {
    return long;
  }
  const allPairs = { ...env, REPORT_PAIRS: 'all' };
  return Math.max(long, await run('vitest', ['run', '--project', 'server', 'reports/catalogue'], { env: allPairs }));
});
