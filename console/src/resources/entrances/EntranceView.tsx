import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { entrance } from '@noa/domain/kinds/entrance.ts';
import { paths } from '../../paths.ts';
import { useMoment } from '../../crud/history/moment.ts';
import { recordView } from '../../crud/declared/record-view.tsx';
import { relatedTab } from '../../crud/list/RelatedList.tsx';
import { useViewer } from '../../session/viewer.ts';
import { PanelLink } from '../../ui/page/Disclosure.tsx';
import { IconCard, IconLetter } from '../../ui/icons.ts';
import { entranceApartments } from './entrance-apartments.resource.tsx';
import { DeleteEntranceDocument, EntranceDocument } from './entrance.graphql.ts';
import { part } from '../../loading/part.ts';

const Timeline = part(async () => (await import('../../events/timeline/Timeline.tsx')).Timeline);
const CardEvents = part(async () => (await import('../../events/CardEvents.tsx')).CardEvents);

export const Component = recordView(entrance, {
  query: EntranceDocument,
  remove: DeleteEntranceDocument,
  counts: ['apartmentCount'],
  useParts({ id, addrSc, towerBlock, apartmentCount }) {
    const { t } = useTranslation(['entrances', 'towerBlocks', 'apartments', 'cards']);
    const viewer = useViewer();
    const showsEvents = useMoment().asOf === null && viewer.may('cardEvent:readWho');
    const block = towerBlock && { label: towerBlock.label, to: paths.towerBlocks.view(towerBlock.id) };
    return {
      ...(block && {
        above: [{ label: t('towerBlocks:title'), to: paths.towerBlocks.list }, block],
        here: `sc. ${addrSc}`,
      }),
      next: block?.to,
      lead: showsEvents && <Timeline of="entrance" id={id} apartments={apartmentCount} />,
      actions: viewer.may('card:assign') && (
        <Button component={Link} to={paths.entrances.handover(id)} leftSection={<IconCard size={16} aria-hidden />}>
          {t('handover')}
        </Button>
      ),
      menu: viewer.may('apartment:issueClaimCode') && (
        <PanelLink to={paths.entrances.letters(id)} icon={IconLetter}>
          {t('letters')}
        </PanelLink>
      ),
      tabs: [
        viewer.may('apartment:read') && relatedTab(entranceApartments, t('apartments:title'), { entranceId: id }),
        showsEvents && {
          id: 'events',
          label: t('cards:events.title'),
          content: <CardEvents of={{ entranceId: id }} />,
        },
      ],
    };
  },
});
