import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { container } from '@noa/domain/kinds/container.ts';
import { SyncBadge } from '../../access/SyncBadge.tsx';
import { paths } from '../../paths.ts';
import { recordView } from '../../crud/declared/record-view.tsx';
import { useMoment } from '../../crud/history/moment.ts';
import { useViewer } from '../../session/viewer.ts';
import { ContainerHealth } from '../../status/ContainerHealth.tsx';
import { AccessModeBadge } from '../../ui/badges/AccessModeBadge.tsx';
import { WasteStreamBadge } from '../../ui/badges/WasteStreamBadge.tsx';
import { FillBar } from '../../ui/values/FillBar.tsx';
import { Moment } from '../../ui/values/Moment.tsx';
import { ContainerDocument, DeleteContainerDocument } from './container.graphql.ts';
import { part } from '../../loading/part.ts';

const ContainerStatusTab = part(async () => (await import('../../status/ContainerStatusTab.tsx')).ContainerStatusTab);
const WhoOpens = part(async () => (await import('../../access/WhoOpens.tsx')).WhoOpens);
const EventDelivery = part(async () => (await import('../../events/EventDelivery.tsx')).EventDelivery);
const CardEvents = part(async () => (await import('../../events/CardEvents.tsx')).CardEvents);

export const Component = recordView(container, {
  query: ContainerDocument,
  remove: DeleteContainerDocument,
  useParts(record) {
    const { t } = useTranslation(['containers', 'containerGroups', 'cards', 'statusUpdates', 'access']);
    const viewer = useViewer();
    const { asOf } = useMoment();
    const { id, containerGroup, sync, fillLevelPct, fillLevelAt } = record;
    // Its state is that of now, whatever moment of the record is shown.
    const showsHealth = asOf === null && viewer.may('statusUpdate:read');
    const group = containerGroup && { label: containerGroup.label, to: paths.containerGroups.view(containerGroup.id) };
    return {
      ...(group && { above: [{ label: t('containerGroups:title'), to: paths.containerGroups.list }, group] }),
      next: group?.to,
      lead: showsHealth && <ContainerHealth containerId={id} />,
      placed: showsHealth,
      badge: (
        <>
          <WasteStreamBadge stream={record.wasteStream} />
          <AccessModeBadge mode={record.accessMode} />
        </>
      ),
      without: ['serialNumber', 'wasteStream'],
      first: ['containerGroupId', 'fillLevelPct', 'sync'],
      folded: ['volumeControlLitres', 'cardCapacity', 'place', 'listVersion'],
      facts: [
        asOf === null &&
          !showsHealth && {
            field: 'fillLevelPct',
            value: (
              <>
                <FillBar pct={fillLevelPct} warningPct={record.fillWarningPct} errorPct={record.fillErrorPct} />
                {fillLevelAt && (
                  <>
                    , <Moment at={fillLevelAt} />
                  </>
                )}
              </>
            ),
          },
        sync && { field: 'sync', value: <SyncBadge phase={sync.phase} /> },
        sync && {
          field: 'listVersion',
          value: t(sync.appliedVersion ? 'access:sync.versions' : 'access:sync.wanted', {
            wantedVersion: sync.wantedVersion,
            appliedVersion: sync.appliedVersion,
          }),
        },
      ],
      actions: viewer.may('statusUpdate:create') && (
        <Button component={Link} to={paths.containers.statusUpdateOf(id)} variant="default">
          {t('statusUpdates:title')}
        </Button>
      ),
      tabs: [
        showsHealth && {
          id: 'status',
          label: t('statusUpdates:status'),
          content: <ContainerStatusTab containerId={id} />,
        },
        asOf === null &&
          viewer.may('cardEvent:read') && {
            id: 'events',
            label: t('cards:events.title'),
            content: <CardEvents of={{ containerId: id }} />,
          },
        showsHealth && {
          id: 'delivery',
          label: t('cards:delivery.title'),
          content: <EventDelivery containerId={id} />,
        },
        // What a lock believes is asked of the present only.
        asOf === null &&
          (viewer.may('card:read') || viewer.may('sync:read')) && {
            id: 'whoOpens',
            label: t('access:whoOpens.title'),
            content: <WhoOpens container={record} />,
          },
      ],
    };
  },
});
