import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { Controller } from '../sync/controller.fixture.ts';
import { asSystem, signIn, signInGateway } from '../testing/harness.ts';
import { seedConfirmations } from './seed.ts';
import { seedRegistry } from './registry.ts';
import { inventTown } from './town.ts';

it('every lock of the demonstration has confirmed its list, and may go on from it', async () => {
  const now = new Date();
  const registry = await asSystem(async (tx) => {
    const made = await seedRegistry(tx, inventTown());
    await sql`select ensure_month('status_update', m.day::date) from unnest(${[now, new Date(now.getTime() - 4 * 86_400_000)].map((each) => `${each.toISOString().slice(0, 7)}-01`)}::text[]) as m (day)`.execute(
      tx,
    );
    await seedConfirmations(tx, made, now);
    return made;
  });
  const root = await signIn(['root']);

  const { data } = await root.run(
    '{ containers(first: 200) { nodes { sync { phase } } } behind: containers(filter: { unsynced: true }) { totalCount } }',
  );

  expect(new Set(data.containers.nodes.map(({ sync }: { sync: { phase: string } }) => sync.phase))).toEqual(
    new Set(['current']),
  );
  expect(data.behind.totalCount).toBe(0);
  const lock = new Controller(registry.containers[0]?.id ?? '', await signInGateway([registry.orgId]));
  const { rows } = await asSystem((tx) =>
    sql<{ version: string }>`
    select applied_version::text as version from container_sync where container_id = ${lock.containerId}`.execute(tx),
  );
  expect(await lock.ask(rows[0]?.version ?? null, 100)).toMatchObject({ mode: 'delta', cards: [] });
});
