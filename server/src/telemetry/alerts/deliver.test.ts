import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { streamTokens } from '@noa/domain/colors/stream-tokens.ts';
import { aHangingServer, bodiesOf, headerOf, refusal, aMailServer } from '../../mail/mail-server.fixture.ts';
import { asSystem, db, keyring } from '../../testing/harness.ts';
import {
  anIncident,
  aReceiver,
  deliverAll,
  deliveriesOf,
  evaluateAll,
  incidentsOf,
  minutesAfter,
  sendBy,
  tellStatus,
} from './alert.fixture.ts';
import { startAlerts } from './alert-runner.ts';
import { webhooks } from './webhook.ts';

const now = new Date();
const at = (minutes: number) => minutesAfter(now, minutes);

beforeEach(() => {
  webhooks.set(db, { allowPrivate: true });
  return asSystem((tx) => sql`delete from alert_rule`.execute(tx));
});

describe('an e-mail', () => {
  it('says what is wrong where, since when, and where to acknowledge it, in the language of the rule', async () => {
    const server = await aMailServer();
    sendBy(server.url);
    const { admin, container, orgName } = await anIncident(now, { name: 'Baterii goale' });

    expect(await deliverAll(at(1))).toEqual([]);

    const [mail] = server.mails;
    expect(mail?.to).toEqual(['ana@noa.test']);
    expect(headerOf(mail!, 'subject')).toMatch(/^Baterii goale: P-/);
    const bodies = bodiesOf(mail!);
    expect(bodies).toHaveLength(2); // as text, and with styles
    for (const body of bodies) {
      expect(body).toContain('Baterie: eroare');
      expect(body).toContain(container.serial_number);
      expect(body).toContain('https://noa.test/containers/incidents');
      expect(body).toContain(orgName);
      expect(body).toContain('(ora României)');
    }
    expect(bodies.map((body) => body.split(container.serial_number).length - 1)).toEqual([1, 1]);
    expect(bodies[1]).toContain(`background-color:${streamTokens[container.waste_stream].color}`);
    expect(await deliveriesOf(admin)).toMatchObject([{ state: 'sent', accepted: ['ana@noa.test'], pending: [] }]);
  });

  it('that was put off is tried again under the same id, and to nobody who has it', async () => {
    let tries = 0;
    const server = await aMailServer({
      onRcptTo: ({ address }, _session, done) =>
        done(address.startsWith('grey') && (tries += 1) < 2 ? refusal(451) : null),
    });
    sendBy(server.url);
    const { admin } = await anIncident(now, { recipients: ['ana@noa.test', 'grey@noa.test'] });
    await deliverAll(at(0));
    expect(await deliveriesOf(admin)).toMatchObject([{ state: 'waiting', pending: ['grey@noa.test'] }]);

    await deliverAll(at(1));

    expect(server.mails.map(({ to }) => to)).toEqual([['ana@noa.test'], ['grey@noa.test']]);
    expect(new Set(server.mails.map((mail) => headerOf(mail, 'message-id'))).size).toBe(1);
    expect(await deliveriesOf(admin)).toMatchObject([{ state: 'sent', accepted: ['ana@noa.test', 'grey@noa.test'] }]);
  });

  it('goes to nobody whom the org has not approved of any more', async () => {
    const server = await aMailServer();
    sendBy(server.url);
    const { admin, orgId } = await anIncident(now, {});
    await asSystem((tx) => sql`update org_settings set mail_domains = '' where org_id = ${orgId}`.execute(tx));

    await deliverAll(at(0));

    expect(server.mails).toEqual([]);
    expect(await deliveriesOf(admin)).toMatchObject([{ state: 'failed', failure: 'not_approved' }]);
  });
});

/** An incident of a rule whose e-mails and webhooks nobody takes at first; both wait to be tried again. */
async function aWaitingIncident(input: object = {}) {
  let takes = false;
  const server = await aMailServer({
    onRcptTo: ({ address }, _session, done) => done(takes || address.startsWith('first') ? null : refusal(451)),
  });
  sendBy(server.url);
  const told: string[] = [];
  const receiver = await aReceiver(({ body }) => {
    told.push(...(takes ? [(JSON.parse(body) as { type: string }).type] : []));
    return takes ? 204 : 503;
  });
  const given = await anIncident(now, { webhookUrl: receiver.url, ...input });
  await deliverAll(at(0));
  const change = (document: string, variables: object) => given.admin.run(document, { id: given.ruleId, ...variables });
  return {
    ...given,
    update: (values: object) =>
      change('mutation ($id: ID!, $input: UpdateAlertRuleInput!) { updateAlertRule(id: $id, input: $input) { id } }', {
        input: values,
      }),
    mails: () => server.mails.flatMap(({ to }) => to),
    calls: () => told,
    takeAll: () => (takes = true),
  };
}

