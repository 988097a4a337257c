import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import '../reports/testing/events.ts'; // opens the reports of the test's database
import { callerLabels } from '../authorization/world.ts';
import { asSystem, internalErrors } from '../testing/harness.ts';
import { fuzz, seed } from './fuzz.fixture.ts';
import { aCanary } from './hostile-values.fixture.ts';
import { aLog, canariesIn, postgresLog } from './logs.fixture.ts';

/** Operations for each kind of caller. */
const perRole = 20_000;
const canary = aCanary();

beforeAll(async () => {
  await asSystem((tx) =>
    sql`insert into gis_node (id, kind, name) values ('authorization', 'county', 'Vaslui')`.execute(tx),
  );
});

describe(`20,000 operations made from the schema (TEST_SEED=${seed})`, () => {
  it.each(callerLabels)('are never answered with Internal, asked by %s', { timeout: 1_200_000 }, async (label) => {
    const { broken, answered, refused } = await fuzz(label, perRole, seed, canary);
    console.info(`${label}: ${answered} answered, refused ${JSON.stringify(Object.fromEntries(refused))}`);

    expect(broken.map(({ operation }) => operation).slice(0, 5)).toEqual([]);
    expect(answered).toBeGreaterThan(perRole / 20);
  });

  it('leave nothing of what was typed in any log', async () => {
    const { logger, text } = aLog();
    internalErrors.forEach((err) => logger.error({ err }, 'Internal error'));

    expect(canariesIn(text(), canary)).toEqual([]);
    expect(canariesIn((await postgresLog()) ?? '', canary)).toEqual([]);
  });
});
