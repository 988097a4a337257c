import pg from 'pg';
import { interruption } from '../../process/interruption.ts';

/**
 * Does `work` over a connection of its own, which ends with it, or with the command of whose it is.
 *
 * @param config - what the connection is opened with (`sessionOf`).
 */
export async function withClient<T>(config: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  interruption.throwIfAborted();
  const client = new pg.Client(config);
  client.on('error', () => undefined); // the statement that it breaks says so
  await client.connect();
  const breakOff = () => void client.end(); // at once where a statement runs, which fails
  interruption.addEventListener('abort', breakOff);
  try {
    interruption.throwIfAborted(); // while it was connected
    return await work(client);
  } finally {
    interruption.removeEventListener('abort', breakOff);
    await client.end();
  }
}
