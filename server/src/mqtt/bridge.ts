import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import mqtt, { type IPublishPacket, type MqttClient } from 'mqtt';
import { isRequestKind, requestKinds, type Answer, type MqttRequest } from './requests.ts';

/**
 * Connections that requests come by. Each works on one message at a time, and the broker shares the messages out among
 * them, and among servers: so much is done at once, and the rest waits at the broker.
 */
const defaultConnections = 4;

/** Messages that the broker may hand to one connection before it has answered the first. */
const receiveMaximum = 4;

/** Bytes of a message at most, as over HTTP. */
const maximumPacketSize = 2 * 1024 * 1024;

const reconnectMs = 1_000;

/** Until a subscription that was refused is tried again: twice as long each time, up to the longest. */
const resubscribe = { firstMs: 1_000, longestMs: 60_000 } as const;

/** Between two lines of the log on messages that were dropped. */
const tellMs = 60_000;

export interface MqttBridgeOptions {
  /** Of the broker, perhaps with the name and password that it knows us by. */
  readonly url: string;
  readonly answer: Answer;
  readonly log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;
  readonly connections?: number;
}

export interface MqttBridge {
  /** Resolves once all connections have been made and subscribed; they are made again by themselves whenever they break. */
  readonly ready: Promise<void>;
  /** Takes no more messages; what is being worked on is not waited for, and its sender will send it again. */
  close(): Promise<void>;
}

/**
 * Takes what gateways send over a broker (docs/decisions/0016-mqtt.md). The broker is not trusted: each message carries the
 * gateway's access token in the user property `authorization`, and without one it has no effect.
 */
export function startMqttBridge({ url, answer, log, connections = defaultConnections }: MqttBridgeOptions): MqttBridge {
  const name = `noa-${randomUUID().slice(0, 8)}`;
  const open = (suffix: string) => connect(url, `${name}-${suffix}`, log);
  const strangers = new Strangers(log);
  // Answers leave by a connection of their own: one that waits for a message's end does not read acknowledgements.
  const answers = open('answers');
  const requests = Array.from({ length: connections }, (_, index) => open(String(index + 1)));
  const subscribed = requests.map(
    (client) =>
      new Promise<void>((resolve) => {
        // The broker is told that a message has arrived when it has been dealt with, one at a time.
        client.handleMessage = (packet, done) => {
          void handle(packet, answer, answers)
            .then((outcome) => (outcome === 'stranger' ? strangers.note() : undefined))
            .catch((err: unknown) => log.error({ err }, 'An MQTT message could not be answered'))
            .finally(() => done());
        };
        client.on('connect', () => void subscribe(client, log).then((done) => done && resolve()));
      }),
  );
  return {
    ready: Promise.all(subscribed).then(() => undefined),
    close: async () => {
      await Promise.all([answers, ...requests].map((client) => client.endAsync(true)));
    },
  };
}

function connect(url: string, clientId: string, log: MqttBridgeOptions['log']): MqttClient {
  const client = mqtt.connect(url, {
    clientId,
    protocolVersion: 5,
    // What was not answered is sent again by who waits for the answer: the broker need not keep it for us.
    clean: true,
    resubscribe: false,
    reconnectPeriod: reconnectMs,
    reconnectOnConnackError: true,
    properties: { receiveMaximum, maximumPacketSize },
  });
  let broken = false;
  client.on('connect', () => {
    broken = false;
    log.info({ clientId }, 'Connected to the MQTT broker');
  });
  const tell = (err?: unknown) => {
    if (!broken) {
      log.warn({ err, clientId }, 'The MQTT broker does not answer; trying again');
    }
    broken = true;
  };
  client.on('error', tell);
  client.on('offline', () => tell());
  return client;
}

/**
 * Subscribes, again and again while the connection stays up: rights that were given late are used without a new start.
 *
 * @returns whether it has; false once the connection is gone.
 */
async function subscribe(client: MqttClient, log: MqttBridgeOptions['log']): Promise<boolean> {
  const leaving = new AbortController();
  client.once('close', () => leaving.abort());
  const { clientId } = client.options;
  for (let ms: number = resubscribe.firstMs; ; ms = Math.min(2 * ms, resubscribe.longestMs)) {
    const refusal = await trySubscribing(client);
    if (leaving.signal.aborted) {
      return false;
    }
    if (refusal === null) {
      log.info({ clientId }, 'Subscribed at the MQTT broker');
      return true;
    }
    if (ms === resubscribe.firstMs) {
      log.error(
        { err: refusal, clientId },
        'The MQTT broker refused the subscription; trying again: check the rights of the account in MQTT_URL',
      );
    }
    await pause(ms, undefined, { ref: false, signal: leaving.signal }).catch(() => undefined);
    if (leaving.signal.aborted) {
      return false;
    }
  }
}

/** @returns why it was refused; null: it was not. */
async function trySubscribing(client: MqttClient): Promise<unknown> {
  try {
    await client.subscribeAsync(
      requestKinds.map((kind) => `$share/noa/noa/+/${kind}`),
      { qos: 1 },
    );
    return null;
  } catch (err) {
    return err;
  }
}

/** Answers a message, after which the broker is told that it has arrived. */
async function handle(packet: IPublishPacket, answer: Answer, answers: MqttClient): Promise<'done' | 'stranger'> {
  const request = readRequest(packet);
  // What a broker has kept is a copy of what was dealt with long ago.
  if (!request || packet.retain) {
    return 'done';
  }
  const text = await answer(request);
  if (text === null) {
    return 'stranger';
  }
  const { correlationData } = packet.properties ?? {};
  await answers.publishAsync(answerTopic(packet, request), text, {
    qos: 1,
    properties: { ...(correlationData && { correlationData }), contentType: 'application/json' },
  });
  return 'done';
}

/** Messages without a valid token, told to the log at most once a minute however many there are. */
class Strangers {
  readonly #log: MqttBridgeOptions['log'];
  #count = 0;
  #toldAt = -Infinity;

  constructor(log: MqttBridgeOptions['log']) {
    this.#log = log;
  }

  note(): void {
    this.#count += 1;
    if (performance.now() - this.#toldAt >= tellMs) {
      this.#log.warn({ messages: this.#count }, 'Dropped MQTT messages without a valid access token');
      this.#toldAt = performance.now();
      this.#count = 0;
    }
  }
}

function readRequest({ topic, payload, properties }: IPublishPacket): MqttRequest | undefined {
  const [root, clientId = '', kind = '', ...rest] = topic.split('/');
  if (root !== 'noa' || clientId === '' || !isRequestKind(kind) || rest.length > 0) {
    return undefined;
  }
  const authorization = properties?.userProperties?.['authorization'];
  return {
    kind,
    clientId,
    authorization: typeof authorization === 'string' ? authorization : null,
    payload: payload.toString(),
  };
}

/** Where the answer goes: where the message says, if that is the gateway's own and no request, or else its `answers`. */
function answerTopic({ properties }: IPublishPacket, { clientId }: MqttRequest): string {
  const own = `noa/${clientId}/`;
  const wished = properties?.responseTopic ?? '';
  const isOurs = wished.startsWith(own) && !/[#+\0]/.test(wished) && !isRequestKind(wished.slice(own.length));
  return isOurs ? wished : `${own}answers`;
}
