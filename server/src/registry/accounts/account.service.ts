import { demandFound, validationFailed } from '@noa/domain/errors.ts';
import type { Context } from '../../request/context.ts';
import { localAccounts } from '../../identity/local-accounts.ts';
import { findAccountForUpdate, setBlocked, type KnownAccount } from './account.queries.ts';

/**
 * Lets an account do nothing any more, from its next request on; where Noa keeps the accounts, its sessions end and it cannot be signed
 * in to. Nobody blocks their own: so whoever may block others can always be asked to undo it.
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
    const found = demandFound(await findAccountForUpdate(tx, id), 'account', id);
    if (blocked && found.id === context.viewer.accountId) {
      throw validationFailed({ id: 'form.ownAccount' }, 'Nobody blocks their own account');
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
