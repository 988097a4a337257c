import pg from 'pg';
import { expect, it, vi } from 'vitest';
import { aContainer, anOrg } from '../../testing/factories.ts';
import { asSystem, databaseUrl, signIn, signInGateway, type Caller } from '../../testing/harness.ts';
import { subscribe, type Subscription } from '../../testing/subscribe.ts';

const Changes = `subscription { containerStatusChanged {
  id level heardAt container { serialNumber fillLevelPct } readings { kind value }
} }`;

const Record = `mutation ($updates: [StatusUpdateInput!]!) {
  recordStatusUpdates(updates: $updates) { results { outcome reason } }
}`;

const containersOf = async (orgId: string, count: number) => {
  const first = await aContainer({ org_id: orgId });
  const ids = [first.id];
  while (ids.length < count) {
    ids.push((await aContainer({ org_id: orgId, container_group_id: first.container_group_id })).id);
  }
  return ids;
};

const fill = (containerId: string, updateNumber: number, value: number) => ({
  containerId,
  updateNumber,
  kind: 'fill_level_pct',
  value: String(value),
  at: new Date().toISOString(),
});

const eventually = (assertion: () => void | Promise<void>) => vi.waitFor(assertion, { timeout: 8_000, interval: 25 });

/** What only the owner of the database may do. */
async function breakNotifications(): Promise<void> {
  const owner = new pg.Client({ connectionString: databaseUrl });
  await owner.connect();
  await owner.query(`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'noa notifications'`);
  await owner.end();
}

/** The last fill level that came of each container. */
const newest = ({ answers }: Subscription) =>
  new Map(
    answers.map(({ data: { containerStatusChanged: status } }) => [
      status.id as string,
      Number(status.readings[0].value),
    ]),
  );

async function report(gateway: Caller, updates: object[]) {
  const { data } = await gateway.run(Record, { updates });
  expect(new Set(data.recordStatusUpdates.results.map(({ outcome }: { outcome: string }) => outcome))).toEqual(
    new Set(['accepted']),
  );
}

it('tells of each container that changes, within the caller’s scope alone', async () => {
  const [org, other] = [await anOrg(), await anOrg()];
  const [mine] = await containersOf(org.id, 1);
  const [foreign] = await containersOf(other.id, 1);
  const gateway = await signInGateway([org.id, other.id]);
  const watching = await subscribe(await signIn(['local_reporter'], { orgIds: [org.id] }), Changes);

  await report(gateway, [fill(foreign ?? '', 1, 10), fill(mine ?? '', 1, 20)]);
  expect(watching.headers.get('x-accel-buffering')).toBe('no');

  await eventually(() => expect(watching.answers).toHaveLength(1));
  expect(watching.answers[0]?.data.containerStatusChanged).toMatchObject({
    id: mine,
    level: 'ok',
    container: { fillLevelPct: 20 },
    readings: [{ kind: 'fill_level_pct', value: '20' }],
  });
  watching.close();
});

it('lets two hundred updates a second pass, and ends with the newest of each container', async () => {
  const org = await anOrg();
  const ids = await containersOf(org.id, 40);
  const gateway = await signInGateway([org.id]);
  const watching = await subscribe(await signIn(['container_admin'], { orgIds: [org.id] }), Changes);
  const rounds = 15; // of 40: 600 updates, sent as fast as they are taken

  const began = performance.now();
  for (let round = 1; round <= rounds; round += 1) {
    await report(
      gateway,
      ids.map((id, index) => fill(id, round, (round * 6 + index) % 101)),
    );
  }
  const perSecond = (rounds * ids.length * 1000) / (performance.now() - began);

  const wanted = new Map(ids.map((id, index) => [id, (rounds * 6 + index) % 101]));
  await eventually(() => expect(newest(watching)).toEqual(wanted));
  expect(perSecond).toBeGreaterThan(200);
  watching.close();
});

it('stops for somebody who is no longer a member, within seconds', async () => {
  const org = await anOrg();
  const [id = ''] = await containersOf(org.id, 1);
  const gateway = await signInGateway([org.id]);
  const former = await signIn(['local_reporter'], { orgIds: [org.id] });
  const [leaving, staying] = [
    await subscribe(former, Changes),
    await subscribe(await signIn(['local_reporter'], { orgIds: [org.id] }), Changes),
  ];
  const { data } = await former.run('{ viewer { id } }');
  const passed = performance.now.bind(performance);
  const later = vi.spyOn(performance, 'now');
  try {
    await asSystem((tx) => tx.deleteFrom('org_member').where('account_id', '=', data.viewer.id).execute());
    later.mockImplementation(() => passed() + 3_000);

    await report(gateway, [fill(id, 1, 10)]);

    await eventually(() => expect(staying.answers).toHaveLength(1));
    await report(gateway, [fill(id, 2, 20)]);
    await eventually(() => expect(staying.answers).toHaveLength(2));
    expect(leaving.answers).toEqual([]);
  } finally {
    later.mockRestore();
  }
  leaving.close();
  staying.close();
});

it('goes on as before, and looks who asks, where the clock is set back', async () => {
  const org = await anOrg();
  const [id = ''] = await containersOf(org.id, 1);
  const gateway = await signInGateway([org.id]);
  const watching = await subscribe(await signIn(['local_reporter'], { orgIds: [org.id] }), Changes);
  await report(gateway, [fill(id, 1, 10)]);
  await eventually(() => expect(watching.answers).toHaveLength(1));
  const earlier = Date.now() - 50_000; // less than tokens are good before their time
  vi.useFakeTimers({ toFake: ['Date'], now: earlier });
  try {
    await report(gateway, [fill(id, 2, 20)]);

    await eventually(() => expect(watching.answers).toHaveLength(2));
  } finally {
    vi.useRealTimers();
  }
  watching.close();
});

it('ends when the connection to PostgreSQL was lost, and can be opened again at once', async () => {
  const org = await anOrg();
  const [id = ''] = await containersOf(org.id, 1);
  const gateway = await signInGateway([org.id]);
  const reader = await signIn(['local_reporter'], { orgIds: [org.id] });
  const lost = await subscribe(reader, Changes);

  await breakNotifications();
  await lost.ended;
  const again = await subscribe(reader, Changes);
  await report(gateway, [fill(id, 1, 10)]);

  await eventually(() => expect(newest(again)).toEqual(new Map([[id, 10]])));
  again.close();
});

it('is for those who read statuses, and bounded', async () => {
  const resident = await subscribe(await signIn(['ara_user']), Changes);
  await resident.ended;
  expect(resident.answers).toMatchObject([{ errors: [{ code: 'Forbidden' }] }]);

  const org = await anOrg();
  const [id = ''] = await containersOf(org.id, 1);
  const gateway = await signInGateway([org.id]);
  const reader = await signIn(['local_reporter'], { orgIds: [org.id] });
  const open = await Promise.all(Array.from({ length: 20 }, () => subscribe(reader, Changes)));
  const refused = await subscribe(reader, Changes);
  await refused.ended;
  expect(refused.answers).toMatchObject([{ errors: [{ code: 'LimitExceeded' }] }]);

  for (const each of open) {
    each.close();
  }
  let tries = 0;
  await eventually(async () => {
    const free = await subscribe(reader, Changes);
    tries += 1;
    await report(gateway, [fill(id, tries, tries)]);
    await vi.waitFor(() => expect(free.answers).not.toEqual([]), { timeout: 4_000, interval: 25 });
    free.close();
    expect(free.answers[0]?.errors).toBeUndefined();
  });
});
