import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { sql } from 'kysely';
import { mailing } from '../../mail/mailing.ts';
import { aContainer, anOrg } from '../../testing/factories.ts';
import { asSystem, db, signIn, type Caller } from '../../testing/harness.ts';
import { aRule, deliverAll, evaluateAll, incidentsOf, minutesAfter, tellStatus } from './alert.fixture.ts';

const now = new Date(Math.floor(Date.now() / 60_000) * 60_000 + 120_000);
const at = (minutes: number) => minutesAfter(now, minutes);

const batteries = { condition: 'level', readingKind: 'battery_life_pct', level: 'error', threshold: null, minutes: 0 };
const fills = { condition: 'fill', readingKind: null, level: null, threshold: 90, minutes: 0 };

const change = (by: Caller, id: string, input: object) =>
  by.run('mutation ($id: ID!, $input: UpdateAlertRuleInput!) { updateAlertRule(id: $id, input: $input) { id } }', {
    id,
    input,
  });

/** A container whose battery is empty and that is full, and a rule of its org that has opened an incident for its battery. */
async function anEmptyBattery() {
  const { id: orgId } = await anOrg();
  await asSystem((tx) => sql`update org_settings set mail_domains = 'noa.test' where org_id = ${orgId}`.execute(tx));
  const container = await aContainer({ org_id: orgId });
  const admin = await signIn(['container_admin'], { orgIds: [orgId] });
  const ruleId = await aRule(admin, orgId, batteries);
  await tellStatus(container, 'battery_life_pct', '5', 'error', at(0));
  await tellStatus(container, 'fill_level_pct', '96', 'error', at(0));
  await evaluateAll(at(0));
  return { orgId, container, admin, ruleId };
}

beforeEach(() => asSystem((tx) => sql`delete from alert_rule`.execute(tx)));

describe('a rule that is changed', () => {
  it.each([
    ['another condition', fills, 'fill'],
    ['another reading', { readingKind: 'fill_level_pct' }, 'level'],
  ])('to look for %s tells of what it finds, and not as of what it looked for before', async (_what, input, found) => {
    const { admin, ruleId } = await anEmptyBattery();

    expect((await change(admin, ruleId, input)).errors).toBeUndefined();
    await evaluateAll(at(2));

    expect(await incidentsOf(admin)).toMatchObject([
      { condition: found, state: 'open', reopened: 0, deliveries: [{ occasion: 'opened' }] },
      { condition: 'level', state: 'resolved' },
    ]);
  });

  it('back to what it looked for continues what it had found within the day', async () => {
    const { admin, ruleId } = await anEmptyBattery();
    await change(admin, ruleId, fills);
    await evaluateAll(at(2));

    await change(admin, ruleId, batteries);
    await evaluateAll(at(4));

    expect(await incidentsOf(admin)).toMatchObject([
      { condition: 'fill', state: 'resolved' },
      { condition: 'level', state: 'open', reopened: 1 },
    ]);
  });

  it('in how bad it must be, in its name and in whom it tells continues what it has opened', async () => {
    const { admin, ruleId } = await anEmptyBattery();

    await change(admin, ruleId, { level: 'warning', name: 'Baterii slabe', recipients: ['dan@noa.test'] });
    await evaluateAll(at(2));

    expect(await incidentsOf(admin)).toMatchObject([{ state: 'open', reopened: 0, deliveries: [{}] }]);
  });
});

it('a rule that names somebody who has left the org can be paused, and not be changed otherwise', async () => {
  const { orgId, admin, ruleId } = await anEmptyBattery();
  await asSystem((tx) => sql`update org_settings set mail_domains = '' where org_id = ${orgId}`.execute(tx));

  const renamed = await change(admin, ruleId, { name: 'Baterii slabe' });
  const paused = await change(admin, ruleId, { active: false });

  expect(renamed.errors).toMatchObject([{ fields: { recipients: 'report.recipientNotApproved' } }]);
  expect(paused.errors).toBeUndefined();
  expect(await incidentsOf(admin)).toMatchObject([{ state: 'resolved' }]);
});

/** From here on e-mail is handed over, to a server that nobody asks. */
function nameMailServer() {
  mailing.set(db, { mail: { smtpUrl: 'smtp://127.0.0.1:9', from: 'noa@noa.test' }, publicUrl: 'https://noa.test' });
  onTestFinished(() => mailing.reset(db));
}

