import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { Webhook } from 'standardwebhooks';
import { streamTokens } from '@noa/domain/colors/stream-tokens.ts';
import { aHangingServer, bodiesOf, headerOf, refusal, aMailServer } from '../../mail/mail-server.fixture.ts';
import { mailing } from '../../mail/mailing.ts';
import { aContainer, anOrg } from '../../testing/factories.ts';
import { asSystem, db, keyring, signIn } from '../../testing/harness.ts';
import { aReceiver, aRule, deliverAll, evaluateAll, incidentsOf, minutesAfter, tellStatus } from './alert.fixture.ts';
import { startAlerts } from './alert-runner.ts';
import { deliverNext } from './deliver.ts';
import { webhooks } from './webhook.ts';

const now = new Date();
const at = (minutes: number) => minutesAfter(now, minutes);

/** A container whose battery is empty, in an org whose rule tells as asked. */
async function anIncident(input: object) {
  const { id: orgId, name } = await anOrg();
  await asSystem((tx) => sql`update org_settings set mail_domains = 'noa.test' where org_id = ${orgId}`.execute(tx));
  const container = await aContainer({ org_id: orgId });
  const admin = await signIn(['container_admin'], { orgIds: [orgId] });
  const ruleId = await aRule(admin, orgId, input);
  await tellStatus(container, 'battery_life_pct', '5', 'error', at(0));
  await asSystem((tx) => sql`update alert_rule set look_at = ${at(0)}`.execute(tx));
  await evaluateAll(at(0));
  return { orgId, orgName: name, container, admin, ruleId };
}

const deliveriesOf = async (caller: Parameters<typeof incidentsOf>[0]) =>
  (await incidentsOf(caller)).flatMap(({ deliveries }) => deliveries);

function sendBy(smtpUrl: string) {
  mailing.set(db, { mail: { smtpUrl, from: 'Noa <noa@noa.test>' }, publicUrl: 'https://noa.test' });
  onTestFinished(() => mailing.reset(db));
}

beforeEach(() => {
  webhooks.set(db, { allowPrivate: true });
  return asSystem((tx) => sql`delete from alert_rule`.execute(tx));
});

describe('an e-mail', () => {
  it('says what is wrong where, since when, and where to acknowledge it, in the language of the rule', async () => {
    const server = await aMailServer();
    sendBy(server.url);
    const { admin, container, orgName } = await anIncident({ name: 'Baterii goale' });

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
    const { admin } = await anIncident({ recipients: ['ana@noa.test', 'grey@noa.test'] });
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
    const { admin, orgId } = await anIncident({});
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
  const given = await anIncident({ webhookUrl: receiver.url, ...input });
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
  const { admin } = await anIncident({ webhookUrl: `http://${receiver.address}/` });
  const alerts = startAlerts(db, { keys: keyring, reportFailure: () => undefined });
  await Promise.all([mailServer.reached, receiver.reached]);

  await alerts.close();

  expect(await deliveriesOf(admin)).toMatchObject([
    { state: 'waiting', failure: 'mail_server_unreachable' },
    { state: 'waiting', failure: 'webhook_unreachable' },
  ]);
}, 10_000);

describe('a webhook', () => {
  it('is signed by the secret that was told last, and tells ids alone', async () => {
    const receiver = await aReceiver();
    const { admin, container, ruleId, orgId } = await anIncident({ recipients: [], webhookUrl: receiver.url });
    const { data } = await admin.run('mutation ($id: ID!) { renewAlertSecret(id: $id) }', { id: ruleId });

    await deliverAll(new Date());

    const [got] = receiver.calls;
    const verified = new Webhook(data.renewAlertSecret).verify(got?.body ?? '', got?.headers as Record<string, string>);
    expect(verified).toMatchObject({
      type: 'incident.opened',
      data: { orgId, ruleId, containerGroupId: container.container_group_id, containerIds: [container.id] },
    });
    expect(got?.body).not.toContain('@');
    expect(await deliveriesOf(admin)).toMatchObject([{ channel: 'webhook', state: 'sent', status: 204 }]);
  });

  it('is tried again under the same id and with the same text, until it is given up', async () => {
    const receiver = await aReceiver(() => 500);
    const { admin } = await anIncident({ recipients: [], webhookUrl: receiver.url });

    for (let day = 0; day < 20; day += 1) {
      await deliverAll(at(day * 1_440));
    }

    expect(receiver.calls).toHaveLength(9);
    expect(new Set(receiver.calls.map(({ headers, body }) => `${String(headers['webhook-id'])} ${body}`)).size).toBe(1);
    expect(await deliveriesOf(admin)).toMatchObject([{ state: 'failed', failure: 'webhook_refused', status: 500 }]);
  });

  it('that is not answered keeps a receiver’s own waiting, and nobody else', async () => {
    const [called, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const hung = createServer((_request, response) => {
      called.resolve();
      void answered.promise.then(() => response.writeHead(204).end());
    }).listen(0, '127.0.0.1');
    onTestFinished(() => void hung.close());
    await once(hung, 'listening');
    const webhookUrl = `http://127.0.0.1:${(hung.address() as AddressInfo).port}/`;
    const slow = await anIncident({ recipients: [], webhookUrl });
    for (let others = 0; others < 3; others += 1) {
      await tellStatus(await aContainer({ org_id: slow.orgId }), 'battery_life_pct', '5', 'error', at(0));
    }
    await evaluateAll(at(1));
    const receiver = await aReceiver();
    const { admin } = await anIncident({ recipients: [], webhookUrl: receiver.url });
    const deliver = () => deliverNext(db, { keys: keyring, now: () => at(2), reportFailure: () => undefined });

    const first = deliver();
    await called.promise;
    expect([await deliver(), await deliver()]).toEqual([true, false]);

    expect(await deliveriesOf(admin)).toMatchObject([{ state: 'sent' }]);
    expect((await deliveriesOf(slow.admin)).filter(({ state }) => state === 'waiting')).toHaveLength(3);
    answered.resolve();
    await first;
    await deliverAll(at(2));
    expect((await deliveriesOf(slow.admin)).map(({ state }) => state)).toEqual(['sent', 'sent', 'sent', 'sent']);
  });

  it('whose server died while it called is called again under the same id', async () => {
    const receiver = await aReceiver();
    const { admin } = await anIncident({ recipients: [], webhookUrl: receiver.url });
    await asSystem((tx) =>
      sql`update alert_delivery set state = 'sending', attempts = 1, look_at = ${at(6)}`.execute(tx),
    );

    await deliverAll(at(5));
    expect(receiver.calls).toEqual([]);
    await deliverAll(at(6));

    expect(receiver.calls).toHaveLength(1);
    expect(await deliveriesOf(admin)).toMatchObject([{ state: 'sent' }]);
  });
});
