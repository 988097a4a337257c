import {
  cardRequestLimit,
  refuseCardRequestInput,
  requestCardInput,
  type CardRequestState,
} from '@noa/domain/card-request.ts';
import { validationFailed } from '@noa/domain/errors.ts';
import { parseInput } from '@noa/domain/input.ts';
import type { Tx } from '../../database/database.ts';
import { Sealer } from '../../database/keys/sealing.ts';
import { demandTry } from '../../database/rate-limit.ts';
import type { Scope } from '../../database/scope.ts';
import { getRecord, lockRecord, updateRecord } from '../../records/record.ts';
import type { Context } from '../../request/context.ts';
import { handOutTo, recordingDuplicates } from '../apartment-cards/hand-out.service.ts';
import { ownApartments } from '../apartments/apartment.queries.ts';
import { lockLiveCard } from '../cards/card.queries.ts';
import { refuseRandomUid, requireSerial } from '../cards/card.service.ts';
import { cardRequests, findOpenRequest, insertRequest, type CardRequestRow } from './card-request.queries.ts';

type Version = { readonly id: string; readonly rowId: string };

/**
 * Asks the org of an apartment for a card that is not registered. Sent again while it waits, it is the same request. Whether the
 * serial is live out of the caller's reach is not told: that is for the org to find.
 *
 * @throws {AppError} `NotFound` for the apartment; `ValidationFailed` on `serialNumber`, with `form.cardKnown` for a card that the
 * caller can hand out as it is; `LimitExceeded`, with `details.retryAt`; `Forbidden`.
 */
export function requestCard(
  context: Context,
  { apartmentId, ...input }: { apartmentId: string; serialNumber: string },
): Promise<CardRequestRow> {
  const { serialNumber: typed } = parseInput(requestCardInput, input);
  const serialNumber = requireSerial(typed);
  refuseRandomUid(serialNumber);
  return context.write('cardRequest:send', async (tx, scope) => {
    const apartment = await getRecord(tx, ownApartments, scope, apartmentId);
    const waiting = await findOpenRequest(tx, apartment, serialNumber);
    if (waiting) {
      return waiting;
    }
    if (await lockLiveCard(tx, scope, serialNumber)) {
      throw validationFailed({ serialNumber: 'form.cardKnown' }, 'The card is registered: hand it out');
    }
    const { keys, viewer } = context;
    await demandTry(tx, new Sealer(await keys.forWriting(tx), 'card-requests').hash(viewer.actor), cardRequestLimit);
    const kept =
      (await insertRequest(tx, apartment, serialNumber)) ?? (await findOpenRequest(tx, apartment, serialNumber));
    if (!kept) {
      throw new Error('A request that was there is gone');
    }
    return kept;
  });
}

/**
 * Registers the card that was asked for and hands it to the apartment, all or nothing. Sent again, it changes nothing.
 *
 * @throws {AppError} `NotFound`; `Conflict`; `ValidationFailed` on `id` for a request that was refused, on `serialNumber` as
 * `handOutCard`; `Forbidden`.
 */
export async function acceptCardRequest(context: Context, version: Version): Promise<CardRequestRow> {
  const asked = await context.read('cardRequest:settle', (tx, scope) => getRecord(tx, cardRequests, scope, version.id));
  const work = async (tx: Tx, scope: Scope) => {
    const settled = await lockOpen(tx, scope, version, 'accepted');
    if (settled) {
      return settled;
    }
    const apartment = await getRecord(tx, ownApartments, scope, asked.apartment_id);
    const card = { serialNumber: asked.serial_number, register: true, reregister: false };
    const { apartmentCard } = await handOutTo(context, tx, scope, apartment, card);
    return updateRecord(tx, cardRequests, scope, version, { state: 'accepted', card_id: apartmentCard.card_id });
  };
  return recordingDuplicates(context, asked.apartment_id, asked.serial_number, work, 'cardRequest:settle');
}

/**
 * Refuses a request; whoever sent it reads why. Sent again, it changes nothing.
 *
 * @throws {AppError} `NotFound`; `Conflict`; `ValidationFailed` on `id` for a request that was accepted, on `reason`; `Forbidden`.
 */
export function refuseCardRequest(
  context: Context,
  version: Version,
  input: { reason: string },
): Promise<CardRequestRow> {
  const { reason } = parseInput(refuseCardRequestInput, input);
  return context.write(
    'cardRequest:settle',
    async (tx, scope) =>
      (await lockOpen(tx, scope, version, 'refused')) ??
      updateRecord(tx, cardRequests, scope, version, { state: 'refused', reason }),
  );
}

/**
 * Locks a request that waits; whoever writes it then says whether it is as the caller has seen it.
 *
 * @returns the request when it was settled so already, by an answer that got lost; undefined while it waits.
 */
async function lockOpen(
  tx: Tx,
  scope: Scope,
  version: Version,
  wanted: Exclude<CardRequestState, 'open'>,
): Promise<CardRequestRow | undefined> {
  const request = await lockRecord(tx, cardRequests, scope, version.id);
  if (request.state === wanted) {
    return request;
  }
  if (request.state !== 'open') {
    throw validationFailed({ id: 'cardRequest.settled' }, `The request was ${request.state} before`);
  }
  return undefined;
}
