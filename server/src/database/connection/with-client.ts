import pg from 'pg';

/**
 * Does `work` over a connection of its own, which ends with it.
 *
 * @param config - what the connection is opened with (`sessionOf`).
 */
export async function withClient<T>(config: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(config);
  client.on('error', () => undefined); // the statement that it breaks says so
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
