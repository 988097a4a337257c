import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { aContainer, anOrg } from '../testing/factories.ts';
import { api, asSystem, signGatewayToken, signIn, signInGateway, type Caller } from '../testing/harness.ts';
import { applyChange, aNeighbourhood } from '../sync/grants.fixture.ts';
import { startMqttBridge, type MqttBridge } from './bridge.ts';
import { Broker, mosquittoPath } from './broker.fixture.ts';
import { MqttGateway } from './gateway.fixture.ts';
import { createAnswer, type Answer } from './requests.ts';

/** Of all events: the same number with another time would be another event. */
const begun = new Date().toISOString();

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

const Record = `mutation ($events: [CardEventInput!]!) {
  recordCardEvents(events: $events) {
    results { index outcome field reason } completeUpTo { containerId bootNumber number } } }`;
const Ask = `query ($containerId: ID!, $after: String) {
  cardsToSync(containerId: $containerId, after: $after) {
    mode cards { serialNumber action } version hasMore checksum serverTime } }`;

if (mosquittoPath === undefined) {
  console.error('SKIPPED: the MQTT bridge was not tried, as there is no mosquitto (apt-get install mosquitto).');
}

describe.skipIf(mosquittoPath === undefined)('the MQTT bridge', () => {
  let broker: Broker;
  let bridge: MqttBridge;
  const answer = createAnswer(api);

  beforeAll(async () => {
    broker = await Broker.start();
    bridge = startMqttBridge({ url: broker.url, answer, log: silent });
    await bridge.ready;
  });
  afterAll(async () => {
    await bridge.close();
    await broker.remove();
  });

  /** A gateway of the org, as it asks over HTTP and as it asks over MQTT. */
  async function aGatewayOf(orgId: string) {
    const clientId = `gateway-${randomUUID()}`;
    const http = await signInGateway([orgId], clientId);
    const overMqtt = await MqttGateway.connect(broker.url, clientId);
    onTestFinished(() => overMqtt.close());
    return { clientId, http, mqtt: overMqtt, token: http.token };
  }

  /** An org with a container, its gateway over HTTP, and the same gateway over MQTT. */
  async function aLockNetwork() {
    const { id: org_id } = await anOrg();
    const { id: containerId } = await aContainer({ org_id });
    return { containerId, ...(await aGatewayOf(org_id)) };
  }

  const event = (containerId: string, eventNumber: number) => ({
    containerId,
    eventNumber,
    kind: 'full_use',
    at: begun,
    serialNumber: '04A2B1C3',
  });
  /** Good events, one sent twice, one of a container that does not exist, three malformed ones; number 3 is missing. */
  const mixedBatch = (containerId: string) => [
    ...[1, 2, 2, 4].map((number) => event(containerId, number)),
    event(randomUUID(), 1),
    event(containerId, 0),
    { ...event(containerId, 5), at: 'yesterday' },
    { ...event(containerId, 6), serialNumber: '04\u0000A2' },
  ];

  it('answers a batch exactly as HTTP does, the first time and when it is sent again', async () => {
    const [byHttp, byMqtt] = [await aLockNetwork(), await aLockNetwork()];
    const named = (text: unknown, { containerId }: { containerId: string }) =>
      JSON.parse(JSON.stringify(text).replaceAll(containerId, 'the container')) as unknown;

    for (const time of ['first', 'again']) {
      const { data } = await byHttp.http.run(Record, { events: mixedBatch(byHttp.containerId) });
      const { body } = await byMqtt.mqtt.ask('card-events', { events: mixedBatch(byMqtt.containerId) }, byMqtt);

      expect(named(body.data, byMqtt), time).toEqual(named(data, byHttp));
      expect(body.errors).toBeUndefined();
    }
  });

  it('takes status updates too, and each once', async () => {
    const { containerId, mqtt, token } = await aLockNetwork();
    const at = new Date().toISOString();
    const updates = [1, 2, 2].map((updateNumber) => ({
      containerId,
      updateNumber,
      kind: 'fill_level_pct',
      value: String(updateNumber * 10),
      at,
    }));

    const { body } = await mqtt.ask('status-updates', { updates }, { token });

    expect(body.data.recordStatusUpdates).toMatchObject({
      results: [{ outcome: 'accepted' }, { outcome: 'accepted' }, { index: 2 }],
      completeUpTo: [{ containerId, bootNumber: 0, number: 2 }],
    });
  });

  it('knows over MQTT what came over HTTP', async () => {
    const { containerId, http, mqtt, token } = await aLockNetwork();
    await http.run(Record, { events: [event(containerId, 1)] });

    const { body } = await mqtt.ask(
      'card-events',
      { events: [event(containerId, 1), event(containerId, 2)] },
      { token },
    );

    expect(body.data.recordCardEvents.results).toMatchObject([{ outcome: 'duplicate' }, { outcome: 'accepted' }]);
    expect(body.data.recordCardEvents.completeUpTo).toEqual([{ containerId, bootNumber: 0, number: 2 }]);
  });

  it('gives locks their lists, and hears what they made of them', async () => {
    const world = await aNeighbourhood();
    await asSystem(async (tx) => {
      for (const kind of ['register', 'assign', 'join'] as const) {
        await applyChange(tx, world, { kind, a: 0, b: 0 });
      }
    });
    const containerId = world.containers[0] ?? '';
    const { http, mqtt, token } = await aGatewayOf(world.orgId);
    const { data } = await http.run(Ask, { containerId });
    const { body } = await mqtt.ask('cards-to-sync', { containerId }, { token });
    const { serverTime: _now, ...list } = body.data.cardsToSync;
    expect(list.cards).toHaveLength(1);
    expect(data.cardsToSync).toMatchObject(list);

    const told = { containerId, version: list.version, checksum: list.checksum, count: 1, outcome: 'applied' };
    expect((await mqtt.ask('acknowledge', told, { token })).body).toEqual({ data: { acknowledgeSync: true } });
  });

  it.each([
    ['a token of another gateway', async () => (await signInGateway([])).token, 'Forbidden'],
    ['a token of a person', async () => (await signIn(['root'])).token, 'Forbidden'],
  ])('has no effect with %s', async (_whose, tokenOf, code) => {
    const { containerId, http, mqtt } = await aLockNetwork();
    const events = [event(containerId, 1)];

    const { body } = await mqtt.ask('card-events', { events }, { token: await tokenOf() });

    expect(body.errors).toMatchObject([{ extensions: { code } }]);
    expect(await outcomeOf(http, events)).toBe('accepted');
  });

  it.each([
    ['no token', null],
    ['no token at all', 'x'],
    ['a forged token', 'forged'],
  ])('neither does nor says anything for %s', async (_whose, kind) => {
    const { containerId, http, mqtt, token } = await aLockNetwork();
    const events = [event(containerId, 1)];
    const theirs = kind === 'forged' ? `${token.slice(0, -6)}AAAAAA` : kind;

    await mqtt.publish(`noa/${mqtt.clientId}/card-events`, { events }, { token: theirs });
    // Each of the four connections works on one message at a time: with as many answered, the first has been dealt with.
    const asked = Array.from({ length: 8 }, () => mqtt.ask('cards-to-sync', { containerId }, { token }));
    await Promise.all(asked);

    expect(mqtt.answers).toBe(asked.length);
    expect(await outcomeOf(http, events)).toBe('accepted');
  });

  it('tells a gateway whose token has expired, which asks for another then', async () => {
    const { clientId, mqtt, containerId } = await aLockNetwork();

    const { body } = await mqtt.ask('cards-to-sync', { containerId }, { token: await signGatewayToken(clientId, -60) });

    expect(body.errors).toMatchObject([{ extensions: { code: 'AuthenticationMalformed' } }]);
  });

  const outcomeOf = async (gateway: Caller, events: readonly unknown[]) =>
    (await gateway.run(Record, { events })).data.recordCardEvents.results[0].outcome;

  it('does not let a gateway speak on the topics of another', async () => {
    const [one, other] = [await aLockNetwork(), await aLockNetwork()];
    const events = [event(other.containerId, 1)];
    const answered = other.mqtt.ask('card-events', { events }, { token: one.token }, other.mqtt.clientId);

    expect((await answered).body.errors).toMatchObject([{ extensions: { code: 'Forbidden' } }]);
    expect(await outcomeOf(other.http, events)).toBe('accepted');
  });

  it.each(['not JSON', '[]', 'null', '{"events": 5}', '{}'])('says that %s is no request', async (payload) => {
    const { mqtt, token } = await aLockNetwork();

    const { body } = await mqtt.ask('card-events', payload, { token });

    expect(body.errors?.[0]?.extensions.code).toBe('ValidationFailed');
  });

  it('refuses more than a batch holds, as HTTP does', async () => {
    const { containerId, mqtt, token } = await aLockNetwork();
    const events = Array.from({ length: 1_001 }, (_, index) => event(containerId, index + 1));

    expect((await mqtt.ask('card-events', { events }, { token })).body.errors?.[0]?.extensions.code).toBe(
      'LimitExceeded',
    );
  });

  it.each(['elsewhere/of/others', 'noa/another-gateway/answers', 'noa/+/answers'])(
    'answers on the topics of the gateway, and not on %s',
    async (responseTopic) => {
      const { containerId, mqtt, token } = await aLockNetwork();

      const { topic } = await mqtt.ask('cards-to-sync', { containerId }, { token, responseTopic });

      expect(topic).toBe(`noa/${mqtt.clientId}/answers`);
    },
  );

  it('works again by itself after the broker was away', async () => {
    const { containerId, mqtt, token } = await aLockNetwork();
    await broker.stop();
    await broker.start();
    await mqtt.reconnected();

    // What is sent while nobody listens yet is lost, and sent again, as gateways do.
    await vi.waitFor(
      async () => {
        const lost = new Promise<never>((_resolve, reject) => setTimeout(() => reject(new Error('No answer')), 300));
        const asked = mqtt.ask('card-events', { events: [event(containerId, 1)] }, { token });
        const { body } = await Promise.race([asked, lost]);
        expect(body.data.recordCardEvents.completeUpTo).toMatchObject([{ number: 1 }]);
      },
      { timeout: 10_000, interval: 50 },
    );
  });

  it('works on so many messages at once as it has connections, and answers all', async () => {
    const second = await Broker.start();
    onTestFinished(() => second.remove());
    let working = 0;
    let most = 0;
    const slow: Answer = async ({ payload }) => {
      working += 1;
      most = Math.max(most, working);
      await new Promise((resolve) => setTimeout(resolve, 5));
      working -= 1;
      return JSON.stringify({ data: JSON.parse(payload) as unknown });
    };
    const busy = startMqttBridge({ url: second.url, answer: slow, log: silent, connections: 3 });
    onTestFinished(() => busy.close());
    await busy.ready;
    const gateway = await MqttGateway.connect(second.url, 'many');
    onTestFinished(() => gateway.close());

    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, number) => gateway.ask('card-events', { number }, { token: null })),
    );

    expect(answers.map(({ body }) => body.data.number)).toEqual(Array.from({ length: 100 }, (_, number) => number));
    expect(most).toBeGreaterThan(1);
    expect(most).toBeLessThanOrEqual(3);
  });

  it('leaves alone what a broker has kept from before', async () => {
    const { containerId, http, mqtt, token } = await aLockNetwork();
    const events = [event(containerId, 1)];
    const another = await Broker.start();
    onTestFinished(() => another.remove());
    const early = await MqttGateway.connect(another.url, mqtt.clientId);
    onTestFinished(() => early.close());
    await early.publish(`noa/${mqtt.clientId}/card-events`, { events }, { token, retain: true });

    const late = startMqttBridge({ url: another.url, answer, log: silent });
    onTestFinished(() => late.close());
    await late.ready;
    await early.ask('cards-to-sync', { containerId }, { token });

    expect(await outcomeOf(http, events)).toBe('accepted');
  });
});
