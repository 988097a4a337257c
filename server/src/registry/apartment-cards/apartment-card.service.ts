import { demandFound, validationFailed } from '@noa/domain/errors.ts';
import { namingFields } from '../../database/constraint.ts';
import { getRecord, updateRecord, lockVersion } from '../../records/record.ts';
import type { Row } from '../../database/tables.ts';
import type { Context } from '../../request/context.ts';
import { ownApartments } from '../apartments/apartment.queries.ts';
import { isCardHeld, lockCard } from '../cards/card.queries.ts';
import { apartmentCards, insertHandOut } from './apartment-card.queries.ts';

type ApartmentCard = Row<'apartment_card'>;

/**
 * Hands a card to an apartment. A card has one holder: who moves it takes it back first.
 *
 * @throws {AppError} `NotFound` for apartment or card; `ValidationFailed` on `cardId` if the card is erased or blocked, has a holder, or
 * belongs to another org than the apartment; `Forbidden`.
 */
export function assignCard(
  context: Context,
  { apartmentId, cardId }: { apartmentId: string; cardId: string },
): Promise<ApartmentCard> {
  // The constraint decides should a writer that does not lock the card, such as an import, have been faster.
  return namingFields({ apartment_card_active_taken: 'cardId' }, () =>
    context.write('card:assign', async (tx, scope) => {
      const apartment = await getRecord(tx, ownApartments, scope, apartmentId);
      const card = demandFound(await lockCard(tx, scope, cardId), 'card', cardId);
      if (card.status === 'erased') {
        throw validationFailed({ cardId: 'form.cardErased' }, 'The card is erased');
      }
      if (card.org_id !== apartment.org_id) {
        throw validationFailed({ cardId: 'form.otherOrg' }, 'The card belongs to another org than the apartment');
      }
      if (await isCardHeld(tx, card)) {
        throw validationFailed({ cardId: 'form.cardAssigned' }, 'The card has a holder: take it back first');
      }
      if (card.status === 'blocked') {
        throw validationFailed({ cardId: 'form.cardBlocked' }, 'The card is blocked');
      }
      return insertHandOut(tx, apartment, card);
    }),
  );
}

/**
 * Takes a card back from the apartment that holds it.
 *
 * @throws {AppError} `NotFound`; `Conflict`; `ValidationFailed` if it was taken back before; `Forbidden`.
 */
export function unassignCard(context: Context, version: { id: string; rowId: string }): Promise<ApartmentCard> {
  return context.write('card:assign', async (tx, scope) => {
    const current = await lockVersion(tx, apartmentCards, scope, version);
    if (!current.active) {
      throw validationFailed({ id: 'form.cardNotAssigned' }, 'The card was taken back before');
    }
    return updateRecord(tx, apartmentCards, scope, version, { active: false });
  });
}
