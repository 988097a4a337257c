import { apartment } from '@noa/domain/kinds/apartment.ts';
import { ApartmentsDocument } from '../../api/kinds/generated/apartment.graphql.ts';
import { listOf } from '../../crud/declared/list.tsx';
import { Count, None } from '../../ui/values/cells.tsx';

/** How the apartments behind one entrance are listed in its view; they have no list of their own. */
export const entranceApartments = listOf(apartment, ApartmentsDocument, {
  defaultSort: 'addrAp',
  first: ['addrAp', 'occupierKind', 'occupierName'],
  without: ['occupierFirstName'],
  columns: [
    {
      id: 'occupierName',
      from: ['occupierName', 'occupierFirstName'],
      sort: 'occupier_name',
      may: 'apartment:readOccupier',
      cell: (row) => [row.occupierName, row.occupierFirstName].filter(Boolean).join(' ') || <None />,
    },
    {
      id: 'cardCount',
      numeric: true,
      may: 'card:count',
      cell: (row) => (typeof row.cardCount === 'number' ? <Count value={row.cardCount} /> : <None />),
    },
  ],
  filters: [{ id: 'occupierName', kind: 'text', may: 'apartment:readOccupier' }],
  imported: true,
});
