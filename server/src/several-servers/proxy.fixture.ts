import { once } from 'node:events';
import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http';

/** What the proxy has seen. */
export interface ProxyFigures {
  requests: number;
  /** Sent to another server, as the first had not taken the connection. */
  retried: number;
  /** Begun at a server that was lost before its answer was whole. */
  cut: number;
  /** Refused by the proxy itself, as no server was ready. */
  nobody: number;
  readonly byServer: Map<number, number>;
}

/**
 * All that a proxy before several servers has to do: it asks `/readyz` twice a second, gives each request to the next server that is
 * ready, whoever sent it, and passes answers on as they come. What it may try again elsewhere is a request whose connection was not
 * taken: nothing of it has been sent. What has begun fails where it began, as nobody knows what was done of it.
 */
export async function startProxy(ports: readonly number[], port: number) {
  const figures: ProxyFigures = { requests: 0, retried: 0, cut: 0, nobody: 0, byServer: new Map() };
  const ready = new Set(ports);
  const look = (each: number) =>
    fetch(`http://localhost:${each}/readyz`, { signal: AbortSignal.timeout(2_000) }).then(
      ({ ok }) => void (ok ? ready.add(each) : ready.delete(each)),
      () => void ready.delete(each),
    );
  const looking = setInterval(() => ports.forEach((each) => void look(each)), 500);

  function pass(request: IncomingMessage, response: ServerResponse, tried: readonly number[]): void {
    const free = ports.filter((each) => ready.has(each) && !tried.includes(each));
    const server = free[(figures.requests + tried.length) % free.length];
    if (server === undefined) {
      figures.nobody += 1;
      response.writeHead(503, { 'retry-after': '1' }).end();
      return;
    }
    figures.byServer.set(server, (figures.byServer.get(server) ?? 0) + 1);
    const { method, url: path, headers, socket } = request;
    const forwarded = { ...headers, 'x-forwarded-for': socket.remoteAddress, connection: 'close' };
    const upstream = ask({ host: 'localhost', port: server, method, path, headers: forwarded, agent: false });
    let hasBegun = false;
    upstream.once('socket', (to) =>
      to.once('connect', () => {
        hasBegun = true;
        request.pipe(upstream);
      }),
    );
    upstream.once('response', (answer) => {
      const { connection: _connection, ...passed } = answer.headers;
      response.writeHead(answer.statusCode ?? 502, passed);
      response.flushHeaders();
      answer.on('error', () => cutOff(response));
      answer.pipe(response);
    });
    upstream.on('error', () => {
      if (hasBegun) {
        cutOff(response);
      } else if (!response.destroyed) {
        figures.retried += 1;
        pass(request, response, [...tried, server]);
      }
    });
    response.on('close', () => upstream.destroy());
  }

  function cutOff(response: ServerResponse): void {
    if (response.destroyed || response.writableEnded) {
      return; // its client has left
    }
    figures.cut += 1;
    if (response.headersSent) {
      response.destroy();
    } else {
      response.writeHead(502).end();
    }
  }

  const proxy = createServer((request, response) => {
    figures.requests += 1;
    pass(request, response, []);
  }).listen(port, 'localhost');
  await once(proxy, 'listening');
  const close = () => {
    clearInterval(looking);
    proxy.closeAllConnections();
    proxy.close();
  };
  return { origin: `http://localhost:${port}`, figures, close };
}
