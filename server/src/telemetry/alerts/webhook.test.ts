import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { Webhook } from 'standardwebhooks';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { aContainer } from '../../testing/factories.ts';
import { asSystem, db, keyring } from '../../testing/harness.ts';
import { isPublicAddress, lookUpPublic } from './public-address.ts';
import {
  anIncident,
  aReceiver,
  deliverAll,
  deliveriesOf,
  evaluateAll,
  minutesAfter,
  tellStatus,
} from './alert.fixture.ts';
import { deliverNext } from './deliver.ts';
import { callWebhook, newSecret, webhooks, writtenSecret } from './webhook.ts';

const body = '{"type":"incident.opened","data":{"containerIds":["ț"]}}';
const call = (url: string) => ({ url, secret: newSecret(), id: 'msg_1', body, now: new Date() });
const near = { allowPrivate: true };

describe('a webhook', () => {
  it('is verified by the package of Standard Webhooks, and not with another secret', async () => {
    const { url, calls } = await aReceiver();
    const sent = call(url);

    expect(await callWebhook(sent, near)).toEqual({ status: 204, failure: null });

    const [got] = calls;
    const headers = got?.headers as Record<string, string>;
    expect(new Webhook(writtenSecret(sent.secret)).verify(got?.body ?? '', headers)).toEqual(JSON.parse(body));
    expect(() => new Webhook(writtenSecret(newSecret())).verify(got?.body ?? '', headers)).toThrow('signature');
    expect(() => new Webhook(writtenSecret(sent.secret)).verify(`${got?.body} `, headers)).toThrow('signature');
  });

  it('follows no redirect, and takes whatever is no success for a failure', async () => {
    const { url, calls } = await aReceiver((got) => (got.body.includes('gone') ? 410 : 302));

    expect(await callWebhook(call(url), near)).toEqual({ status: 302, failure: 'webhook_refused' });
    expect(await callWebhook({ ...call(url), body: 'gone' }, near)).toEqual({ status: 410, failure: 'webhook_gone' });
    expect(calls).toHaveLength(2);
  });

  it.each([
    ['HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n', 101, 'webhook_refused'],
    ['HTTP/1.1 103 Early Hints\r\n\r\n', null, 'webhook_unreachable'],
    ['SSH-2.0-OpenSSH_9.6\r\n', null, 'webhook_unreachable'],
    ['', null, 'webhook_unreachable'],
  ])('comes to an end whatever the receiver answers: %j', async (answer, status, failure) => {
    const receiver = createServer((socket) => {
      socket.on('error', () => undefined).once('data', () => socket.end(answer));
    }).listen(0, '127.0.0.1');
    onTestFinished(() => void receiver.close());
    await once(receiver, 'listening');

    const reply = await callWebhook(call(`http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`), near);

    expect(reply).toEqual({ status, failure });
  });

  it.each([
    'http://noa.test/',
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://169.254.169.254/latest/meta-data',
    'https://0x7f000001/',
    'https://2130706433/',
    'https://localhost/',
  ])('goes to no private address, nor over http: %s', async (url) => {
    expect(await callWebhook(call(url), { allowPrivate: false })).toEqual({
      status: null,
      failure: 'webhook_not_public',
    });
  });

  it('says so when nobody answers', async () => {
    const { url } = await aReceiver();

    expect(await callWebhook(call(url.replace(/:\d+/, ':1')), near)).toEqual({
      status: null,
      failure: 'webhook_unreachable',
    });
  });
});

describe('an address', () => {
  it.each(['8.8.8.8', '193.231.1.1', '2a02:2f00::1', '2606:4700::1'])('is public: %s', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.each(
    '0.0.0.0 10.1.2.3 100.64.0.1 127.0.0.1 169.254.169.254 172.31.0.1 192.168.1.1 198.18.0.1 224.0.0.1 255.255.255.255'.split(
      ' ',
    ),
  )('is not: %s', (address) => {
    expect(isPublicAddress(address)).toBe(false);
    expect(isPublicAddress(`::ffff:${address}`)).toBe(false);
  });

  it.each(['::', '::1', 'fe80::1', 'fc00::1', 'fd12::1', 'ff02::1', '64:ff9b::a00:1', '2001:db8::1', '2002:a00:1::'])(
    'is not: %s',
    (address) => {
      expect(isPublicAddress(address)).toBe(false);
    },
  );

  it('that a name leads to is looked at when the connection is made', async () => {
    const found = await new Promise((resolve) => {
      lookUpPublic('localhost', { all: true }, (error, addresses) => resolve(error ?? addresses));
    });

    expect(found).toMatchObject({ name: 'NotPublic' });
  });
});

describe('an incident’s webhook', () => {
  const now = new Date();
  const at = (minutes: number) => minutesAfter(now, minutes);

  beforeEach(() => {
    webhooks.set(db, { allowPrivate: true });
    return asSystem((tx) => sql`delete from alert_rule`.execute(tx));
  });

  it('is signed by the secret that was told last, and tells ids alone', async () => {
    const receiver = await aReceiver();
    const { admin, container, ruleId, orgId } = await anIncident(now, { recipients: [], webhookUrl: receiver.url });
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
    const { admin } = await anIncident(now, { recipients: [], webhookUrl: receiver.url });

    for (let day = 0; day < 20; day += 1) {
      await deliverAll(at(day * 1_440));
    }

    expect(receiver.calls).toHaveLength(9);
    expect(new Set(receiver.calls.map(({ headers, body }) => `${String(headers['webhook-id'])} ${body}`)).size).toBe(1);
    expect(await deliveriesOf(admin)).toMatchObject([{ state: 'failed', failure: 'webhook_refused', status: 500 }]);
  });

  it('that is not answered keeps a receiver’s own waiting, and nobody else', async () => {
    const [called, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const hung = createHttpServer((_request, response) => {
      called.resolve();
      void answered.promise.then(() => response.writeHead(204).end());
    }).listen(0, '127.0.0.1');
    onTestFinished(() => void hung.close());
    await once(hung, 'listening');
    const webhookUrl = `http://127.0.0.1:${(hung.address() as AddressInfo).port}/`;
    const slow = await anIncident(now, { recipients: [], webhookUrl });
    for (let others = 0; others < 3; others += 1) {
      await tellStatus(await aContainer({ org_id: slow.orgId }), 'battery_life_pct', '5', 'error', at(0));
    }
    await evaluateAll(at(1));
    const receiver = await aReceiver();
    const { admin } = await anIncident(now, { recipients: [], webhookUrl: receiver.url });
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
    const { admin } = await anIncident(now, { recipients: [], webhookUrl: receiver.url });
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
