import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { sql } from 'kysely';
import { aContainer, aContainerGroup, anOrg } from '../../testing/factories.ts';
import { asOwner, asSystem, db, signIn, signInGateway } from '../../testing/harness.ts';
import { Record } from '../status-updates/status-update.fixture.ts';
import { evaluateNext } from './evaluate.ts';
import { aRule, deliverAll, evaluateAll, incidentsOf, minutesAfter, tellStatus } from './alert.fixture.ts';

const now = new Date(Math.floor(Date.now() / 60_000) * 60_000 + 120_000);
const at = (minutes: number) => minutesAfter(now, minutes);

/** A container group with two containers, and somebody who keeps its org's rules. */
async function anIsland() {
  const { id: orgId } = await anOrg();
  await asSystem((tx) => sql`update org_settings set mail_domains = 'noa.test' where org_id = ${orgId}`.execute(tx));
  const group = await aContainerGroup({ org_id: orgId });
  const container = () => aContainer({ org_id: orgId, container_group_id: group.id });
  const [one, two] = [await container(), await container()];
  return { orgId, group, one, two, admin: await signIn(['container_admin'], { orgIds: [orgId] }) };
}

const battery = (container: Parameters<typeof tellStatus>[0], pct: number, minutes: number) =>
  tellStatus(container, 'battery_life_pct', String(pct), pct <= 10 ? 'error' : 'ok', at(minutes));

beforeEach(() => asSystem((tx) => sql`update alert_rule set active = false`.execute(tx)));

