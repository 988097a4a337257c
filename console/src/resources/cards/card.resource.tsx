import { card } from '@noa/domain/kinds/card.ts';
import { listOf } from '../../crud/declared/list.tsx';
import { None } from '../../ui/values/cells.tsx';
import { CardsDocument } from './card.graphql.ts';

/** How cards are listed. */
export const cards = listOf(card, CardsDocument, {
  defaultSort: 'displaySerialNumber',
  imported: true,
  first: ['displaySerialNumber', 'status', 'kind', 'apartment'],
  columns: [
    {
      id: 'apartment',
      from: ['apartmentCards[active].apartment.label'],
      cell: (row) => row.apartmentCards.find(({ active }) => active)?.apartment?.label ?? <None />,
    },
  ],
  desk: ['serialNumber', 'updatedAt'],
  rare: ['deliveryNote', 'supplier', 'orgId'],
  filters: [{ id: 'withoutApartment', kind: 'flag' }],
  bulk: [{ action: 'block_cards' }, { action: 'unblock_cards' }],
});
