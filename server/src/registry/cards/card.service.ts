import { cardReasonInput, cardStatusAfter, createCardInput, type CardTransition } from '@noa/domain/card.ts';
import { isRandomUid, readSerial, settleSerial } from '@noa/domain/codes/card-code.ts';
import { AppError, validationFailed } from '@noa/domain/errors.ts';
import { parseInput, parseNew } from '@noa/domain/input.ts';
import type { Permission } from '@noa/domain/permissions.ts';
import { namingFields } from '../../database/constraint.ts';
import { updateRecord, lockVersion } from '../../records/record.ts';
import type { Row } from '../../database/tables.ts';
import type { Context } from '../../request/context.ts';
import { owningOrg } from '../owner.ts';
import { cards, insertCard, recordCardActions, recordDuplicates, takeBack } from './card.queries.ts';

type Card = Row<'card'>;
type Version = { id: string; rowId: string };

/**
 * Registers a card. A serial that is live in any org is refused, and the attempt recorded; one that changes at each reading is
 * refused without a trace.
 *
 * @throws {AppError} `ValidationFailed` naming the field, with `details.readings` for a serial that reads in several ways;
 * `Forbidden`.
 */
export async function createCard(context: Context, input: unknown): Promise<Card> {
  const { orgId, serialNumber: typed, kind, deliveryNote } = parseNew(createCardInput, input);
  const serial_number = requireSerial(typed);
  refuseRandomUid(serial_number);
  try {
    return await namingFields({ card_serial_number_taken: 'serialNumber' }, () =>
      context.write('card:write', async (tx, scope) =>
        insertCard(tx, {
          org_id: await owningOrg(tx, scope, orgId),
          kind,
          serial_number,
          delivery_note: deliveryNote ?? '',
        }),
      ),
    );
  } catch (refusal) {
    if (refusal instanceof AppError && refusal.fields?.['serialNumber'] === 'form.taken') {
      // In a transaction of its own: the one that was refused leaves nothing behind.
      await context.write('card:write', async (tx, scope) =>
        recordDuplicates(tx, await owningOrg(tx, scope, orgId), [serial_number]),
      );
    }
    throw refusal;
  }
}

/**
 * The one serial that was typed.
 *
 * @throws {AppError} `ValidationFailed` on `serialNumber`, with `details.readings` when it reads in several ways.
 */
export function requireSerial(typed: string): string {
  const settled = settleSerial(typed);
  if (settled === 'unreadable') {
    throw validationFailed({ serialNumber: 'form.badSerial' }, 'This is no card serial in any notation');
  }
  if (settled === 'ambiguous') {
    throw new AppError('ValidationFailed', 'This serial can be read in several ways', {
      fields: { serialNumber: 'form.ambiguousSerial' },
      details: { readings: readSerial(typed) },
    });
  }
  return settled.serialNumber;
}

/**
 * That a card may be registered by this serial. Cards that were registered before stay what they are.
 *
 * @param serialNumber - upper-case hexadecimal.
 * @throws {AppError} `ValidationFailed` on `serialNumber` for one that the chip draws anew at each reading.
 */
export function refuseRandomUid(serialNumber: string): void {
  if (isRandomUid(serialNumber)) {
    throw validationFailed({ serialNumber: 'form.randomSerial' }, 'This serial changes whenever the card is read');
  }
}

/** What each move of a card needs, and the event it leaves. */
export const cardMoves = {
  block: { permission: 'card:block', event: 'card_blocked' },
  unblock: { permission: 'card:unblock', event: 'card_unblocked' },
  erase: { permission: 'card:erase', event: 'card_erased' },
} as const satisfies Record<CardTransition, { permission: Permission; event: string }>;

/**
 * Blocks, unblocks or erases a card, and writes its card event in the same transaction. Erasing takes it back from the
 * apartment that holds it.
 *
 * @throws {AppError} `NotFound`; `Conflict`; `ValidationFailed` if the card's status allows no such transition; `Forbidden`.
 */
export function moveCard(
  context: Context,
  transition: CardTransition,
  version: Version,
  input: { reason?: string | null | undefined },
): Promise<Card> {
  const { reason } = parseInput(cardReasonInput, { reason: input.reason });
  const { permission, event } = cardMoves[transition];
  return context.write(permission, async (tx, scope) => {
    // Changes nothing, but holds the version: what follows is decided on a card that stands still.
    const current = await lockVersion(tx, cards, scope, version);
    const status = cardStatusAfter(current.status, transition);
    if (!status) {
      throw validationFailed({ id: 'card.noSuchTransition' }, `Cannot ${transition} a card that is ${current.status}`);
    }
    await recordCardActions(tx, [current.id], event, reason || null);
    if (status === 'erased') {
      await takeBack(tx, current);
    }
    return updateRecord(tx, cards, scope, version, { status });
  });
}
