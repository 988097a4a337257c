import { Anchor } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from '../../ui/Link.tsx';
import type { ApartmentQuery } from '../../api/generated/graphql.ts';
import { paths } from '../../paths.ts';
import { historyTab } from '../../resource/history-tab.tsx';
import { RecordLoader } from '../../resource/RecordLoader.tsx';
import { RecordPage, type Tab } from '../../resource/RecordPage.tsx';
import { useViewer } from '../../session/viewer.ts';
import { None } from '../../ui/cells.tsx';
import { ApartmentDocument, DeleteApartmentDocument } from './apartment.graphql.ts';
import { ApartmentCards } from './ApartmentCards.tsx';

export const Component = () => (
  <RecordLoader
    name="apartments"
    permission="apartment:read"
    query={ApartmentDocument}
    select={(data) => data.apartment}
    list={paths.entrances.list}
  >
    {(apartment) => <ApartmentView key={apartment.id} apartment={apartment} />}
  </RecordLoader>
);

function ApartmentView({ apartment }: { apartment: NonNullable<ApartmentQuery['apartment']> }) {
  const { t } = useTranslation(['apartments', 'common', 'entrances', 'towerBlocks', 'cards']);
  const viewer = useViewer();
  const { id, entrance, org, occupierKind } = apartment;
  const block = entrance?.towerBlock;
  const entrancePath = entrance ? paths.entrances.view(entrance.id) : paths.entrances.list;

  const facts = [
    entrance && {
      field: 'entranceId',
      value: (
        <Anchor component={Link} to={entrancePath} fz="sm">
          {entrance.label}
        </Anchor>
      ),
    },
    { field: 'addrAp', value: apartment.addrAp },
    occupierKind && { field: 'occupierKind', value: t(`values.occupierKind.${occupierKind}`) },
    viewer.sees.seesOccupiers && { field: 'occupierName', value: apartment.occupierName ?? <None /> },
    viewer.sees.seesOccupiers && { field: 'occupierFirstName', value: apartment.occupierFirstName ?? <None /> },
    viewer.sees.seesOccupiers && { field: 'occupierIdNumber', value: apartment.occupierIdNumber ?? <None /> },
    org && { field: 'orgId', value: org.name },
  ];
  const tabs: (Tab | null)[] = [
    ...(apartment.apartmentCards
      ? [{ id: 'cards', label: t('cards:title'), content: <ApartmentCards apartment={apartment} /> }]
      : []),
    historyTab(viewer, t, { name: 'apartments', kind: 'apartment', id }),
  ];

  return (
    <RecordPage
      name="apartments"
      record={apartment}
      title={apartment.label}
      above={[
        ...(block
          ? [
              { label: t('towerBlocks:title'), to: paths.towerBlocks.list },
              { label: block.label, to: paths.towerBlocks.view(block.id) },
            ]
          : [{ label: t('entrances:title'), to: paths.entrances.list }]),
        ...(entrance ? [{ label: `sc. ${entrance.addrSc}`, to: entrancePath }] : []),
      ]}
      here={`ap. ${apartment.addrAp}`}
      update={apartment.viewerCanUpdateOccupier ? paths.apartments.update(id) : undefined}
      remove={apartment.viewerCanDelete && { mutation: DeleteApartmentDocument, next: entrancePath }}
      facts={facts}
      tabs={tabs}
    />
  );
}
