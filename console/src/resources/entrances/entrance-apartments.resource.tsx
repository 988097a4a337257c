import { useTranslation } from 'react-i18next';
import { occupierKinds, type OccupierKind } from '@noa/domain/vocabulary.ts';
import { paths } from '../../paths.ts';
import { defineResource } from '../../resource/define-resource.ts';
import { recordColumns } from '../../resource/record-columns.tsx';
import { Count, None } from '../../ui/cells.tsx';
import { ApartmentsDocument } from '../../api/kinds/generated/apartment.graphql.ts';

function Occupier({ kind }: { kind: OccupierKind }) {
  const { t } = useTranslation('apartments');
  return <>{t(`values.occupierKind.${kind}`)}</>;
}

/** How the apartments behind one entrance are listed in its view; they have no list of their own. */
export const entranceApartments = defineResource({
  name: 'apartments',
  paths: paths.apartments,
  query: ApartmentsDocument,
  select: (data) => data.apartments,
  defaultSort: 'addrAp',
  columns: [
    { id: 'addrAp', sort: 'addr_ap', cell: (row) => row.addrAp },
    {
      id: 'occupierKind',
      words: { texts: 'apartments:values.occupierKind', values: occupierKinds },
      sort: 'occupier_kind',
      may: 'apartment:readOccupierKind',
      cell: (row) => (row.occupierKind ? <Occupier kind={row.occupierKind} /> : <None />),
    },
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
    ...recordColumns,
  ],
  filters: [
    {
      id: 'occupierKind',
      kind: 'choice',
      values: occupierKinds,
      texts: 'values.occupierKind',
      may: 'apartment:readOccupierKind',
    },
    { id: 'occupierName', kind: 'text', may: 'apartment:readOccupier' },
    { id: 'updatedAt', kind: 'period' },
  ],
  may: { read: 'apartment:read', create: 'apartment:write' },
  imported: true,
});
