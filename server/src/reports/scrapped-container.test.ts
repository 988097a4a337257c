import { expect, it } from 'vitest';
import { checksumOf } from '../sync/controller.fixture.ts';
import { aContainer, anOrg } from '../testing/factories.ts';
import { asSystem, signIn, signInGateway, type Caller } from '../testing/harness.ts';
import { AskReport } from './testing/events.ts';

const Record =
  'mutation ($events: [CardEventInput!]!) { recordCardEvents(events: $events) { results { outcome reason } } }';
const Tell =
  'mutation ($updates: [StatusUpdateInput!]!) { recordStatusUpdates(updates: $updates) { results { outcome reason } } }';
const Sync = 'query ($containerId: ID!) { cardsToSync(containerId: $containerId) { version } }';
const Confirm = `mutation ($containerId: ID!, $checksum: String!) {
  acknowledgeSync(containerId: $containerId, version: "0", checksum: $checksum, count: 0, outcome: applied)
}`;
const Delete = 'mutation ($id: ID!, $rowId: ID!) { deleteContainer(id: $id, rowId: $rowId) }';

/** What a lock does that has work: it opens, tells how full it is, fetches its list and confirms it; of its third event it tells before its second. */
async function work(gateway: Caller, containerId: string): Promise<void> {
  const at = new Date().toISOString();
  const events = [1, 3].map((eventNumber) => ({ containerId, eventNumber, kind: 'full_use', at }));
  const updates = [{ containerId, updateNumber: 1, kind: 'fill_level_pct', value: '97', at }];
  for (const answer of [
    await gateway.run(Record, { events }),
    await gateway.run(Tell, { updates }),
    await gateway.run(Sync, { containerId }),
    await gateway.run(Confirm, { containerId, checksum: checksumOf([]) }),
  ]) {
    expect(answer.errors).toBeUndefined();
  }
}

/** Nothing has come from the lock for so many hours. */
const silentFor = (container_id: string, hours: number) =>
  asSystem(async (tx) => {
    const since = new Date(Date.now() - hours * 3_600_000);
    await tx
      .updateTable('container_status_summary')
      .set({ heard_at: since })
      .where('container_id', '=', container_id)
      .execute();
    await tx.updateTable('container_sync').set({ asked_at: since }).where('container_id', '=', container_id).execute();
  });

it('a container whose lock is gone is taken out of the registry, once it is silent for longer than the org allows; what it did stays counted, and how much of it is known', async () => {
  const { id: org_id } = await anOrg();
  const [container, other] = [await aContainer({ org_id }), await aContainer({ org_id })];
  const { id, row_id: rowId } = container;
  const gateway = await signInGateway([org_id]);
  const technician = await signIn(['container_admin'], { orgIds: [org_id] });
  const implementer = await signIn(['local_implementer'], { orgIds: [org_id] });
  await work(gateway, id);
  await work(gateway, other.id);
  const period = {
    from: new Date(Date.now() - 3_600_000).toISOString(),
    to: new Date(Date.now() + 3_600_000).toISOString(),
  };
  const told = async () => {
    const input = { ...period, groupBy: ['container'], metrics: ['event_count', 'total_litres'] };
    const { data, errors } = await implementer.run(AskReport, { name: 'usage', input });
    expect(errors).toBeUndefined();
    const { completeness, rows, totals } = data.report;
    return { completeness, rows, totals };
  };
  const before = await told();
  expect(before.totals).toEqual([null, 4, 120]);
  expect(before.completeness).toBeLessThan(100);

  const bound = {
    code: 'ValidationFailed',
    fields: { id: 'delete.hasDependants' },
    dependants: [{ kind: 'controller', count: 1 }],
  };
  expect((await technician.run(Delete, { id, rowId })).errors).toMatchObject([bound]);
  await silentFor(id, 71);
  expect((await technician.run(Delete, { id, rowId })).errors).toMatchObject([bound]);
  await silentFor(id, 73);
  const { data, errors } = await technician.run(Delete, { id, rowId });

  expect([data, errors]).toEqual([{ deleteContainer: id }, undefined]);
  const left = await technician.run(
    '{ containers { nodes { id } } containerStatuses { nodes { id } } containerStatusCounts { total } }',
  );
  expect(left.data).toEqual({
    containers: { nodes: [{ id: other.id }] },
    containerStatuses: { nodes: [{ id: other.id }] },
    containerStatusCounts: { total: 1 },
  });
  expect(await told()).toEqual(before);
  const listed = await implementer.run(
    '{ cardEvents { totalCount nodes { kind } } statusUpdates { totalCount nodes { kind } } }',
  );
  expect([listed.errors, listed.data.cardEvents.totalCount]).toEqual([undefined, 4]);
  expect((await gateway.run(Sync, { containerId: id })).errors).toMatchObject([{ code: 'NotFound' }]);
  const late = { containerId: id, eventNumber: 2, kind: 'full_use', at: new Date().toISOString() };
  const again = await gateway.run(Record, { events: [late, { ...late, containerId: other.id }] });
  expect(again.data.recordCardEvents.results).toEqual([
    { outcome: 'rejected', reason: 'cardEvent.containerNotFound' },
    { outcome: 'accepted', reason: null },
  ]);
});

it('an org that lets its locks be silent for longer keeps their containers for longer', async () => {
  const { id: org_id } = await anOrg();
  const { id, row_id: rowId } = await aContainer({ org_id });
  await work(await signInGateway([org_id]), id);
  await asSystem((tx) =>
    tx.updateTable('org_settings').set({ silence_error_hours: 200 }).where('org_id', '=', org_id).execute(),
  );
  await silentFor(id, 199);
  const root = await signIn(['root']);

  expect((await root.run(Delete, { id, rowId })).errors).toMatchObject([{ code: 'ValidationFailed' }]);
});
