import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyHttpOptions, FastifyInstance } from 'fastify';

const lookEveryMs = 50;

/** Milliseconds, as Fastify has them for the servers it makes itself. */
const keepAliveTimeout = 72_000;

/** Knows what is being answered, and ends the port without cutting any of it off. */
export class Drain {
  readonly #servers: Server[] = [];
  readonly #live = new Set<ServerResponse>();
  #isOn = false;

  /** Whether the server is to stop: it answers, and whoever can should ask another. */
  get isOn(): boolean {
    return this.#isOn;
  }

  /** Requests that are being answered. */
  get live(): number {
    return this.#live.size;
  }

  /** Makes the servers of the port: one for each address. */
  readonly serverFactory = (
    listener: RequestListener,
    { http, requestTimeout }: FastifyHttpOptions<Server>,
  ): Server => {
    const server = createServer({ ...http, keepAliveTimeout, requestTimeout }, listener);
    this.#servers.push(server);
    return server;
  };

  /** Follows what `app` answers. */
  follow(app: FastifyInstance): void {
    app.addHook('onRequest', (_request, { raw }, done) => {
      this.#live.add(raw);
      raw.once('close', () => this.#live.delete(raw));
      raw.shouldKeepAlive &&= !this.#isOn;
      done();
    });
  }

  /** From here on each answer is the last of its connection. */
  begin(): void {
    this.#isOn = true;
    for (const response of this.#live) {
      response.shouldKeepAlive = false;
    }
  }

  /**
   * Takes no new connections and waits until what has come in is answered; what is left then is cut off.
   *
   * @param deadlineMs - of waiting, at the most.
   * @param atDeadline - ends the work for what is left, before it is cut off.
   */
  async finish(deadlineMs: number, atDeadline: () => Promise<void>): Promise<void> {
    const until = performance.now() + deadlineMs;
    this.#servers.forEach((server) => server.close());
    while (this.#live.size > 0 && performance.now() < until) {
      await delay(lookEveryMs);
      this.#servers.forEach((server) => server.closeIdleConnections());
    }
    if (this.#live.size > 0) {
      await atDeadline();
    }
    this.#servers.forEach((server) => server.closeAllConnections());
  }
}
