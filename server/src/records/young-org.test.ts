import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { aContainerGroup, anOrg } from '../testing/factories.ts';
import { asOwner, asSystem, signIn, type Caller } from '../testing/harness.ts';
import { stepsOf, watchPlans } from '../testing/plans.ts';

const rowsOfOrg = 8_000;
const pageSize = 50;
/** What a page of an index comes to, with what its rows and the caller are looked up by. */
const stepsOfPage = 1_500;

async function anOrgOf(containers: number): Promise<string> {
  const { id } = await anOrg();
  const group = await aContainerGroup({ org_id: id });
  await asSystem((tx) =>
    sql`insert into container (org_id, container_group_id, serial_number, waste_stream, access_mode, size_litres, volume_control_litres)
      select ${id}, ${group.id}, ${id.slice(-8)} || i, 'glass', 'open', 1100, 30 from generate_series(1, ${containers}::int) i`.execute(
      tx,
    ),
  );
  return id;
}

interface Paged {
  readonly containers: { readonly pageInfo: { readonly endCursor: string } };
}

const ask = (by: Caller, args: string) =>
  by.run(`{ containers(first: ${pageSize}${args}) { nodes { id } pageInfo { endCursor } } }`);

/** Statements of a page that read more than a page. */
async function readsTooMuch(by: Caller, args: string) {
  const steps = await stepsOf(() => ask(by, args));
  expect(steps.size).toBeGreaterThan(0);
  return [...steps].filter(([, { steps: done }]) => done > stepsOfPage);
}

describe('an org that is younger than the statistics of its tables', () => {
  let by: Caller;

  beforeAll(async () => {
    await watchPlans();
    for (let others = 0; others < 10; others += 1) {
      await anOrgOf(300);
    }
    await asOwner('analyze');
    by = await signIn(['local_implementer'], { orgIds: [await anOrgOf(rowsOfOrg)] });
  });

  it.each([
    ['in the order of its serials', ''],
    ['of what was changed last', ', sort: { field: updated_at, direction: desc }'],
    ['that is narrowed', ', filter: { wasteStream: glass }'],
  ])('reads for a page %s no more than a page', async (_order, args) => {
    const { endCursor } = ((await ask(by, args)).data as unknown as Paged).containers.pageInfo;

    expect(await readsTooMuch(by, args)).toEqual([]);
    expect(await readsTooMuch(by, `${args}, after: ${JSON.stringify(endCursor)}`)).toEqual([]);
  });
});