describe('what waits to be told again', () => {
  it('is not told to who was taken off the rule meanwhile', async () => {
    const { update, mails, takeAll, admin } = await aWaitingIncident({ recipients: ['ana@noa.test', 'dan@noa.test'] });

    await update({ recipients: ['dan@noa.test', 'new@noa.test'], webhookUrl: null });
    takeAll();
    await deliverAll(at(1));

    expect(mails()).toEqual(['dan@noa.test']);
    expect(await deliveriesOf(admin)).toMatchObject([
      { channel: 'mail', state: 'sent', accepted: ['dan@noa.test'] },
      { channel: 'webhook', state: 'failed', failure: 'webhook_gone' },
    ]);
  });

  it('is told to nobody once all were taken off, and has reached whom it has', async () => {
    const [none, some] = [
      await aWaitingIncident(),
      await aWaitingIncident({ recipients: ['first@noa.test', 'ana@noa.test'] }),
    ];
    await none.update({ recipients: ['new@noa.test'] });
    await some.update({ recipients: ['first@noa.test'] });

    await deliverAll(at(1));

    expect(await deliveriesOf(none.admin)).toMatchObject([{ state: 'failed', failure: 'recipients_changed' }, {}]);
    expect(await deliveriesOf(some.admin)).toMatchObject([{ state: 'sent', accepted: ['first@noa.test'] }, {}]);
  });

  it('is not told once its rule is paused', async () => {
    const { update, mails, calls, takeAll, admin } = await aWaitingIncident();

    await update({ active: false });
    takeAll();
    await deliverAll(at(1));

    expect([mails(), calls()]).toEqual([[], []]);
    expect(await deliveriesOf(admin)).toMatchObject([
      { state: 'failed', failure: 'paused' },
      { state: 'failed', failure: 'paused' },
    ]);
  });

  it('is not told to others as what nobody acknowledged, once somebody did', async () => {
    const { admin, mails, calls, takeAll } = await aWaitingIncident({
      escalateMinutes: 5,
      escalateTo: ['sef@noa.test'],
    });
    await evaluateAll(at(6));
    await deliverAll(at(6));
    const [incident] = await incidentsOf(admin);

    await admin.run('mutation ($id: ID!) { acknowledgeIncident(id: $id) { id } }', { id: incident?.id });
    takeAll();
    await deliverAll(at(600));

    expect([mails(), calls()]).toEqual([['ana@noa.test'], ['incident.opened']]);
    expect((await deliveriesOf(admin)).filter(({ occasion }) => occasion === 'escalated')).toMatchObject([
      { state: 'failed', failure: 'acknowledged' },
      { state: 'failed', failure: 'acknowledged' },
    ]);
  });

  it('is not told to others as what nobody acknowledged, once it has resolved; if it comes back they are', async () => {
    const { admin, container, mails, calls, takeAll } = await aWaitingIncident({
      escalateMinutes: 5,
      escalateTo: ['sef@noa.test'],
    });
    await evaluateAll(at(6));
    await deliverAll(at(6));
    const escalations = async () => (await deliveriesOf(admin)).filter(({ occasion }) => occasion === 'escalated');
    await tellStatus(container, 'battery_life_pct', '80', 'ok', at(7));
    await evaluateAll(at(10));
    await evaluateAll(at(100));
    takeAll();
    await deliverAll(at(100));

    expect(mails()).not.toContain('sef@noa.test');
    expect(calls()).not.toContain('incident.escalated');
    expect(await escalations()).toMatchObject([
      { state: 'failed', failure: 'resolved' },
      { state: 'failed', failure: 'resolved' },
    ]);

    await tellStatus(container, 'battery_life_pct', '5', 'error', at(110));
    await evaluateAll(at(110));
    await deliverAll(at(114));
    expect(mails()).not.toContain('sef@noa.test');
    await evaluateAll(at(116));
    await deliverAll(at(116));
    await evaluateAll(at(300));
    await deliverAll(at(300));

    expect(mails().filter((address) => address === 'sef@noa.test')).toHaveLength(1);
    expect(calls().filter((type) => type === 'incident.escalated')).toHaveLength(1);
    expect(await escalations()).toMatchObject([
      { state: 'sent', failure: null, accepted: ['sef@noa.test'] },
      { state: 'sent', failure: null },
    ]);
  });

  it('waits for the end of a silence', async () => {
    const { admin, mails, takeAll } = await aWaitingIncident();
    const [incident] = await incidentsOf(admin);
    takeAll();

    const { errors } = await admin.run(
      'mutation ($id: ID!, $until: DateTime) { silenceIncident(id: $id, until: $until) { id } }',
      { id: incident?.id, until: at(60).toISOString() },
    );
    expect(errors).toBeUndefined();
    await deliverAll(at(59));
    expect(mails()).toEqual([]);
    await deliverAll(at(60));

    expect(mails()).toEqual(['ana@noa.test']);
  });
});

it('whoever hangs as the server stops is left, and told by the next', async () => {
  const [mailServer, receiver] = [await aHangingServer(), await aHangingServer()];
  sendBy(`smtp://${mailServer.address}`);
  const { admin } = await anIncident(now, { webhookUrl: `http://${receiver.address}/` });
  const alerts = startAlerts(db, { keys: keyring, reportFailure: () => undefined });
  await Promise.all([mailServer.reached, receiver.reached]);

  await alerts.close();

  expect(await deliveriesOf(admin)).toMatchObject([
    { state: 'waiting', failure: 'mail_server_unreachable' },
    { state: 'waiting', failure: 'webhook_unreachable' },
  ]);
}, 10_000);
