import pg from 'pg';
import { sessionOf } from '../connection/session.ts';

/**
 * Has PostgreSQL look at what all tables hold. It does so by itself some minutes after much was written at once; until then it takes
 * full tables for empty ones, and a report over them took half a minute.
 *
 * @param ownerUrl - the owner of the tables: nobody else may.
 */
export async function gatherStatistics(ownerUrl: string): Promise<void> {
  const client = new pg.Client(sessionOf(ownerUrl, 'owner'));
  client.on('error', () => undefined); // the statement that it breaks says so
  await client.connect();
  try {
    await client.query('analyze');
  } finally {
    await client.end();
  }
}
