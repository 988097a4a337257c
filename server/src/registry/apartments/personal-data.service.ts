import { demandFound, validationFailed } from '@noa/domain/errors.ts';
import { parseInput } from '@noa/domain/input.ts';
import { purposeInput, revealLimit } from '@noa/domain/personal-data.ts';
import { getRecord, updateRecord } from '../../records/record.ts';
import { demandTry, takeTry } from '../../database/rate-limit.ts';
import { nothing } from '../../database/scope.ts';
import { Sealer } from '../../database/keys/sealing.ts';
import { write } from '../../database/transaction.ts';
import type { Context } from '../../request/context.ts';
import { recordAudit } from '../audit/audit.queries.ts';
import { eraseOccupierTraces, eraseOccupierVersions, findLastVersion, ownApartments } from './apartment.queries.ts';
import { IdNumberVault } from './id-number-vault.ts';

/**
 * The occupier's ID number in the clear, for a purpose that is kept with who asked and when.
 *
 * @throws {AppError} `NotFound`; `ValidationFailed` on `purpose`, or on `apartmentId` when no number is known;
 * `LimitExceeded` above 30 in an hour, with `details.retryAt`; `Forbidden`.
 */
export function revealOccupierIdNumber(
  context: Context,
  { apartmentId, purpose: given }: { apartmentId: string; purpose: string },
): Promise<string> {
  const { purpose } = parseInput(purposeInput, { purpose: given });
  const { viewer } = context;
  const { accountId } = viewer;
  return context.write('apartment:revealIdNumber', async (tx, scope) => {
    const keys = await context.keys.forWriting(tx);
    const apartment = await getRecord(tx, ownApartments, scope, apartmentId);
    const { occupier_id_number_cipher: cipher } = apartment;
    if (!cipher) {
      throw validationFailed({ apartmentId: 'form.noIdNumber' }, 'No ID number is known of the occupier');
    }
    await demandTry(tx, new Sealer(keys, 'reveals').hash(`account ${accountId}`), revealLimit);
    const number = context.opening({ apartmentId: 'form.idNumberUnreadable' }, () =>
      new IdNumberVault(keys).open(cipher, apartment),
    );
    await recordAudit(tx, { action: 'reveal_id_number', kind: 'apartment', record: apartment, accountId, purpose });
    return number;
  });
}

/**
 * Each hash that a whole ID number may be found by. Whoever tries number after number learns those of a town as if they had been revealed, with
 * nothing in the audit: so many are looked up as may be revealed. The same one again is none.
 *
 * @param number - cleaned: digits alone (`cleanIdNumber`).
 * @throws {AppError} `LimitExceeded` above 30 in an hour, with `details.retryAt`; `Forbidden`.
 */
export async function hashesToFind(context: Context, number: string): Promise<readonly Buffer[]> {
  const vault = new IdNumberVault(await context.keysFor('apartment:revealIdNumber'));
  await context.loadBy('looked up ID numbers', number, async (numbers) => {
    await countLookUps(context, numbers);
    return new Map(numbers.map((each) => [each, true]));
  });
  return vault.hashes(number);
}

const countLookUps = ({ bounded, keys, viewer }: Context, numbers: readonly string[]): Promise<void> =>
  write(bounded, nothing, viewer.actor, async (tx) => {
    const sealer = new Sealer(await keys.forWriting(tx), 'id-number-look-ups');
    const whose = `account ${viewer.accountId}`;
    // One order for all of an account's requests: none waits in a circle.
    let others = 0;
    for (const number of numbers.toSorted()) {
      const first = await takeTry(tx, sealer.hash(`${whose} ${number}`), { times: 1, minutes: revealLimit.minutes });
      others += 'takenAt' in first ? 1 : 0;
    }
    for (; others > 0; others -= 1) {
      await demandTry(tx, sealer.hash(whose), revealLimit);
    }
  });

interface Erasure {
  readonly id: string;
  /** The version that was looked at when it was decided. */
  readonly rowId: string;
  readonly purpose: string;
  /** Whether who lives there now stays: only what is known of those before goes. */
  readonly formerOnly: boolean;
}

/**
 * Empties what is known of an apartment's occupiers, in the record and in every version of it that is kept, at the request of
 * the person (domain.md, "Personal data"), and with it what was kept of them elsewhere: kept reports that name the apartment or its
 * cards go (decision 95). Of an apartment that was deleted, its versions.
 *
 * @returns how many kept versions were emptied.
 * @throws {AppError} `NotFound`; `Conflict`; `ValidationFailed` on `purpose`; `Forbidden`.
 */
export function eraseOccupier(context: Context, { id, rowId, formerOnly, ...given }: Erasure): Promise<number> {
  const { purpose } = parseInput(purposeInput, given);
  return context.write('apartment:eraseOccupier', async (tx, scope) => {
    const last = demandFound(await findLastVersion(tx, scope, id), 'apartment', id);
    if (!last.deleted) {
      const nobody = {
        occupier_kind: 'unknown',
        occupier_name: null,
        occupier_first_name: null,
        occupier_id_number_cipher: null,
        occupier_id_number_hash: null,
        occupier_id_number_mask: null,
      } as const;
      await updateRecord(tx, ownApartments, scope, { id, rowId }, formerOnly ? {} : nobody);
    }
    await eraseOccupierTraces(tx, last);
    const emptied = await eraseOccupierVersions(tx, last);
    const { accountId } = context.viewer;
    await recordAudit(tx, { action: 'erase_occupier', kind: 'apartment', record: last, accountId, purpose });
    return emptied;
  });
}