describe('an incident', () => {
  it('is one for a container group, however many containers and readings say so, and is told once', async () => {
    const { orgId, group, one, two, admin } = await anIsland();
    await aRule(admin, orgId);
    await battery(one, 5, 0);
    await evaluateAll(at(0));

    await battery(two, 4, 1);
    await battery(one, 3, 1);
    await evaluateAll(at(2));

    expect(await incidentsOf(admin)).toMatchObject([
      {
        ruleName: 'Baterii',
        state: 'open',
        openedAt: at(0).toISOString(),
        containerGroup: { id: group.id },
        containers: [one.id, two.id].toSorted().map((id) => ({ id })),
        deliveries: [{ occasion: 'opened', channel: 'mail', state: 'waiting', pending: ['ana@noa.test'] }],
        viewerCanUpdate: true,
      },
    ]);
  });

  it('is opened also after a server whose clock was a day ahead has looked', async () => {
    const { orgId, one, admin } = await anIsland();
    await aRule(admin, orgId);
    await evaluateAll(at(24 * 60));
    await battery(one, 5, 2);

    await evaluateAll(at(2));

    expect(await incidentsOf(admin)).toMatchObject([{ state: 'open', openedAt: at(2).toISOString() }]);
  });

  it('resolves by itself when its condition has not held for an hour', async () => {
    const { orgId, one, admin } = await anIsland();
    await aRule(admin, orgId);
    await battery(one, 5, 0);
    await evaluateAll(at(0));
    await battery(one, 80, 5);

    await evaluateAll(at(6));
    await evaluateAll(at(60));
    expect(await incidentsOf(admin)).toMatchObject([{ state: 'open', resolvedAt: null }]);
    await evaluateAll(at(67));

    expect(await incidentsOf(admin)).toMatchObject([{ state: 'resolved', resolvedAt: at(67).toISOString() }]);
    expect(await incidentsOf(admin, { unresolved: true })).toEqual([]);
  });

  it('that comes back within the day is the same, untold; after a day it is another', async () => {
    const { orgId, one, admin } = await anIsland();
    await aRule(admin, orgId);
    for (const hour of [0, 4, 8]) {
      await battery(one, 5, hour * 60);
      await evaluateAll(at(hour * 60));
      await battery(one, 80, hour * 60 + 1);
      await evaluateAll(at(hour * 60 + 2));
      await evaluateAll(at(hour * 60 + 63));
    }
    expect(await incidentsOf(admin)).toMatchObject([{ state: 'resolved', reopened: 2, deliveries: [{}] }]);

    await battery(one, 5, 25 * 60);
    await evaluateAll(at(25 * 60));

    expect(await incidentsOf(admin)).toMatchObject([{ state: 'open', reopened: 0 }, { state: 'resolved' }]);
  });

  it('that comes back in its silence is told when that is over, if it still holds, and not if it has gone', async () => {
    const [still, gone] = [await anIsland(), await anIsland()];
    const day = 24 * 60;
    for (const { admin, orgId, one } of [still, gone]) {
      await aRule(admin, orgId);
      await battery(one, 5, 0);
      await evaluateAll(at(0));
      const [incident] = await incidentsOf(admin);
      await admin.run('mutation ($id: ID!, $until: DateTime) { silenceIncident(id: $id, until: $until) { id } }', {
        id: incident?.id,
        until: at(2 * day).toISOString(),
      });
      await battery(one, 80, 10);
    }
    await evaluateAll(at(11));
    await evaluateAll(at(72));
    await battery(still.one, 5, day + 60);
    await battery(gone.one, 5, day + 60);
    await evaluateAll(at(day + 60));
    await battery(gone.one, 80, day + 120);
    await evaluateAll(at(day + 121));
    await evaluateAll(at(day + 182));
    expect(await incidentsOf(still.admin)).toMatchObject([{ state: 'open', reopened: 1, deliveries: [{}] }]);

    await evaluateAll(at(2 * day));
    await evaluateAll(at(2 * day + 1));

    expect(await incidentsOf(still.admin)).toMatchObject([
      { state: 'open', openedAt: at(2 * day).toISOString(), reopened: 0, deliveries: [{ occasion: 'opened' }] },
      { state: 'resolved', deliveries: [{}] },
    ]);
    expect(await incidentsOf(gone.admin)).toMatchObject([{ state: 'resolved', reopened: 1, deliveries: [{}] }]);
  });

  it('of a fill waits until it has lasted, by what was told and not by when it was looked', async () => {
    const { orgId, one, two, admin } = await anIsland();
    await aRule(admin, orgId, { condition: 'fill', readingKind: null, level: null, threshold: 90, minutes: 180 });
    const fill = (container: typeof one, pct: number, minutes: number) =>
      tellStatus(container, 'fill_level_pct', String(pct), 'ok', at(minutes));
    await fill(one, 95, -300);
    await fill(one, 40, -100);
    await fill(one, 95, -50);
    await fill(two, 91, -170);
    await fill(two, 97, -60);
    await evaluateAll(at(0));
    expect(await incidentsOf(admin)).toEqual([]);

    await evaluateAll(at(11));

    expect(await incidentsOf(admin)).toMatchObject([{ condition: 'fill', containers: [{ id: two.id }] }]);
  });

  it('of a list that a lock does not have lasts by what the lock says of it, and not by what people write', async () => {
    const { orgId, one, two, admin } = await anIsland();
    await aRule(admin, orgId, { readingKind: 'sync', minutes: 30 });
    const gateway = await signInGateway([orgId]);
    const told = { updateNumber: 1, kind: 'sync', value: '7', level: 'error' };
    const updates = [
      { ...told, containerId: one.id, at: at(-60).toISOString() },
      { ...told, containerId: two.id, at: at(-10).toISOString() },
    ];
    await gateway.run(Record, { updates });
    const say = (container: typeof one, level: string, minutes: number) =>
      admin.run('mutation ($input: CreateStatusUpdateInput!) { createStatusUpdate(input: $input) { id } }', {
        input: { containerId: container.id, kind: 'sync', value: '7', level, at: at(minutes).toISOString() },
      });
    await say(one, 'ok', -10);
    await say(two, 'error', -60);

    await evaluateAll(at(0));

    expect(await incidentsOf(admin)).toMatchObject([{ condition: 'level', containers: [{ id: one.id }] }]);
  });

  it('of silence and of refused cards is of the whole container group too', async () => {
    const { orgId, one, two, admin } = await anIsland();
    await aRule(admin, orgId, { name: 'Fără semnal', condition: 'silence', minutes: 120 });
    await aRule(admin, orgId, { name: 'Refuzuri', condition: 'refusals', threshold: 3, minutes: 30 });
    await asSystem(async (tx) => {
      await sql`insert into container_status_summary (org_id, container_id, heard_at)
        values (${orgId}, ${one.id}, ${at(-121)}), (${orgId}, ${two.id}, ${at(-1)})`.execute(tx);
      await sql`select ensure_month('stored_event', ${at(-10)}::timestamptz::date)`.execute(tx);
      await sql`
        insert into stored_event (org_id, container_number, boot_number, event_number, kind, occurred_at)
        select ${orgId}, container_number_of(${orgId}, case n when 1 then ${one.id}::uuid else ${two.id}::uuid end, null, null), 0, n,
          'access_denied', ${at(-10)}
        from generate_series(1, 3) n`.execute(tx);
    });

    await evaluateAll(at(0));

    const found = await incidentsOf(admin);
    expect(found.toSorted((a, b) => a.condition.localeCompare(b.condition))).toMatchObject([
      { condition: 'refusals', containers: [{}, {}] },
      { condition: 'silence', containers: [{ id: one.id }] },
    ]);
  });

  it('that nobody acknowledges is told to others, once; one that somebody did, or planned a silence for, is not', async () => {
    const { orgId, one, admin } = await anIsland();
    await aRule(admin, orgId, { escalateMinutes: 30, escalateTo: ['sef@noa.test'] });
    const other = await anIsland();
    await aRule(other.admin, other.orgId, { escalateMinutes: 30, escalateTo: ['sef@noa.test'] });
    const third = await anIsland();
    await aRule(third.admin, third.orgId, { escalateMinutes: 30, escalateTo: ['sef@noa.test'] });
    for (const island of [{ one }, other, third]) {
      await battery(island.one, 5, 0);
    }
    await evaluateAll(at(0));
    const [mine] = await incidentsOf(other.admin);
    const [silent] = await incidentsOf(third.admin);
    await other.admin.run('mutation ($id: ID!) { acknowledgeIncident(id: $id) { id } }', { id: mine?.id });
    const { errors } = await third.admin.run(
      'mutation ($id: ID!, $until: DateTime) { silenceIncident(id: $id, until: $until) { silencedUntil } }',
      { id: silent?.id, until: at(600).toISOString() },
    );
    expect(errors).toBeUndefined();

    await evaluateAll(at(31));
    await evaluateAll(at(90));

    const occasions = async (who: typeof admin) =>
      (await incidentsOf(who)).flatMap(({ deliveries }) => deliveries.map(({ occasion }) => occasion));
    expect(await occasions(admin)).toEqual(['opened', 'escalated']);
    expect(await occasions(other.admin)).toEqual(['opened']);
    expect(await occasions(third.admin)).toEqual(['opened']);
    expect(await incidentsOf(admin, { state: 'open' })).toHaveLength(1);
    expect(await incidentsOf(other.admin, { state: 'open' })).toEqual([]);
    expect(await incidentsOf(other.admin)).toMatchObject([
      { state: 'acknowledged', acknowledgedBy: expect.stringContaining('@') },
    ]);
  });

  it('that comes back is told to others when it has been back for so long, and not at once', async () => {
    const { orgId, one, admin } = await anIsland();
    await aRule(admin, orgId, { escalateMinutes: 30, escalateTo: ['sef@noa.test'] });
    const told = async () =>
      (await incidentsOf(admin)).map(({ deliveries }) => deliveries.map(({ occasion }) => occasion));
    await battery(one, 5, 0);
    await evaluateAll(at(0));
    await battery(one, 80, 1);
    await evaluateAll(at(2));
    await evaluateAll(at(63));

    await battery(one, 5, 240);
    await evaluateAll(at(240));
    expect(await told()).toEqual([['opened']]);
    await evaluateAll(at(271));

    expect(await told()).toEqual([['opened', 'escalated']]);
  });

  it('is opened though a rule that is due before cannot be looked at, which stays due', async () => {
    const [broken, other] = [await anIsland(), await anIsland()];
    await asOwner(`alter table incident add constraint broken check (org_id <> '${broken.orgId}')`);
    const mend = () => asOwner('alter table incident drop constraint if exists broken');
    onTestFinished(mend);
    for (const { admin, orgId, one } of [broken, other]) {
      await aRule(admin, orgId);
      await battery(one, 5, 0);
    }

    await expect(evaluateNext(db, at(0))).rejects.toThrow('broken');
    expect(await evaluateNext(db, at(0))).toBe(true);
    expect(await incidentsOf(other.admin)).toMatchObject([{ state: 'open' }]);
    await mend();
    await evaluateAll(at(0));

    expect(await incidentsOf(broken.admin)).toMatchObject([{ state: 'open' }]);
    const ofBoth = await signIn(['container_admin'], { orgIds: [broken.orgId, other.orgId] });
    const [one, two] = [await incidentsOf(broken.admin), await incidentsOf(ofBoth, { orgId: broken.orgId })];
    expect([two, (await incidentsOf(ofBoth)).length]).toMatchObject([one, 2]); // a list of one of several orgs
  });

  it('is resolved when its rule is paused, and nobody looks', async () => {
    const { orgId, one, admin } = await anIsland();
    const id = await aRule(admin, orgId);
    await battery(one, 5, 0);
    await evaluateAll(at(0));

    await admin.run('mutation ($id: ID!) { updateAlertRule(id: $id, input: { active: false }) { id } }', { id });
    await evaluateAll(at(10));

    expect(await incidentsOf(admin)).toMatchObject([{ state: 'resolved' }]);
    expect(await deliverAll(at(0))).toEqual([]);
  });

  it('is not silenced for longer than 30 days, nor in the past', async () => {
    const { orgId, one, admin } = await anIsland();
    await aRule(admin, orgId);
    await battery(one, 5, 0);
    await evaluateAll(at(0));
    const [incident] = await incidentsOf(admin);
    const silence = (until: Date) =>
      admin.run('mutation ($id: ID!, $until: DateTime) { silenceIncident(id: $id, until: $until) { id } }', {
        id: incident?.id,
        until: until.toISOString(),
      });

    expect((await silence(at(31 * 1_440))).errors).toMatchObject([{ fields: { until: 'form.tooLarge' } }]);
    expect((await silence(at(-60))).errors).toMatchObject([{ fields: { until: 'form.tooSmall' } }]);
  });
});
