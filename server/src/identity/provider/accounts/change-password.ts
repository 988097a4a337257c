import type { Tx } from '../../../database/database.ts';
import { endSessions, type Ended } from '../oidc/sessions.ts';
import { forgetLinks } from './links.ts';
import { setPasswordHash } from './user.queries.ts';

/** Gives somebody another password: what they were sent or have begun with the one before leads nowhere any more. */
export async function changePassword(tx: Tx, userId: string, hash: string, ended: Ended): Promise<void> {
  await setPasswordHash(tx, userId, hash);
  await forgetLinks(tx, userId);
  await endSessions(tx, userId, ended);
}
