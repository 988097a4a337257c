import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { evaluateAll } from '../telemetry/alerts/alert.fixture.ts';
import { asSystem } from '../testing/harness.ts';
import { seedAlertRules } from './seed.ts';
import { seedRegistry } from './registry.ts';
import { seedStatuses } from './statuses.ts';
import { inventTown } from './town.ts';

it("the town's rules find incidents in what its locks tell, of which nobody is told of too many", async () => {
  const now = new Date();
  await asSystem(async (tx) => {
    const town = inventTown();
    const registry = await seedRegistry(tx, town);
    await seedStatuses(tx, registry, town.random, now);
    await seedAlertRules(tx, registry.orgId);
  });

  await evaluateAll(new Date(now.getTime() + 60_000));

  const { rows } = await asSystem((tx) =>
    sql<{ condition: string; count: number }>`
      select condition, count(*)::int as count from incident group by 1 order by 1`.execute(tx),
  );
  expect(rows.map(({ condition }) => condition)).toEqual(['fill', 'level', 'silence']);
  for (const { condition, count } of rows) {
    expect(count, condition).toBeLessThan(25);
  }
});