describe('what nobody was told, as its rule was paused, its org disabled or no mail server named,', () => {
  const enable = (orgId: string, enabled: boolean) =>
    asSystem((tx) => sql`update org set enabled = ${enabled} where id = ${orgId}`.execute(tx));
  const ways = {
    'its rule is paused': ({ admin, ruleId }: Awaited<ReturnType<typeof anEmptyBattery>>, active: boolean) =>
      change(admin, ruleId, { active }),
    'its org is disabled': ({ orgId }: Awaited<ReturnType<typeof anEmptyBattery>>, active: boolean) =>
      enable(orgId, active),
    'there is no mail server': async (_island: object, isThere: boolean) => void (isThere && nameMailServer()),
  };

  it.each(Object.entries(ways))('is told once that is over and it still holds: %s', async (_what, set) => {
    const island = await anEmptyBattery();
    await set(island, false);
    await deliverAll(at(1));
    await set(island, true);

    await evaluateAll(at(4));
    await evaluateAll(at(6));

    expect(await incidentsOf(island.admin)).toMatchObject([
      { state: 'open', reopened: 0, deliveries: [{ occasion: 'opened', state: 'waiting' }] },
      { state: 'resolved', deliveries: [{ occasion: 'opened', state: 'failed' }] },
    ]);
  });

  it('is what it was while there still is no mail server', async () => {
    const island = await anEmptyBattery();
    await deliverAll(at(1));

    await evaluateAll(at(4));

    expect(await incidentsOf(island.admin)).toMatchObject([
      { state: 'open', reopened: 0, deliveries: [{ state: 'failed', failure: 'mail_not_set_up' }] },
    ]);
  });

  it('is what it was where it still waits to be told', async () => {
    const island = await anEmptyBattery();
    await change(island.admin, island.ruleId, { active: false });
    await change(island.admin, island.ruleId, { active: true });

    await evaluateAll(at(4));

    expect(await incidentsOf(island.admin)).toMatchObject([
      { state: 'open', reopened: 1, deliveries: [{ occasion: 'opened', state: 'waiting' }] },
    ]);
  });

  it('is what it was where somebody has acknowledged it', async () => {
    const island = await anEmptyBattery();
    const [incident] = await incidentsOf(island.admin);
    await island.admin.run('mutation ($id: ID!) { acknowledgeIncident(id: $id) { id } }', { id: incident?.id });
    await enable(island.orgId, false);
    await deliverAll(at(1));
    await enable(island.orgId, true);

    await evaluateAll(at(4));

    expect(await incidentsOf(island.admin)).toMatchObject([{ state: 'acknowledged' }]);
  });
});

describe('what has resolved in a planned silence before anybody was told', () => {
  it('is told no more when that is over; what comes back then is', async () => {
    nameMailServer();
    const { admin, container } = await anEmptyBattery();
    const [incident] = await incidentsOf(admin);
    await admin.run('mutation ($id: ID!, $until: DateTime) { silenceIncident(id: $id, until: $until) { id } }', {
      id: incident?.id,
      until: at(180).toISOString(),
    });
    await tellStatus(container, 'battery_life_pct', '80', 'ok', at(10));
    await evaluateAll(at(11));
    await evaluateAll(at(72));

    await deliverAll(at(180));

    expect(await incidentsOf(admin)).toMatchObject([
      { state: 'resolved', deliveries: [{ occasion: 'opened', state: 'failed', failure: 'resolved' }] },
    ]);
    await tellStatus(container, 'battery_life_pct', '5', 'error', at(200));
    await evaluateAll(at(201));
    expect(await incidentsOf(admin)).toMatchObject([
      { state: 'open', deliveries: [{ occasion: 'opened', state: 'waiting' }] },
      { state: 'resolved' },
    ]);
  });
});

describe('a planned silence that somebody ends', () => {
  const silence = ({ admin }: { admin: Caller }, id: string | undefined, until: Date | null) =>
    admin.run('mutation ($id: ID!, $until: DateTime) { silenceIncident(id: $id, until: $until) { id } }', {
      id,
      until: until?.toISOString(),
    });

  it('is over: what came back in it, and still holds, is told', async () => {
    const day = 24 * 60;
    const island = await anEmptyBattery();
    const [incident] = await incidentsOf(island.admin);
    await silence(island, incident?.id, at(7 * day));
    await tellStatus(island.container, 'battery_life_pct', '80', 'ok', at(10));
    await evaluateAll(at(11));
    await evaluateAll(at(72));
    await tellStatus(island.container, 'battery_life_pct', '5', 'error', at(day + 60));
    await evaluateAll(at(day + 60));

    await silence(island, incident?.id, null);
    await evaluateAll(at(day + 62));

    expect(await incidentsOf(island.admin)).toMatchObject([
      { state: 'open', reopened: 0, deliveries: [{ occasion: 'opened', state: 'waiting' }] },
      { state: 'resolved', reopened: 1 },
    ]);
  });

  it('leaves as long to acknowledge what is in it as one that is over by itself', async () => {
    const island = await anEmptyBattery();
    await change(island.admin, island.ruleId, { escalateMinutes: 5, escalateTo: ['sef@noa.test'] });
    const [incident] = await incidentsOf(island.admin);
    await asSystem((tx) =>
      sql`update incident set opened_at = opened_at - interval '1 hour' where id = ${incident?.id}`.execute(tx),
    );
    await silence(island, incident?.id, at(600));
    const told = async () =>
      (await incidentsOf(island.admin)).flatMap(({ deliveries }) => deliveries.map(({ occasion }) => occasion));

    await silence(island, incident?.id, null);
    await evaluateAll(at(2));
    expect(await incidentsOf(island.admin)).toMatchObject([{ silencedUntil: null }]);
    expect(await told()).toEqual(['opened']);
    await evaluateAll(at(6));

    expect(await told()).toEqual(['opened', 'escalated']);
  });
});
