import { execute } from '../../../database/statements.ts';
import type { Db } from '../../../database/database.ts';
import { listPasskeys, lockFactors } from './passkeys.ts';
import { hasTotp } from './second-factor.ts';

/** Whether somebody is asked for more than a password: a code or a passkey. */
export const hasFactor = async (db: Db, userId: string): Promise<boolean> =>
  (await hasTotp(db, userId)) || (await listPasskeys(db, userId)).length > 0;

/**
 * Removes codes or a passkey; recovery codes go with the last of them. Who must have a second factor keeps the last one.
 *
 * @param isNeeded - whether a role of theirs asks for one.
 * @returns whether it was removed.
 */
export const removeFactor = (
  db: Db,
  userId: string,
  which: 'totp' | { readonly passkey: string },
  isNeeded: boolean,
): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    await lockFactors(tx, userId);
    const passkeys = await listPasskeys(tx, userId);
    const removed = which === 'totp' ? null : passkeys.find(({ credential_id: id }) => id === which.passkey);
    const codes = which !== 'totp' && (await hasTotp(tx, userId));
    const isLast = !codes && passkeys.length === (removed ? 1 : 0);
    if (removed === undefined || (isLast && isNeeded)) {
      return false;
    }
    await (removed
      ? execute(tx)`delete from provider_passkey where credential_id = ${removed.credential_id}`
      : execute(tx)`delete from provider_totp where user_id = ${userId}`);
    if (isLast) {
      await execute(tx)`delete from provider_recovery_code where user_id = ${userId}`;
    }
    return true;
  });
