import { useTranslation } from 'react-i18next';
import { cardKinds, type CardKind } from '@noa/domain/vocabulary.ts';
import { paths } from '../../paths.ts';
import { orgPicker } from '../../pickers/pickers.ts';
import { defineResource } from '../../resource/define-resource.ts';
import { recordColumns } from '../../resource/record-columns.tsx';
import { CardStatusBadge, cardStatusWords } from '../../ui/CardStatusBadge.tsx';
import { None } from '../../ui/cells.tsx';
import { status, updatedAt } from './card.filters.ts';
import { CardsDocument } from './card.graphql.ts';

function Kind({ kind }: { kind: CardKind }) {
  const { t } = useTranslation('cards');
  return <>{t(`values.kind.${kind}`)}</>;
}

/** How cards are listed. */
export const cards = defineResource({
  name: 'cards',
  paths: paths.cards,
  query: CardsDocument,
  select: (data) => data.cards,
  defaultSort: 'displaySerialNumber',
  columns: [
    { id: 'displaySerialNumber', sort: 'display_serial_number', cell: (row) => row.displaySerialNumber },
    { id: 'status', words: cardStatusWords, sort: 'status', cell: (row) => <CardStatusBadge status={row.status} /> },
    {
      id: 'kind',
      words: { texts: 'cards:values.kind', values: cardKinds },
      sort: 'kind',
      cell: (row) => <Kind kind={row.kind} />,
    },
    {
      id: 'apartment',
      from: ['apartmentCards[active].apartment.label'],
      cell: (row) => row.apartmentCards.find(({ active }) => active)?.apartment?.label ?? <None />,
    },
    { id: 'serialNumber', cell: (row) => row.serialNumber },
    ...recordColumns,
  ],
  filters: [
    status,
    { id: 'kind', kind: 'choice', values: cardKinds, texts: 'values.kind' },
    { id: 'withoutApartment', kind: 'flag' },
    updatedAt,
    { id: 'orgId', kind: 'record', picker: orgPicker, may: 'org:read' },
  ],
  may: { read: 'card:read', create: 'card:write' },
  bulk: [{ action: 'block_cards' }, { action: 'unblock_cards' }],
});
