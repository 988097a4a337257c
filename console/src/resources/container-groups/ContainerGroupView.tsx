import { useTranslation } from 'react-i18next';
import { containerGroup } from '@noa/domain/kinds/container-group.ts';
import { useMoment } from '../../crud/history/moment.ts';
import { recordView } from '../../crud/declared/record-view.tsx';
import { relatedTab } from '../../crud/list/RelatedList.tsx';
import { useViewer } from '../../session/viewer.ts';
import { containers } from '../containers/container.resource.tsx';
import { ContainerGroupDocument, DeleteContainerGroupDocument } from './container-group.graphql.ts';
import { part } from '../../loading/part.ts';

const Timeline = part(async () => (await import('../../events/timeline/Timeline.tsx')).Timeline);
const CardEvents = part(async () => (await import('../../events/CardEvents.tsx')).CardEvents);
const PlatformAccessGroups = part(async () => (await import('./PlatformAccessGroups.tsx')).PlatformAccessGroups);

export const Component = recordView(containerGroup, {
  query: ContainerGroupDocument,
  remove: DeleteContainerGroupDocument,
  counts: ['containerCount'],
  useParts({ id, viewerCanUpdate }) {
    const { t } = useTranslation(['containers', 'accessGroups', 'cards']);
    const viewer = useViewer();
    const showsEvents = useMoment().asOf === null && viewer.may('cardEvent:read');
    return {
      lead: showsEvents && <Timeline of="containerGroup" id={id} />,
      without: ['name'],
      first: ['itemNumber', 'addrStreet', 'addrNr', 'addrBl', 'gisNodeId'],
      tabs: [
        relatedTab(containers, t('title'), { containerGroupId: id }),
        showsEvents && {
          id: 'events',
          label: t('cards:events.title'),
          content: <CardEvents of={{ containerGroupId: id }} />,
        },
        viewer.may('accessGroup:read') && {
          id: 'accessGroups',
          label: t('accessGroups:title'),
          // What is joined is the access groups' to say: who keeps containers alone changes the group, and not who opens it.
          content: <PlatformAccessGroups id={id} mayJoin={viewerCanUpdate && viewer.may('accessGroup:write')} />,
        },
      ],
    };
  },
});
