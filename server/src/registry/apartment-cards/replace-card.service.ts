import { replaceCardInput } from '@noa/domain/card.ts';
import { validationFailed } from '@noa/domain/errors.ts';
import { parseInput } from '@noa/domain/input.ts';
import type { Tx } from '../../database/database.ts';
import { getRecord, lockVersion, updateRecord } from '../../records/record.ts';
import type { Scope } from '../../database/scope.ts';
import type { Row } from '../../database/tables.ts';
import type { Context } from '../../request/context.ts';
import { ownApartments } from '../apartments/apartment.queries.ts';
import { cards, recordCardActions, takeBack } from '../cards/card.queries.ts';
import { requireSerial } from '../cards/card.service.ts';
import { findActiveHandOut } from './apartment-card.queries.ts';
import { handOutTo, recordingDuplicates, type HandOut } from './hand-out.service.ts';

export interface CardReplacement extends HandOut {
  /** The former card: blocked, and nobody's. */
  readonly card: Row<'card'>;
}

/**
 * Gives an apartment another card for one that is lost, all or nothing: the former card is blocked, with the reason in its
 * event, and taken back; the card of this serial is handed to the same apartment, as `handOutCard` does. A card that was
 * blocked before stays so without another event.
 *
 * @throws {AppError} `NotFound`; `Conflict`; `ValidationFailed` on `id` if no apartment holds the former card, on `serialNumber`
 * as `handOutCard`, and for a card that the apartment has already; `Forbidden`.
 */
export async function replaceCard(
  context: Context,
  version: { id: string; rowId: string },
  input: { serialNumber: string; reason?: string | null | undefined },
): Promise<CardReplacement> {
  const { serialNumber: typed, reason } = parseInput(replaceCardInput, input);
  const asked = { serialNumber: requireSerial(typed), register: true, reregister: false };
  const apartmentId = await context.read('card:assign', (tx, scope) => findHolder(tx, scope, version.id));
  return recordingDuplicates(context, apartmentId, asked.serialNumber, async (tx, scope) => {
    const former = await lockVersion(tx, cards, scope, version);
    if (former.serial_number === asked.serialNumber) {
      throw validationFailed({ serialNumber: 'form.sameCard' }, 'This is the card that is to be replaced');
    }
    const apartment = await getRecord(tx, ownApartments, scope, await findHolder(tx, scope, former.id));
    // The event is the holder's still: it goes before the card does.
    if (former.status === 'normal') {
      await recordCardActions(tx, [former.id], 'card_blocked', reason || null);
    }
    const card =
      former.status === 'normal' ? await updateRecord(tx, cards, scope, version, { status: 'blocked' }) : former;
    await takeBack(tx, former);
    const handOut = await handOutTo(context, tx, scope, apartment, asked);
    if (handOut.outcome === 'held') {
      throw validationFailed({ serialNumber: 'form.cardAssigned' }, 'The apartment has this card already');
    }
    return { ...handOut, card };
  });
}

/** @throws {AppError} `NotFound`; `ValidationFailed` on `id` if no apartment within reach holds the card. */
async function findHolder(tx: Tx, scope: Scope, id: string): Promise<string> {
  const handOut = await findActiveHandOut(tx, await getRecord(tx, cards, scope, id));
  if (!handOut) {
    throw validationFailed({ id: 'form.cardNotHeld' }, 'No apartment holds the card');
  }
  return handOut.apartment_id;
}
