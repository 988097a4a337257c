import pg from 'pg';
import { interruption } from '../../process/interruption.ts';
import { keptAlive } from './session.ts';

/**
 * Does `work` over a connection of its own, which ends with it, or with the command of whose it is.
 *
 * @param config - what the connection is opened with (`sessionOf`).
 * @param leaving - once aborted, the connection is ended under the statement that runs, which fails.
 */
export async function withClient<T>(
  config: pg.ClientConfig,
  work: (client: pg.Client) => Promise<T>,
  leaving?: AbortSignal,
): Promise<T> {
  const signal = leaving ? AbortSignal.any([interruption, leaving]) : interruption;
  signal.throwIfAborted();
  const client = new pg.Client({ ...keptAlive, ...config });
  client.on('error', () => undefined); // the statement that it breaks says so
  await client.connect();
  const breakOff = () => void client.end(); // at once where a statement runs, which fails
  signal.addEventListener('abort', breakOff);
  try {
    signal.throwIfAborted(); // while it was connected
    return await work(client);
  } finally {
    signal.removeEventListener('abort', breakOff);
    await client.end();
  }
}
