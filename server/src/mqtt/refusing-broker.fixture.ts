import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { requestKinds } from './requests.ts';

/** Kinds of packets, by the first half of their first byte (MQTT 5, 2.1.2). */
const [connect, subscribe, ping] = [1, 8, 12];

const notAuthorised = 0x87;

interface Packet {
  readonly kind: number;
  readonly body: Buffer;
  /** Of all of it, in bytes. */
  readonly length: number;
}

/** The first of what was received; undefined while some of it is still to come. */
function readPacket(received: Buffer): Packet | undefined {
  let [bytes, size] = [0, 0];
  do {
    bytes += 1;
    size += ((received[bytes] ?? 0) & 0x7f) << (7 * (bytes - 1));
  } while ((received[bytes] ?? 0) & 0x80);
  const length = 1 + bytes + size;
  return received.length < Math.max(2, length)
    ? undefined
    : { kind: (received[0] ?? 0) >> 4, body: received.subarray(1 + bytes, length), length };
}

/** A broker that speaks as much of MQTT as it takes to refuse a subscription. */
export class RefusingBroker {
  readonly #server = createServer((socket) => this.#serve(socket));
  readonly #sockets = new Set<Socket>();
  readonly #refusals: number;
  /** Subscriptions that were asked for so far. */
  asked = 0;

  private constructor(refusals: number) {
    this.#refusals = refusals;
  }

  /** @param refusals - so many subscriptions are refused, and those after them granted. */
  static async start(refusals: number): Promise<RefusingBroker> {
    const broker = new RefusingBroker(refusals);
    broker.#server.listen(0, '127.0.0.1');
    await once(broker.#server, 'listening');
    return broker;
  }

  get url(): string {
    return `mqtt://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.close();
    this.#sockets.forEach((socket) => socket.destroy());
    await once(this.#server, 'close');
  }

  #serve(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on('error', () => undefined);
    let unread = Buffer.alloc(0);
    socket.on('data', (data) => {
      unread = Buffer.concat([unread, data]);
      for (let packet = readPacket(unread); packet; packet = readPacket(unread)) {
        unread = unread.subarray(packet.length);
        this.#answer(socket, packet);
      }
    });
  }

  #answer(socket: Socket, { kind, body }: Packet): void {
    if (kind === connect) {
      socket.write(Buffer.from([0x20, 3, 0, 0, 0]));
    } else if (kind === ping) {
      socket.write(Buffer.from([0xd0, 0]));
    } else if (kind === subscribe) {
      this.asked += 1;
      const code = this.asked <= this.#refusals ? notAuthorised : 1;
      const codes = requestKinds.map(() => code);
      socket.write(Buffer.from([0x90, 3 + codes.length, body[0] ?? 0, body[1] ?? 0, 0, ...codes]));
    }
  }
}
