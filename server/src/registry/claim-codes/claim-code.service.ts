import { claimCodeTries, redeemClaimCodeInput } from '@noa/domain/codes/claim-code.ts';
import { AppError, notFound, validationFailed } from '@noa/domain/errors.ts';
import { parseInput } from '@noa/domain/input.ts';
import { againWhenOvertaken } from '../../database/constraint.ts';
import type { Tx } from '../../database/database.ts';
import { getRecord, isUuid, lockVersion, updateRecord } from '../../records/record.ts';
import { nothing, ofOrgs } from '../../database/scope.ts';
import type { Row } from '../../database/tables.ts';
import { read, write } from '../../database/transaction.ts';
import type { Context } from '../../request/context.ts';
import { resolveAccount } from '../../identity/resolve-viewer.ts';
import { entrances } from '../entrances/entrance.queries.ts';
import {
  claimCodes,
  claimCodeState,
  findClaimable,
  insertClaimCodes,
  findRedeemed,
  insertVirtualCard,
  listHomeOrgs,
  lockApartment,
  lockClaimable,
  lockLive,
  lockUnclaimable,
  redeem,
  type ClaimCodeRow,
} from './claim-code.queries.ts';
import { ClaimCodeVault } from './claim-code-vault.ts';
import { demandTry, giveTryBack } from '../../database/rate-limit.ts';
import { Sealer } from '../../database/keys/sealing.ts';

interface NewClaimCode {
  readonly apartmentId: string;
  /** The code that the caller has seen to be live, by its id; null or absent: whichever is. */
  readonly replaces?: string | null | undefined;
}

/**
 * Gives an apartment a code to be claimed with; the one it had is revoked.
 *
 * @throws {AppError} `NotFound`; `Conflict` on `replaces` if that is not the live one any more: what a colleague has printed meanwhile stays
 * good; `Forbidden`.
 */
export function createClaimCode(context: Context, { apartmentId, replaces }: NewClaimCode): Promise<ClaimCodeRow> {
  return context.write('apartment:issueClaimCode', async (tx, scope) => {
    const vault = new ClaimCodeVault(await context.keys.forWriting(tx));
    const apartment = isUuid(apartmentId) && (await lockApartment(tx, scope, apartmentId));
    if (apartment && typeof replaces === 'string' && !(await lockLive(tx, apartment, replaces))) {
      const fields = { replaces: 'claimCode.notLive' };
      throw new AppError('Conflict', 'The code that is to be replaced is not the live one', { fields });
    }
    const [issued] = apartment ? await insertClaimCodes(tx, [{ apartment, sealed: vault.draw(apartment) }]) : [];
    if (!issued) {
      throw notFound('apartment', apartmentId);
    }
    return issued;
  });
}

/**
 * Gives a code to each apartment behind the entrance that has none to be claimed with; at most 500 in one go.
 *
 * @returns how many were given.
 * @throws {AppError} `NotFound`; `Forbidden`.
 */
export function createMissingClaimCodes(context: Context, entranceId: string): Promise<number> {
  return context.write('apartment:issueClaimCode', async (tx, scope) => {
    const vault = new ClaimCodeVault(await context.keys.forWriting(tx));
    const { id } = await getRecord(tx, entrances, scope, entranceId);
    const lacking = await lockUnclaimable(tx, scope, id);
    const issued = lacking.map((apartment) => ({ apartment, sealed: vault.draw(apartment) }));
    return (await insertClaimCodes(tx, issued)).length;
  });
}

/**
 * The code in the clear, for its letter.
 *
 * @throws {AppError} `ValidationFailed` if what is kept of it is another apartment's, or was changed; the log says so.
 */
export async function showClaimCode(context: Context, row: ClaimCodeRow, cipher: Buffer): Promise<string> {
  const keys = await context.keysFor('apartment:issueClaimCode');
  return context.opening({ code: 'claimCode.unreadable' }, () => new ClaimCodeVault(keys).open(cipher, row));
}

