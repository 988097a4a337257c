import { invitationLimits } from '@noa/domain/member.ts';
import { type DataKeys, Sealer } from '../../database/keys/sealing.ts';
import { demandTry, takeTry, type Taken } from '../../database/rate-limit.ts';
import { hasRow } from '../../database/statements.ts';
import type { Tx } from '../../database/database.ts';
import type { Context } from '../../request/context.ts';

const { perAddress, perInviter, windowMinutes: minutes } = invitationLimits;
const toAddress = { times: perAddress, minutes };

const sealerOf = (keys: DataKeys) => new Sealer(keys, 'invitations');
const addressKey = (sealer: Sealer, email: string) => sealer.hash(`address ${email.toLowerCase()}`);

/**
 * Counts an invitation: nobody's address is filled with them, from whichever account. One that does not leave, as the account is in use, counts as
 * well, or its inviter would learn that by one more than there may be; not where they may look at all accounts. Who runs a command is not bounded.
 *
 * @throws {AppError} `LimitExceeded`, with `details.retryAt`.
 */
export async function countInvitation(
  { viewer, keys }: Context,
  tx: Tx,
  { email, accountId }: { readonly email: string; readonly accountId: string },
): Promise<void> {
  if (viewer.accountId === null || (viewer.may('account:read') && (await isInUse(tx, accountId)))) {
    return;
  }
  const sealer = sealerOf(await keys.forWriting(tx));
  // One order for all callers: nobody waits in a circle.
  await demandTry(tx, addressKey(sealer, email), toAddress);
  await demandTry(tx, sealer.hash(`account ${viewer.accountId}`), { times: perInviter, minutes });
}

/**
 * Counts one of many that a list asks for: its address is bounded with all others, and its inviter by nothing, who may look at all accounts.
 *
 * @param keys - of the transaction, for writing.
 */
export const takeListedInvitation = (tx: Tx, keys: DataKeys, email: string): Promise<Taken> =>
  takeTry(tx, addressKey(sealerOf(keys), email), toAddress);

const isInUse = (tx: Tx, accountId: string): Promise<boolean> =>
  hasRow(tx)`select from account where id = ${accountId} and subject is not null`;
