import { randomUUID } from 'node:crypto';
import mqtt, { type MqttClient } from 'mqtt';
import { Refusal, type Client } from '../client.ts';

const receipt = '{ results { outcome reason } completeUpTo { containerId bootNumber number } }';

/** What gateways may ask: as a document for HTTP, and as the last part of a topic for MQTT. */
const operations = {
  recordCardEvents: {
    topic: 'card-events',
    document: `mutation ($events: [CardEventInput!]!) { recordCardEvents(events: $events) ${receipt} }`,
  },
  recordStatusUpdates: {
    topic: 'status-updates',
    document: `mutation ($updates: [StatusUpdateInput!]!) { recordStatusUpdates(updates: $updates) ${receipt} }`,
  },
  cardsToSync: {
    topic: 'cards-to-sync',
    document: `query ($containerId: ID!, $after: String, $first: Int!) {
      cardsToSync(containerId: $containerId, after: $after, first: $first) {
        mode cards { serialNumber action } version hasMore checksum } }`,
  },
  acknowledgeSync: {
    topic: 'acknowledge',
    document: `mutation ($containerId: ID!, $version: String!, $checksum: String!, $count: Int!, $outcome: SyncOutcome!) {
      acknowledgeSync(containerId: $containerId, version: $version, checksum: $checksum, count: $count,
        outcome: $outcome) }`,
  },
} as const;
export type Operation = keyof typeof operations;

/** The way to the server. */
export interface Network {
  /**
   * Asks, and gives what the operation answers.
   *
   * @throws {Refusal} when the server refuses; another error when no answer came.
   */
  ask<Data>(operation: Operation, variables: Record<string, unknown>): Promise<Data>;
  close(): Promise<void>;
}

export const overHttp = (client: Client): Network => ({
  ask: async <Data>(operation: Operation, variables: Record<string, unknown>) => {
    const data = await client.run<Record<Operation, Data>>(operations[operation].document, variables);
    return data[operation];
  },
  close: () => Promise.resolve(),
});

/** Milliseconds after which a message counts as lost. */
const timeoutMs = 30_000;

interface Body {
  readonly data?: Record<string, unknown>;
  readonly errors?: { readonly extensions?: { readonly code?: string } }[];
}

/** By way of a broker, with the access token of the client in each message (docs/decisions/0016-mqtt.md). */
export async function overMqtt(url: string, client: Client, clientId: string): Promise<Network> {
  const connection = await mqtt.connectAsync(url, { protocolVersion: 5 });
  const answers = `noa/${clientId}/answers/${randomUUID()}`;
  await connection.subscribeAsync(answers, { qos: 1 });
  const waiting = waitFor(connection);
  return {
    ask: async <Data>(operation: Operation, variables: Record<string, unknown>) => {
      const key = randomUUID();
      const answered = waiting(key);
      await connection.publishAsync(`noa/${clientId}/${operations[operation].topic}`, JSON.stringify(variables), {
        qos: 1,
        properties: {
          responseTopic: answers,
          correlationData: Buffer.from(key),
          userProperties: { authorization: `Bearer oidc~${await client.token()}` },
        },
      });
      const { data, errors } = await answered;
      if (errors) {
        throw new Refusal(errors);
      }
      return data?.[operation] as Data;
    },
    close: () => connection.endAsync(true),
  };
}

/** Gives the answers that come in to whoever waits for them, by their correlation data. */
function waitFor(connection: MqttClient): (key: string) => Promise<Body> {
  const waiting = new Map<string, (body: Body) => void>();
  connection.on('message', (_topic, payload, { properties }) => {
    waiting.get(properties?.correlationData?.toString() ?? '')?.(JSON.parse(payload.toString()) as Body);
  });
  return (key) =>
    new Promise<Body>((resolve, reject) => {
      const settle = () => {
        clearTimeout(timer);
        waiting.delete(key);
      };
      const timer = setTimeout(() => {
        settle();
        reject(new Error('No answer came over MQTT'));
      }, timeoutMs);
      waiting.set(key, (body) => {
        settle();
        resolve(body);
      });
    });
}
