import { useApolloClient } from '@apollo/client/react';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { apartment } from '@noa/domain/kinds/apartment.ts';
import { RevealOccupierIdNumberDocument } from '../../api/mutations/generated/reveal-occupier-id-number.graphql.ts';
import { paths } from '../../paths.ts';
import { recordView } from '../../crud/declared/record-view.tsx';
import { useMoment } from '../../crud/history/moment.ts';
import { useViewer } from '../../session/viewer.ts';
import { Dialog } from '../../ui/page/Dialog.tsx';
import { None } from '../../ui/values/cells.tsx';
import { PanelButton } from '../../ui/page/Disclosure.tsx';
import { IconDownload, IconErased } from '../../ui/icons.ts';
import { ApartmentDocument, DeleteApartmentDocument } from './apartment.graphql.ts';
import { ApartmentCards } from './ApartmentCards.tsx';
import { part } from '../../loading/part.ts';
import classes from './IdNumber.module.css';
import { PurposeDialog } from './PurposeDialog.tsx';

const ApartmentClaimCodes = part(async () => (await import('./ApartmentClaimCodes.tsx')).ApartmentClaimCodes);
const CardEvents = part(async () => (await import('../../events/CardEvents.tsx')).CardEvents);
const Timeline = part(async () => (await import('../../events/timeline/Timeline.tsx')).Timeline);
const ApartmentOrgs = part(async () => (await import('./ApartmentOrgs.tsx')).ApartmentOrgs);
const EraseOccupier = part(async () => (await import('./EraseOccupier.tsx')).EraseOccupier, null);
const ResidentFile = part(async () => (await import('./ResidentFile.tsx')).ResidentFile, null);

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
      dialog: erasing ? (
        <EraseOccupier apartment={record} onClose={() => setErasing(false)} />
      ) : (
        taking && <ResidentFile apartmentId={record.id} onClose={() => setTaking(false)} />
      ),
    };
  },
});

/** Seconds for which a number is shown in the clear: enough to write it down. */
const shownSeconds = 30;

interface Props {
  apartmentId: string;
  mask: string;
  mayReveal: boolean;
}

/** An ID number as its mask; *Arată* shows it for a while, for a purpose. */
function IdNumber({ apartmentId, mask, mayReveal }: Props) {
  const { t } = useTranslation('apartments');
  const [asking, setAsking] = useState(false);
  return (
    <Group gap="xs" component="span">
      <span>{mask}</span>
      {mayReveal && (
        <Button size="compact-sm" variant="default" onClick={() => setAsking(true)}>
          {t('reveal.open')}
        </Button>
      )}
      {asking && <RevealDialog apartmentId={apartmentId} onClose={() => setAsking(false)} />}
    </Group>
  );
}

function RevealDialog({ apartmentId, onClose }: { apartmentId: string; onClose: () => void }) {
  const { t } = useTranslation(['apartments', 'common']);
  const client = useApolloClient();
  const [number, setNumber] = useState<string | null>(null);

  async function reveal(purpose: string) {
    const { data } = await client.mutate({
      mutation: RevealOccupierIdNumberDocument,
      variables: { apartmentId, purpose },
      // Lives in this dialog and nowhere else: neither in the cache nor in the browser's storage.
      fetchPolicy: 'no-cache',
    });
    setNumber(data?.revealOccupierIdNumber ?? null);
    return false;
  }

  return number === null ? (
    <PurposeDialog
      title={t('reveal.title')}
      text={t('reveal.text')}
      action={t('reveal.open')}
      run={reveal}
      onClose={onClose}
    />
  ) : (
    <Dialog title={t('reveal.title')} onClose={onClose}>
      <Revealed number={number} onClose={onClose} />
    </Dialog>
  );
}

/** The number in the clear, for half a minute and for as long as somebody may be looking. */
function Revealed({ number, onClose }: { number: string; onClose: () => void }) {
  const { t } = useTranslation(['apartments', 'common']);
  const [left, setLeft] = useState(shownSeconds);

  useEffect(function countDown() {
    const timer = setInterval(() => setLeft((seconds) => seconds - 1), 1000);
    return () => clearInterval(timer);
  }, []);
  useEffect(
    function hideInTime() {
      const handleVisibility = () => document.hidden && onClose();
      document.addEventListener('visibilitychange', handleVisibility);
      if (left <= 0) {
        onClose();
      }
      return () => document.removeEventListener('visibilitychange', handleVisibility);
    },
    [left, onClose],
  );

  return (
    <Stack>
      <p className={classes.number} aria-live="polite">
        {number}
      </p>
      <Text fz="sm">{t('reveal.hides', { count: left })}</Text>
      <Group justify="flex-end">
        <Button onClick={onClose} autoFocus>
          {t('common:actions.close')}
        </Button>
      </Group>
    </Stack>
  );
}
