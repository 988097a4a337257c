import { Anchor } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from '../../ui/Link.tsx';
import type { ApartmentQuery } from '../../api/generated/graphql.ts';
import { paths } from '../../paths.ts';
import { CardEvents } from '../../events/CardEvents.tsx';
import { historyTab } from '../../resource/history-tab.tsx';
import { useMoment } from '../../resource/moment.ts';
import { RecordLoader } from '../../resource/RecordLoader.tsx';
import { RecordPage, type Tab } from '../../resource/RecordPage.tsx';
import { useViewer } from '../../session/viewer.ts';
import { None } from '../../ui/cells.tsx';
import { PanelButton } from '../../ui/Disclosure.tsx';
import { IconErased } from '../../ui/icons.ts';
import { ApartmentDocument, DeleteApartmentDocument } from './apartment.graphql.ts';
import { ApartmentCards } from './ApartmentCards.tsx';
import { ApartmentClaimCodes } from './ApartmentClaimCodes.tsx';
import { ApartmentOrgs } from './ApartmentOrgs.tsx';
import { EraseOccupier } from './EraseOccupier.tsx';
import { IdNumber } from './IdNumber.tsx';

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
  const [erasing, setErasing] = useState(false);
  const isPast = useMoment().asOf !== null;
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
    viewer.sees.seesOccupiers && {
      field: 'occupierIdNumber',
      value: apartment.occupierIdNumber ? (
        <IdNumber
          key={apartment.rowId}
          apartmentId={id}
          mask={apartment.occupierIdNumber}
          mayReveal={apartment.viewerCanReveal && viewer.may('apartment:revealIdNumber')}
        />
      ) : (
        <None />
      ),
    },
    org && { field: 'orgId', value: org.name },
  ];
  const tabs: (Tab | false | null)[] = [
    ...(apartment.apartmentCards
      ? [{ id: 'cards', label: t('cards:title'), content: <ApartmentCards apartment={apartment} /> }]
      : []),
    viewer.may('apartment:issueClaimCode') &&
      apartment.viewerCanUpdateOccupier && {
        id: 'claimCodes',
        label: t('claimCodes.title'),
        content: <ApartmentClaimCodes apartmentId={id} entranceId={entrance?.id ?? null} />,
      },
    viewer.may('cardEvent:readWho') &&
      !isPast && { id: 'events', label: t('events'), content: <CardEvents of={{ apartmentId: id }} /> },
    apartment.apartmentOrgs
      ? {
          id: 'orgs',
          label: t('orgs.title'),
          content: (
            <ApartmentOrgs
              apartment={apartment}
              mayWrite={apartment.viewerCanUpdate && viewer.may('apartmentOrg:write')}
            />
          ),
        }
      : null,
    historyTab(viewer, t, { name: 'apartments', kind: 'apartment', id }),
  ];

  return (
    <>
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
        menu={
          apartment.viewerCanErase &&
          ((close) => (
            <PanelButton
              icon={IconErased}
              danger
              onClick={() => {
                close();
                setErasing(true);
              }}
            >
              {t('erase.open')}
            </PanelButton>
          ))
        }
        facts={facts}
        tabs={tabs}
      />
      {erasing && <EraseOccupier apartment={apartment} onClose={() => setErasing(false)} />}
    </>
  );
}
