import { sessionOf } from '../connection/session.ts';
import { withClient } from '../connection/with-client.ts';

/**
 * Has PostgreSQL look at what all tables hold. It does so by itself some minutes after much was written at once; until then it takes
 * full tables for empty ones, and a report over them took half a minute.
 *
 * @param ownerUrl - the owner of the tables: nobody else may.
 */
export async function gatherStatistics(ownerUrl: string): Promise<void> {
  return withClient(sessionOf(ownerUrl, 'owner'), async (client) => {
    await client.query('analyze');
  });
}
