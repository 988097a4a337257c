import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { aContainer, anOrg } from '../../testing/factories.ts';
import { asSystem, signIn, signInGateway } from '../../testing/harness.ts';
import { aReportingContainer, minutesAgo, Record, update } from '../status-updates/status-update.fixture.ts';

const SinceOf = /* GraphQL */ `
  query ($id: ID!) {
    container(id: $id) {
      status {
        level
        since
        readings {
          kind
          since
        }
      }
    }
  }
`;

const BySince = /* GraphQL */ `
  query ($level: StatusLevel, $first: Int, $after: String) {
    containerStatuses(
      filter: { level: $level }
      first: $first
      after: $after
      sort: [{ field: since, direction: asc }, { field: serial_number, direction: asc }]
    ) {
      nodes {
        since
        container {
          serialNumber
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`;

/** A container whose lock tells how full it is; `tell` takes minutes ago and percent, in the order of arrival. */
async function aFillingContainer() {
  const { container, gateway, implementer } = await aReportingContainer();
  let number = 0;
  const told = ([minutes, percent]: readonly [number, number], kind = 'fill_level_pct') =>
    update(container.id, ++number, { kind, value: String(percent), at: minutesAgo(minutes) });
  const send = async (updates: readonly object[]) => {
    const { data } = await gateway.run(Record, { updates });
    expect(data.recordStatusUpdates.results.map(({ outcome }: { outcome: string }) => outcome)).toEqual(
      updates.map(() => 'accepted'),
    );
  };
  const status = async () => (await implementer.run(SinceOf, { id: container.id })).data.container.status;
  return {
    container,
    tell: (...readings: readonly (readonly [number, number])[]) => send(readings.map((each) => told(each))),
    tellBattery: (...readings: readonly (readonly [number, number])[]) =>
      send(readings.map((each) => told(each, 'battery_life_pct'))),
    status,
    /** Whole minutes for which it has been at its level; null where nothing is wrong. */
    minutes: async () => {
      const { since } = await status();
      return since === null ? null : Math.round((Date.now() - Date.parse(since)) / 60_000);
    },
  };
}

it('a container is full since the first reading that said so, however often it says so again', async () => {
  const { tell, minutes, status } = await aFillingContainer();

  await tell([300, 40], [240, 96]);
  await tell([180, 97]);
  await tell([60, 99], [30, 98]);

  expect(await minutes()).toBe(240);
  expect((await status()).readings).toEqual([{ kind: 'fill_level_pct', since: (await status()).since }]);
});

it('emptied and full again, it is full since then; and so it is from warning to error', async () => {
  const { tell, minutes } = await aFillingContainer();

  await tell([300, 96], [200, 3], [100, 85]);
  expect(await minutes()).toBe(100);

  await tell([50, 96], [40, 97]);
  expect(await minutes()).toBe(50);

  await tell([10, 2]);
  expect(await minutes()).toBeNull();
});

it('what arrives late counts from when it was, before the run as within it', async () => {
  const { tell, minutes } = await aFillingContainer();
  await tell([300, 10], [100, 96], [20, 99]);

  await tell([200, 97]);
  expect(await minutes()).toBe(200);

  await tell([400, 98]); // before it was found almost empty
  expect(await minutes()).toBe(200);

  await tell([60, 12]);
  expect(await minutes()).toBe(20);
});

it('a container is at its level since the longest of what makes it so', async () => {
  const { tell, tellBattery, minutes, status } = await aFillingContainer();
  await tell([240, 50], [30, 96]);
  await tellBattery([240, 20], [90, 8]);
  expect(await minutes()).toBe(90);

  await tellBattery([10, 21]);
  expect(await status()).toMatchObject({ level: 'error' });
  expect(await minutes()).toBe(30);
});

it('a silent lock makes it so since its last sign, and what it said before no longer counts', async () => {
  const { container, tell, status } = await aFillingContainer();
  await tell([5, 96]);
  await asSystem(async (tx) => {
    const past = sql`now() - interval '80 hours'`;
    await sql`update container_status_summary set heard_at = ${past}, error_at = ${past} where container_id = ${container.id}`.execute(
      tx,
    );
    await sql`update container_status set occurred_at = ${past}, since = now() - interval '90 hours'
      where container_id = ${container.id}`.execute(tx);
  });

  const { level, since } = await status();
  expect(level).toBe('error');
  expect(Math.round((Date.now() - Date.parse(since)) / 3_600_000)).toBe(80);
});

it('a list comes longest since first, page by page, with what has nothing wrong at its end', async () => {
  const org = await anOrg();
  const orgIds = [org.id];
  const { container_group_id } = await aContainer({ org_id: org.id, serial_number: 'Z' });
  const gateway = await signInGateway(orgIds);
  for (const [serial_number, minutes, percent] of [
    ['A', 10, 96],
    ['B', 30, 97],
    ['C', 20, 99],
    ['D', 40, 10],
    ['E', 50, 85],
  ] as const) {
    const container = await aContainer({ org_id: org.id, container_group_id, serial_number });
    const told = { kind: 'fill_level_pct', value: String(percent), at: minutesAgo(minutes) };
    await gateway.run(Record, { updates: [update(container.id, 1, told)] });
  }
  const reader = await signIn(['container_admin'], { orgIds });
  const listed = async (level: string | null) => {
    let [serials, after, more] = ['', null as string | null, true];
    while (more) {
      const { data } = await reader.run(BySince, { level, first: 2, after });
      const { nodes, pageInfo } = data.containerStatuses;
      serials += nodes.map((node: { container: { serialNumber: string } }) => node.container.serialNumber).join('');
      [after, more] = [pageInfo.endCursor as string, pageInfo.hasNextPage as boolean];
    }
    return serials;
  };

  expect(await listed('error')).toBe('BCA');
  expect(await listed(null)).toBe('EBCADZ');
});
