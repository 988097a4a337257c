import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A proxy before a PostgreSQL, which can be told to let nothing through any more, and nothing be known of it. */
export interface BlackHole {
  /** URL by way of the proxy. */
  readonly url: string;
  /** Lets nothing through, in either direction; connections stay open, and new ones are taken. */
  swallow(): void;
  /** Breaks all connections and refuses new ones, as a server that was killed. */
  refuse(): Promise<void>;
  /** Forwards again, on new connections. */
  forward(): Promise<void>;
  close(): Promise<void>;
}

/** @param databaseUrl - over TCP or a Unix socket (`?host=/folder`). */
export async function aBlackHole(databaseUrl: string): Promise<BlackHole> {
  const target = new URL(databaseUrl.replace(/@\//, '@localhost/'));
  const folder = target.searchParams.get('host');
  const dial = () =>
    folder ? connect(`${folder}/.s.PGSQL.5432`) : connect(Number(target.port || 5432), target.hostname);
  const sockets = new Set<Socket>();
  let isSwallowing = false;
  const server = createServer((near) => {
    const far = dial();
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('error', () => undefined); // its close follows
      from.on('close', () => (sockets.delete(from), !isSwallowing && to.destroy()));
      from.on('data', (chunk) => void (isSwallowing || to.write(chunk)));
    }
  });
  const listen = async (port: number) => {
    await once(server.listen(port, '127.0.0.1'), 'listening');
    const address = server.address();
    return typeof address === 'object' && address ? address.port : 0;
  };
  const port = await listen(0);
  const breakAll = () => sockets.forEach((socket) => socket.destroy());
  const refuse = async () => {
    if (server.listening) {
      server.close();
      breakAll();
      await once(server, 'close');
    }
  };
  target.searchParams.delete('host');
  target.hostname = '127.0.0.1';
  target.port = String(port);
  return {
    url: target.href,
    swallow: () => (isSwallowing = true),
    refuse,
    forward: async () => {
      if (isSwallowing) {
        breakAll();
      }
      isSwallowing = false;
      if (!server.listening) {
        await listen(port);
      }
    },
    close: refuse,
  };
}
