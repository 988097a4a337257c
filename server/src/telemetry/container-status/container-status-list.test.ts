import { expect, it } from 'vitest';
import { aContainer, anOrg } from '../../testing/factories.ts';
import { asSystem, signIn, signInGateway } from '../../testing/harness.ts';

const List = `query ($filter: ContainerStatusFilter, $first: Int, $after: String, $last: Int, $before: String) {
  containerStatuses(
    filter: $filter, first: $first, after: $after, last: $last, before: $before,
    sort: [{ field: level, direction: desc }, { field: serial_number, direction: asc }]
  ) {
    totalCount
    nodes { id level container { serialNumber } }
    pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
  }
}`;

const Record = `mutation ($updates: [StatusUpdateInput!]!) {
  recordStatusUpdates(updates: $updates) { results { outcome } }
}`;

/** Five containers, A to E, in every state there is; C was never heard from. */
async function aTownInEveryState() {
  const org = await anOrg();
  const group = (await aContainer({ org_id: org.id, serial_number: 'A' })).container_group_id;
  for (const serial_number of ['B', 'C', 'D', 'E']) {
    await aContainer({ org_id: org.id, container_group_id: group, serial_number });
  }
  const containers = await asSystem((tx) =>
    tx.selectFrom('container').select(['id', 'serial_number']).where('org_id', '=', org.id).execute(),
  );
  const idOf = (serial: string) => containers.find(({ serial_number }) => serial_number === serial)?.id ?? '';
  const orgIds = [org.id];
  const gateway = await signInGateway(orgIds);
  const told = { A: 'ok', B: 'info', D: 'warning', E: 'error' };
  await gateway.run(Record, {
    updates: Object.entries(told).map(([serial, level]) => ({
      containerId: idOf(serial),
      updateNumber: 1,
      kind: 'servicing',
      level,
      at: new Date().toISOString(),
    })),
  });
  return { idOf, orgIds, reader: await signIn(['local_reporter'], { orgIds }) };
}

const serials = (nodes: { container: { serialNumber: string } }[]) =>
  nodes.map(({ container }) => container.serialNumber).join('');

it('gives the worst first, page by page and back, and what is not known before what is well', async () => {
  const { reader } = await aTownInEveryState();

  const first = (await reader.run(List, { first: 2 })).data.containerStatuses;
  const second = (await reader.run(List, { first: 2, after: first.pageInfo.endCursor })).data.containerStatuses;
  const third = (await reader.run(List, { first: 2, after: second.pageInfo.endCursor })).data.containerStatuses;
  const back = (await reader.run(List, { last: 2, before: third.pageInfo.startCursor })).data.containerStatuses;

  expect([first, second, third, back].map(({ nodes }) => serials(nodes))).toEqual(['ED', 'CB', 'A', 'CB']);
  expect(third.pageInfo.hasNextPage).toBe(false);
});

it('finds those of which nothing is known, and those that are named', async () => {
  const { reader, idOf } = await aTownInEveryState();

  const unknown = (await reader.run(List, { filter: { unknown: true } })).data.containerStatuses;
  expect(unknown).toMatchObject({ totalCount: 1, nodes: [{ id: idOf('C'), level: null }] });

  const ids = [idOf('A'), idOf('D'), 'not an id'];
  const named = (await reader.run(List, { filter: { ids } })).data.containerStatuses;
  expect(serials(named.nodes)).toBe('DA');
  expect((await reader.run(List, { filter: { ids: [] } })).data.containerStatuses.nodes).toEqual([]);
});

it('finds no foreign container by its id, and no more than a page by ids', async () => {
  const { idOf } = await aTownInEveryState();
  const other = await signIn(['local_reporter'], { orgIds: [(await anOrg()).id] });

  const foreign = await other.run(List, { filter: { ids: [idOf('A')] } });
  expect(foreign.data.containerStatuses).toMatchObject({ totalCount: 0, nodes: [] });

  const many = await other.run(List, { filter: { ids: Array.from({ length: 201 }, () => idOf('A')) } });
  expect(many.errors).toMatchObject([{ code: 'LimitExceeded' }]);
});

it('comes in one order whatever the size of the page, both ways', async () => {
  const { reader } = await aTownInEveryState();
  const page = async (args: Record<string, unknown>) => (await reader.run(List, args)).data.containerStatuses;

  for (const size of [1, 2, 3, 4, 5, 6]) {
    let [forth, back] = ['', ''];
    for (let next = await page({ first: size }); ; next = await page({ first: size, after: next.pageInfo.endCursor })) {
      forth += serials(next.nodes);
      if (!next.pageInfo.hasNextPage) {
        break;
      }
    }
    for (
      let next = await page({ last: size });
      ;
      next = await page({ last: size, before: next.pageInfo.startCursor })
    ) {
      back = `${serials(next.nodes)}${back}`;
      if (!next.pageInfo.hasPreviousPage) {
        break;
      }
    }
    expect([forth, back]).toEqual(['EDCBA', 'EDCBA']);
  }
  expect((await reader.run(List, { first: 0 })).errors).toMatchObject([{ code: 'ValidationFailed' }]);
  expect((await reader.run(List, { first: 1, after: 'error x' })).errors).toMatchObject([{ code: 'ValidationFailed' }]);
  expect((await reader.run(List, { filter: { level: 'ok' }, first: 9 })).data.containerStatuses.totalCount).toBe(1);
});

it.each([
  [true, ['C']],
  [false, ['A', 'B', 'D', 'E']],
  [null, ['A', 'B', 'C', 'D', 'E']],
])('keeps those of which nothing is known, or those of which something is: %s', async (unknown, kept) => {
  const { reader } = await aTownInEveryState();
  const Kept = `query ($filter: ContainerStatusFilter) {
    containerStatusCounts(filter: $filter) { total unknown }
    containerStatuses(filter: $filter, sort: [{ field: serial_number, direction: asc }]) {
      totalCount nodes { container { serialNumber } }
    }
  }`;
  const filter = { unknown };

  const { data } = await reader.run(Kept, { filter });
  const byLevel = (await reader.run(List, { filter })).data.containerStatuses;

  expect(serials(data.containerStatuses.nodes)).toBe(kept.join(''));
  expect(serials(byLevel.nodes).split('').toSorted()).toEqual(kept);
  expect(data.containerStatuses.totalCount).toBe(kept.length);
  expect(data.containerStatusCounts).toEqual({ total: kept.length, unknown: kept.includes('C') ? 1 : 0 });
});