/** @throws {AppError} `NotFound`; `Conflict`; `ValidationFailed` if it was used, revoked or expired before; `Forbidden`. */
export function revokeClaimCode(context: Context, version: { id: string; rowId: string }): Promise<ClaimCodeRow> {
  return context.write('apartment:issueClaimCode', async (tx, scope) => {
    const current = await lockVersion(tx, claimCodes, scope, version);
    if (claimCodeState(current) !== 'live') {
      throw validationFailed({ id: 'claimCode.notLive' }, 'The code is no longer good anyway');
    }
    return updateRecord(tx, claimCodes, scope, version, { state: 'revoked', code_cipher: null });
  });
}

/** One answer for all: whether a code never was, was used, was revoked or has expired is not for guessers to know. */
const refused = () => validationFailed({ code: 'form.claimCodeRefused' }, 'No apartment can be claimed with this code');

/**
 * Ties the caller to the apartment that the code is of, and gives it a virtual card there.
 *
 * A try is counted before it is judged, and given back when it was right: a burst of parallel guesses gains nothing. Whoever used the code
 * gets the card that it gave as often as they ask: they ask again when the answer was lost on its way to them.
 *
 * @throws {AppError} `ValidationFailed` on `code`; `LimitExceeded` after too many wrong codes, with `details.retryAt`;
 * `Forbidden`.
 */
export async function redeemClaimCode(context: Context, input: { code: string }): Promise<Row<'card'>> {
  const { bounded: db, viewer, keys } = context;
  viewer.scope('card:claim'); // is for the role alone to say: the apartment is in nobody's scope yet
  const { accountId } = viewer;
  if (!accountId) {
    throw new Error('Only people have the role that claims');
  }
  const { code } = parseInput(redeemClaimCodeInput, input);

  const { tries, hashes, found } = await write(db, nothing, viewer.actor, async (tx) => {
    const counted = await countTries(tx, context, accountId);
    const sought = new ClaimCodeVault(await keys.forWriting(tx)).hashes(code);
    return { tries: counted, hashes: sought, found: await findClaimable(tx, sought) };
  });
  const give = async (tx: Tx) => {
    const claimable = found && (await lockClaimable(tx, found));
    if (!claimable) {
      return findRedeemed(tx, hashes, accountId);
    }
    const given = await insertVirtualCard(tx, claimable.org_id);
    await redeem(tx, claimable, { accountId, cardId: given.id });
    return { ...given, apartment_id: claimable.apartment_id };
  };
  const claim = async (tx: Tx) => {
    const given = await give(tx);
    if (!given) {
      throw refused();
    }
    for (const { key, takenAt } of tries) {
      await giveTryBack(tx, key, takenAt);
    }
    return given;
  };
  // Where the caller lives by now: this request may have begun before the code was used.
  const home = found ? undefined : await resolveAccount(db, accountId, viewer.roles);
  const orgIds = found
    ? [found.org_id]
    : await read(db, { ...nothing, apartmentIds: home?.apartmentIds ?? [] }, listHomeOrgs);
  const { apartment_id: apartmentId, ...card } = await againWhenOvertaken(() =>
    write(db, ofOrgs(orgIds), viewer.actor, claim),
  );
  context.admitTo(apartmentId);
  return card;
}

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
async function countTries(tx: Tx, { keys, clientNetwork }: Context, accountId: string): Promise<readonly CountedTry[]> {
  const { perCaller, perAddress, windowMinutes: minutes } = claimCodeTries;
  const sealer = new Sealer(await keys.forWriting(tx), 'claim-code-tries');
  // One order for all callers: nobody waits in a circle.
  const bounded = [
    { key: sealer.hash(`account ${accountId}`), times: perCaller },
    ...(clientNetwork === null ? [] : [{ key: sealer.hash(`network ${clientNetwork}`), times: perAddress }]),
  ];
  const counted: CountedTry[] = [];
  for (const { key, times } of bounded) {
    counted.push({ key, takenAt: await demandTry(tx, key, { times, minutes }) });
  }
  return counted;
}
