import { randomUUID } from 'node:crypto';
import mqtt, { type IClientPublishOptions, type MqttClient } from 'mqtt';

interface AnswerMessage {
  readonly topic: string;
  readonly body: Body;
}

interface Body {
  // oxlint-disable-next-line typescript/no-explicit-any -- each test knows the shape of what it asked for
  readonly data?: any;
  readonly errors?: { readonly message: string; readonly extensions: { readonly code: string } }[];
}

interface Asking {
  /** The access token; null: the message carries none. */
  readonly token: string | null;
  readonly responseTopic?: string;
  readonly retain?: boolean;
}

/** A gateway that speaks to the broker: asks, and waits for the answer with its correlation data. */
export class MqttGateway {
  readonly clientId: string;
  readonly #client: MqttClient;
  /** Answers that have come so far. */
  answers = 0;
  readonly #waiting = new Map<string, (answer: AnswerMessage) => void>();

  private constructor(clientId: string, client: MqttClient) {
    this.clientId = clientId;
    this.#client = client;
    client.on('message', (topic, payload, { properties }) => {
      this.answers += 1;
      const key = properties?.correlationData?.toString() ?? '';
      this.#waiting.get(key)?.({ topic, body: JSON.parse(payload.toString()) as Body });
    });
  }

  static async connect(url: string, clientId: string): Promise<MqttGateway> {
    const client = await mqtt.connectAsync(url, { protocolVersion: 5, reconnectPeriod: 50 });
    await client.subscribeAsync([`noa/${clientId}/answers/#`, 'elsewhere/#'], { qos: 1 });
    return new MqttGateway(clientId, client);
  }

  /** Sends a request on a topic of the gateway, or of another, and gives the answer. */
  async ask(kind: string, variables: unknown, asking: Asking, topicOf = this.clientId): Promise<AnswerMessage> {
    const key = randomUUID();
    const answered = new Promise<AnswerMessage>((resolve) => {
      this.#waiting.set(key, resolve);
    });
    await this.publish(`noa/${topicOf}/${kind}`, variables, { ...asking, key });
    return answered;
  }

  async publish(topic: string, variables: unknown, { token, responseTopic, retain, key }: Asking & { key?: string }) {
    const options: IClientPublishOptions = {
      qos: 1,
      ...(retain && { retain }),
      properties: {
        responseTopic: responseTopic ?? `noa/${this.clientId}/answers/1`,
        ...(key && { correlationData: Buffer.from(key) }),
        ...(token !== null && { userProperties: { authorization: `Bearer oidc~${token}` } }),
      },
    };
    const text = typeof variables === 'string' ? variables : JSON.stringify(variables);
    await this.#client.publishAsync(topic, text, options);
  }

  async reconnected(): Promise<void> {
    await this.#client.subscribeAsync(`noa/${this.clientId}/answers/#`, { qos: 1 });
  }

  close(): Promise<void> {
    return this.#client.endAsync(true);
  }
}
