import { claimCodeTries } from '@noa/domain/codes/claim-code.ts';
import { tooManyTries } from '@noa/domain/errors.ts';
import type { Tx } from '../../database/database.ts';
import { giveTryBack, takeTry } from '../../database/rate-limit.ts';
import { Sealer } from '../../database/keys/sealing.ts';
import type { Context } from '../../request/context.ts';

/** A try as it was counted: to be given back should the code be right. */
interface CountedTry {
  readonly key: Buffer;
  readonly takenAt: string;
}

/**
 * Counts one more code tried by this caller, and from where it comes: guessers change accounts more easily than networks.
 *
 * @throws {AppError} `LimitExceeded`, with `details.retryAt`; then nothing is counted.
 */
export async function countTries(
  tx: Tx,
  { keys, clientNetwork }: Context,
  accountId: string,
): Promise<readonly CountedTry[]> {
  const { perCaller, perAddress, windowMinutes: minutes } = claimCodeTries;
  const sealer = new Sealer(await keys.forWriting(tx), 'claim-code-tries');
  // One order for all callers: nobody waits in a circle.
  const bounded = [
    { key: sealer.hash(`account ${accountId}`), times: perCaller },
    ...(clientNetwork === null ? [] : [{ key: sealer.hash(`network ${clientNetwork}`), times: perAddress }]),
  ];
  const counted: CountedTry[] = [];
  for (const { key, times } of bounded) {
    const taken = await takeTry(tx, key, { times, minutes });
    if ('retryAt' in taken) {
      throw tooManyTries(taken.retryAt);
    }
    counted.push({ key, ...taken });
  }
  return counted;
}

export async function giveTriesBack(tx: Tx, tries: readonly CountedTry[]): Promise<void> {
  for (const { key, takenAt } of tries) {
    await giveTryBack(tx, key, takenAt);
  }
}
