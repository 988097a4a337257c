import { handOutInput, replaceCardInput } from '@noa/domain/card.ts';
import { AppError, validationFailed } from '@noa/domain/errors.ts';
import { parseInput } from '@noa/domain/input.ts';
import type { Permission } from '@noa/domain/permissions.ts';
import { namingFields } from '../../database/constraint.ts';
import type { Tx } from '../../database/database.ts';
import { getRecord, lockVersion, updateRecord } from '../../records/record.ts';
import type { Scope } from '../../database/scope.ts';
import type { Row } from '../../database/tables.ts';
import type { Context } from '../../request/context.ts';
import { ownApartments } from '../apartments/apartment.queries.ts';
import {
  insertCard,
  lockLiveCard,
  recordDuplicates,
  wasErased,
  cards,
  recordCardActions,
  takeBack,
} from '../cards/card.queries.ts';
import { refuseRandomUid, requireSerial } from '../cards/card.service.ts';
import { findLabels } from '../labels.ts';
import { isOwned } from '../reachable.ts';
import { findActiveHandOut, insertHandOut } from './apartment-card.queries.ts';

export const handOutOutcomes = ['assigned', 'registered', 'held'] as const;

export interface HandOut {
  readonly outcome: (typeof handOutOutcomes)[number];
  readonly apartmentCard: Row<'apartment_card'>;
}

/** Which card is handed out. */
export interface AskedCard {
  /** Upper-case hexadecimal. */
  readonly serialNumber: string;
  /** Whether a card that is not known shall be registered. */
  readonly register: boolean;
  /** Whether the serial of an erased card shall be a new card. */
  readonly reregister: boolean;
}

const refused = (key: string, message: string, details?: Record<string, unknown>) =>
  new AppError('ValidationFailed', message, { fields: { serialNumber: key }, ...(details && { details }) });

/**
 * What a scan at the hand-over of an entrance does: the card of this serial goes to the apartment, and is registered before
 * if it is not known and the caller may, all or nothing. Sent again, after an answer that got lost, it changes nothing.
 *
 * @throws {AppError} `NotFound` for the apartment; `ValidationFailed` on `serialNumber`: `form.cardAssigned` with
 * `details.holder`, `form.cardBlocked`, `form.cardErased`, `form.otherOrg`, `form.taken` when it is live out of the caller's
 * reach (which is recorded as a duplicate), `form.cardUnknown` for a caller who may not register cards, or, with
 * `details.mayRegister`, who was not asked yet whether to, `form.randomSerial` for a new
 * card whose serial changes at each reading; `Forbidden`.
 */
export async function handOutCard(
  context: Context,
  { apartmentId, ...input }: { apartmentId: string; serialNumber: string; register: boolean; reregister: boolean },
): Promise<HandOut> {
  const { serialNumber: typed, ...wishes } = parseInput(handOutInput, input);
  const asked = { ...wishes, serialNumber: requireSerial(typed) };
  return recordingDuplicates(context, apartmentId, asked.serialNumber, async (tx, scope) =>
    handOutTo(context, tx, scope, await getRecord(tx, ownApartments, scope, apartmentId), asked),
  );
}

/**
 * Does `work`, which hands a card to the apartment, with `permission`; a serial that is live out of the caller's reach leaves a duplicate.
 *
 * @throws {AppError} what `work` throws.
 */
export async function recordingDuplicates<Result>(
  context: Context,
  apartmentId: string,
  serialNumber: string,
  work: (tx: Tx, scope: Scope) => Promise<Result>,
  permission: Permission = 'card:assign',
): Promise<Result> {
  // The constraints decide should another writer have been faster.
  const once = () =>
    namingFields({ card_serial_number_taken: 'serialNumber', apartment_card_active_taken: 'serialNumber' }, () =>
      context.write(permission, work),
    );
  try {
    return await once();
  } catch (refusal) {
    if (!isTaken(refusal)) {
      throw refusal;
    }
  }
  // Whoever registered the serial meanwhile may have been this very request, sent twice: then the card is found now.
  try {
    return await once();
  } catch (refusal) {
    if (isTaken(refusal)) {
      await context.write('card:write', async (tx, scope) => {
        const { org_id } = await getRecord(tx, ownApartments, scope, apartmentId);
        await recordDuplicates(tx, org_id, [serialNumber]);
      });
    }
    throw refusal;
  }
}

const isTaken = (refusal: unknown) => refusal instanceof AppError && refusal.fields?.['serialNumber'] === 'form.taken';

/** Hands the card of a serial to the apartment, registered before if need be; `handOutCard` says what it throws. */
export async function handOutTo(
  context: Context,
  tx: Tx,
  scope: Scope,
  apartment: Row<'apartment'>,
  asked: AskedCard,
): Promise<HandOut> {
  const card = await lockLiveCard(tx, scope, asked.serialNumber);
  return card
    ? handOutKnown(tx, apartment, card)
    : { outcome: 'registered', apartmentCard: await registerAndHandOut(context, tx, scope, apartment, asked) };
}

async function handOutKnown(tx: Tx, apartment: Row<'apartment'>, card: Row<'card'>): Promise<HandOut> {
  if (card.org_id !== apartment.org_id) {
    throw refused('form.otherOrg', 'The card belongs to another org than the apartment');
  }
  const held = await findActiveHandOut(tx, card);
  if (held?.apartment_id === apartment.id) {
    return { outcome: 'held', apartmentCard: held };
  }
  if (held) {
    const label = (await findLabels(tx, 'apartment', [held.apartment_id])).get(held.apartment_id);
    throw refused('form.cardAssigned', 'The card has a holder: take it back first', {
      holder: label ? { id: held.apartment_id, label } : null,
    });
  }
  if (card.status === 'blocked') {
    throw refused('form.cardBlocked', 'The card is blocked');
  }
  return { outcome: 'assigned', apartmentCard: await insertHandOut(tx, apartment, card) };
}

async function registerAndHandOut(
  context: Context,
  tx: Tx,
  scope: Scope,
  apartment: Row<'apartment'>,
  { serialNumber, register, reregister }: AskedCard,
): Promise<Row<'apartment_card'>> {
  refuseRandomUid(serialNumber);
  const mayRegister = isOwned(context, 'card:write', apartment);
  if (!(reregister && mayRegister) && (await wasErased(tx, scope, apartment.org_id, serialNumber))) {
    throw refused('form.cardErased', 'The card was erased', { mayReregister: mayRegister });
  }
  if (!mayRegister) {
    throw validationFailed({ serialNumber: 'form.cardUnknown' }, 'The caller may not register cards');
  }
  if (!register && !reregister) {
    throw refused('form.cardUnknown', 'The card is not registered', { mayRegister: true });
  }
  const card = await insertCard(tx, { org_id: apartment.org_id, kind: 'physical', serial_number: serialNumber });
  return insertHandOut(tx, apartment, card);
}

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
