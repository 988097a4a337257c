/**
 * Runs before each test file. What property tests try is the same in each `npm test`, which then fails by a change and never by
 * luck; `npm run test:long` tries other inputs each time, and `TEST_SEED=…` those of a run that failed again.
 */
import fc from 'fast-check';

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env['TEST_SEED'] ?? 2026) });
