import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import type { Db } from '../database.ts';

/** A connection as PostgreSQL knows it: who has its number and key may cancel what it does. */
interface Backend {
  readonly host: string;
  readonly port: number;
  readonly processID: number;
  readonly secretKey: number;
  /** Gives the connection up. */
  breakOff(): void;
}

/** Connections of each pool, by the number of their process. */
const backends = new WeakMap<Db, Map<number, Backend>>();

/**
 * Milliseconds until a statement is cancelled, and again the next one. Most have ended by then; to cancel one costs PostgreSQL a
 * process.
 */
const timeoutMs = 50;

/** Milliseconds of cancelling after which the connection is given up: nothing comes back on it any more. */
const longestCancelMs = 5_000;

/** Milliseconds that PostgreSQL has to take one request to cancel. */
const requestMs = 1_000;

/** CancelRequest of PostgreSQL's protocol, in place of a version. */
const cancelRequest = 80877102;

/** Remembers the connections of a pool. */
export function knowBackends(db: Db, pool: pg.Pool): void {
  const known = new Map<number, Backend>();
  backends.set(db, known);
  const backendOf = (client: pg.PoolClient) => client as unknown as Backend;
  pool.on('connect', (client) => known.set(backendOf(client).processID, backendOf(client)));
  pool.on('remove', (client) => known.delete(backendOf(client).processID));
}

/**
 * Does `work`, whose statements are cancelled when `signal` is aborted, one after the other until it ends. It ends no sooner than
 * PostgreSQL has taken the last request to cancel: none meets what is done next on the connection, by somebody else.
 *
 * @param processId - of the connection that `work` uses, which is nobody else's until it has ended.
 * @throws whatever `work` throws; the reason of `signal` once it is aborted.
 */
export async function cancellable<T>(
  pool: Db,
  processId: number,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  signal.throwIfAborted();
  let cancelling: { readonly until: AbortController; readonly done: Promise<void> } | undefined;
  const cancel = () => {
    const until = new AbortController();
    cancelling = { until, done: cancelUntil(backends.get(pool)?.get(processId), until.signal) };
  };
  signal.addEventListener('abort', cancel, { once: true });
  try {
    return await work();
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  } finally {
    signal.removeEventListener('abort', cancel);
    cancelling?.until.abort();
    await cancelling?.done;
  }
}

async function cancelUntil(backend: Backend | undefined, ended: AbortSignal): Promise<void> {
  const until = performance.now() + longestCancelMs;
  while (backend && !ended.aborted) {
    await Promise.race([wait(timeoutMs), once(ended, 'abort')]);
    if (!ended.aborted && performance.now() > until) {
      backend.breakOff();
      return;
    }
    if (!ended.aborted) {
      await requestCancel(backend);
    }
  }
}

/** PostgreSQL closes the connection when it has told the process. One that cannot be told has gone, and its statement with it. */
async function requestCancel({ host, port, processID, secretKey }: Backend): Promise<void> {
  const request = Buffer.alloc(16);
  [16, cancelRequest, processID, secretKey].forEach((value, index) => request.writeInt32BE(value | 0, index * 4));
  const socket = connect(host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port });
  await new Promise<void>((resolve) => {
    socket.setTimeout(requestMs, () => socket.destroy());
    socket.once('error', () => resolve());
    socket.once('close', () => resolve());
    socket.end(request);
  });
}

/** Asks PostgreSQL to cancel whatever runs on any connection of a pool: the server stops, and nobody will read what it gives. */
export async function cancelAll(pool: Db): Promise<void> {
  await Promise.all([...(backends.get(pool)?.values() ?? [])].map(requestCancel));
}
