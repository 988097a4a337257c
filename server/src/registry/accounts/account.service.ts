import { AppError, demandFound, validationFailed } from '@noa/domain/errors.ts';
import type { Context } from '../../request/context.ts';
import { localAccounts } from '../../identity/local-accounts.ts';
import { findAccountForUpdate, findAccountsForUpdate, setBlocked, type KnownAccount } from './account.queries.ts';

/**
 * Lets an account do nothing any more, from its next request on; where Noa keeps the accounts, its sessions end and it cannot be signed
 * in to. Nobody blocks their own, nor anybody's once they are blocked themselves: so whoever may block others is left,
 * and can be asked to undo it, also where two block each other at the same moment.
 *
 * @throws {AppError} `NotFound`; `ValidationFailed` on `id`; `Forbidden`.
 */
export const blockAccount = (context: Context, id: string): Promise<KnownAccount> => change(context, id, true);

/**
 * Undoes `blockAccount`: they sign in as before.
 *
 * @throws {AppError} `NotFound`; `Forbidden`.
 */
export const unblockAccount = (context: Context, id: string): Promise<KnownAccount> => change(context, id, false);

async function change(context: Context, id: string, blocked: boolean): Promise<KnownAccount> {
  const account = await context.write('account:write', async (tx) => {
    const own = context.viewer.accountId;
    const accounts = await findAccountsForUpdate(tx, own === null ? [id] : [id, own]);
    const found = demandFound(
      accounts.find((account) => account.id === id.toLowerCase()),
      'account',
      id,
    );
    if (blocked && found.id === own) {
      throw validationFailed({ id: 'form.ownAccount' }, 'Nobody blocks their own account');
    }
    if (accounts.some((account) => account.id === own && account.blocked_at !== null)) {
      throw new AppError('Forbidden', 'Your own account was blocked meanwhile');
    }
    return setBlocked(tx, found.id, blocked);
  });
  // After it is kept that they may do nothing: if this fails, it is asked for once more, and no request of theirs is answered meanwhile.
  await localAccounts.of(context.db)?.setBlocked(account, blocked);
  return account;
}

/**
 * Ends every session of an account, where Noa keeps the accounts.
 *
 * @returns how many there were; 0 where another provider keeps them.
 * @throws {AppError} `NotFound`; `Forbidden`.
 */
export async function endAccountSessions(context: Context, id: string): Promise<number> {
  const account = demandFound(
    await context.write('account:write', (tx) => findAccountForUpdate(tx, id)),
    'account',
    id,
  );
  return (await localAccounts.of(context.db)?.endSessions(account)) ?? 0;
}
