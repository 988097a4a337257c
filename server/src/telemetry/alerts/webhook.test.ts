import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it, onTestFinished } from 'vitest';
import { isPublicAddress, lookUpPublic } from './public-address.ts';
import { aReceiver } from './alert.fixture.ts';
import { callWebhook, newSecret, writtenSecret } from './webhook.ts';

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
