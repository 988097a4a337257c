import { Button } from '@mantine/core';
import { lazy } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { SyncBadge } from '../../access/SyncBadge.tsx';
import type { ContainerQuery } from '../../api/generated/graphql.ts';
import { paths } from '../../paths.ts';
import { historyTab } from '../../resource/history-tab.tsx';
import { useMoment } from '../../resource/moment.ts';
import { RecordLoader } from '../../resource/RecordLoader.tsx';
import { RecordPage } from '../../resource/RecordPage.tsx';
import { useViewer } from '../../session/viewer.ts';
import { AccessModeBadge } from '../../ui/AccessModeBadge.tsx';
import { Count, None, Quantity, Word } from '../../ui/cells.tsx';
import { Coordinates } from '../../ui/Coordinates.tsx';
import { Moment } from '../../ui/Moment.tsx';
import { TextLink } from '../../ui/TextLink.tsx';
import { ContainerDocument, DeleteContainerDocument } from './container.graphql.ts';

const ContainerStatusTab = lazy(async () => ({
  default: (await import('../../status/ContainerStatusTab.tsx')).ContainerStatusTab,
}));
const WhoOpens = lazy(async () => ({ default: (await import('../../access/WhoOpens.tsx')).WhoOpens }));
const EventDelivery = lazy(async () => ({
  default: (await import('../../events/EventDelivery.tsx')).EventDelivery,
}));
const CardEvents = lazy(async () => ({ default: (await import('../../events/CardEvents.tsx')).CardEvents }));

export const Component = () => (
  <RecordLoader
    name="containers"
    permission="container:read"
    query={ContainerDocument}
    select={(data) => data.container}
    list={paths.containers.list}
  >
    {(container) => <ContainerView key={container.id} container={container} />}
  </RecordLoader>
);

function ContainerView({ container }: { container: NonNullable<ContainerQuery['container']> }) {
  const { t } = useTranslation(['containers', 'common', 'containerGroups', 'cards', 'statusUpdates', 'access']);
  const viewer = useViewer();
  const { asOf } = useMoment();
  const { id, containerGroup, org, fillLevelPct, fillLevelAt, lat, lng } = container;
  const group = containerGroup && { label: containerGroup.label, to: paths.containerGroups.view(containerGroup.id) };

  return (
    <RecordPage
      name="containers"
      record={container}
      title={container.label}
      above={
        group
          ? [{ label: t('containerGroups:title'), to: paths.containerGroups.list }, group]
          : [{ label: t('title'), to: paths.containers.list }]
      }
      badge={<AccessModeBadge mode={container.accessMode} />}
      update={container.viewerCanUpdate ? paths.containers.update(id) : undefined}
      remove={
        container.viewerCanDelete && { mutation: DeleteContainerDocument, next: group?.to ?? paths.containers.list }
      }
      facts={[
        group && { field: 'containerGroupId', value: <TextLink to={group.to}>{group.label}</TextLink> },
        { field: 'wasteStream', value: <Word of="wasteStream" value={container.wasteStream} /> },
        {
          field: 'fillLevelPct',
          value: (
            <>
              <Quantity value={fillLevelPct} unit="percent" />
              {fillLevelAt && (
                <>
                  , <Moment at={fillLevelAt} />
                </>
              )}
            </>
          ),
        },
        container.sync && { field: 'sync', value: <SyncBadge phase={container.sync.phase} /> },
        { field: 'sizeLitres', value: <Quantity value={container.sizeLitres} unit="litres" /> },
        { field: 'volumeControlLitres', value: <Quantity value={container.volumeControlLitres} unit="litres" /> },
        { field: 'cardCapacity', value: <Count value={container.cardCapacity} /> },
        { field: 'addrStreet', value: container.addrStreet || <None /> },
        { field: 'addrNr', value: container.addrNr || <None /> },
        { field: 'addrBl', value: container.addrBl || <None /> },
        { field: 'place', value: <Coordinates lat={lat} lng={lng} /> },
        org && { field: 'orgId', value: org.name },
      ]}
      actions={
        viewer.may('statusUpdate:create') && (
          <Button component={Link} to={paths.containers.statusUpdateOf(id)} variant="default">
            {t('statusUpdates:title')}
          </Button>
        )
      }
      tabs={[
        // Its state is that of now, whatever moment of the record is shown.
        asOf === null &&
          viewer.may('statusUpdate:read') && {
            id: 'status',
            label: t('statusUpdates:status'),
            content: <ContainerStatusTab containerId={id} />,
          },
        viewer.may('cardEvent:read') && {
          id: 'events',
          label: t('cards:events.title'),
          content: <CardEvents of={{ containerId: id }} />,
        },
        asOf === null &&
          viewer.may('statusUpdate:read') && {
            id: 'delivery',
            label: t('cards:delivery.title'),
            content: <EventDelivery containerId={id} />,
          },
        // What a lock believes is asked of the present only.
        asOf === null &&
          (viewer.may('card:read') || viewer.may('sync:read')) && {
            id: 'whoOpens',
            label: t('access:whoOpens.title'),
            content: <WhoOpens container={container} />,
          },
        historyTab(viewer, t, { name: 'containers', kind: 'container', id }),
      ]}
    />
  );
}
