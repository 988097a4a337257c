import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { apartment } from '@noa/domain/kinds/apartment.ts';
import { paths } from '../../paths.ts';
import { recordView } from '../../crud/declared/record-view.tsx';
import { useMoment } from '../../crud/history/moment.ts';
import { useViewer } from '../../session/viewer.ts';
import { None } from '../../ui/values/cells.tsx';
import { PanelButton } from '../../ui/page/Disclosure.tsx';
import { IconDownload, IconErased } from '../../ui/icons.ts';
import { ApartmentDocument, DeleteApartmentDocument } from './apartment.graphql.ts';
import { ApartmentCards } from './ApartmentCards.tsx';
import { IdNumber } from './IdNumber.tsx';
import { part } from '../../loading/part.ts';

const ApartmentClaimCodes = part(async () => (await import('./ApartmentClaimCodes.tsx')).ApartmentClaimCodes);
const CardEvents = part(async () => (await import('../../events/CardEvents.tsx')).CardEvents);
const Timeline = part(async () => (await import('../../events/timeline/Timeline.tsx')).Timeline);
const ApartmentOrgs = part(async () => (await import('./ApartmentOrgs.tsx')).ApartmentOrgs);
const EraseOccupier = part(async () => (await import('./EraseOccupier.tsx')).EraseOccupier);
const ResidentFile = part(async () => (await import('./ResidentFile.tsx')).ResidentFile);

export const Component = recordView(apartment, {
  query: ApartmentDocument,
  remove: DeleteApartmentDocument,
  elsewhere: paths.entrances.list,
  useParts(record) {
    const { t } = useTranslation(['apartments', 'common', 'entrances', 'towerBlocks', 'cards']);
    const viewer = useViewer();
    const { id, entrance } = record;
    const [erasing, setErasing] = useState(false);
    const [taking, setTaking] = useState(false);
    const isPast = useMoment().asOf !== null;
    const block = entrance?.towerBlock;
    const entrancePath = entrance ? paths.entrances.view(entrance.id) : paths.entrances.list;
    return {
      above: [
        ...(block
          ? [
              { label: t('towerBlocks:title'), to: paths.towerBlocks.list },
              { label: block.label, to: paths.towerBlocks.view(block.id) },
            ]
          : [{ label: t('entrances:title'), to: paths.entrances.list }]),
        ...(entrance ? [{ label: `sc. ${entrance.addrSc}`, to: entrancePath }] : []),
      ],
      here: `ap. ${record.addrAp}`,
      update: record.viewerCanUpdateOccupier ? paths.apartments.update(id) : undefined,
      next: entrancePath,
      lead: !isPast && viewer.may('cardEvent:readWho') && <Timeline of="apartment" id={id} apartments={1} />,
      menu: record.viewerCanErase && (
        <>
          <PanelButton icon={IconDownload} onClick={() => setTaking(true)}>
            {t('residentFile.open')}
          </PanelButton>
          <PanelButton icon={IconErased} danger onClick={() => setErasing(true)}>
            {t('erase.open')}
          </PanelButton>
        </>
      ),
      facts: [
        viewer.may('apartment:readOccupier') && {
          field: 'occupierIdNumber',
          value: record.occupierIdNumber ? (
            <IdNumber
              key={record.rowId}
              apartmentId={id}
              mask={record.occupierIdNumber}
              mayReveal={record.viewerCanReveal && viewer.may('apartment:revealIdNumber')}
            />
          ) : (
            <None />
          ),
        },
      ],
      tabs: [
        record.apartmentCards
          ? { id: 'cards', label: t('cards:title'), content: <ApartmentCards apartment={record} /> }
          : null,
        viewer.may('apartment:issueClaimCode') &&
          record.viewerCanUpdateOccupier && {
            id: 'claimCodes',
            label: t('claimCodes.title'),
            content: <ApartmentClaimCodes apartmentId={id} entranceId={entrance?.id ?? null} />,
          },
        viewer.may('cardEvent:readWho') &&
          !isPast && { id: 'events', label: t('events'), content: <CardEvents of={{ apartmentId: id }} /> },
        record.apartmentOrgs
          ? {
              id: 'orgs',
              label: t('orgs.title'),
              content: (
                <ApartmentOrgs
                  apartment={record}
                  mayWrite={record.viewerCanUpdate && viewer.may('apartmentOrg:write')}
                />
              ),
            }
          : null,
      ],
      dialog: (erasing || taking) && (
        <Suspense>
          {erasing ? (
            <EraseOccupier apartment={record} onClose={() => setErasing(false)} />
          ) : (
            <ResidentFile apartmentId={record.id} onClose={() => setTaking(false)} />
          )}
        </Suspense>
      ),
    };
  },
});
