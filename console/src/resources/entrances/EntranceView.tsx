import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { entrance } from '@noa/domain/kinds/entrance.ts';
import { paths } from '../../paths.ts';
import { recordView } from '../../crud/declared/record-view.tsx';
import { RelatedList } from '../../crud/list/RelatedList.tsx';
import { useViewer } from '../../session/viewer.ts';
import { Count } from '../../ui/values/cells.tsx';
import { panelItem } from '../../ui/page/Disclosure.tsx';
import { IconCard, IconLetter } from '../../ui/icons.ts';
import { entranceApartments } from './entrance-apartments.resource.tsx';
import { DeleteEntranceDocument, EntranceDocument } from './entrance.graphql.ts';

export const Component = recordView(entrance, {
  query: EntranceDocument,
  remove: DeleteEntranceDocument,
  useParts({ id, addrSc, apartmentCount, towerBlock }) {
    const { t } = useTranslation(['entrances', 'towerBlocks', 'apartments']);
    const viewer = useViewer();
    const block = towerBlock && { label: towerBlock.label, to: paths.towerBlocks.view(towerBlock.id) };
    return {
      ...(block && {
        above: [{ label: t('towerBlocks:title'), to: paths.towerBlocks.list }, block],
        here: `sc. ${addrSc}`,
      }),
      next: block?.to,
      actions: viewer.may('card:assign') && (
        <Button component={Link} to={paths.entrances.handover(id)} leftSection={<IconCard size={16} aria-hidden />}>
          {t('handover')}
        </Button>
      ),
      menu:
        viewer.may('apartment:issueClaimCode') &&
        (() => (
          <Link to={paths.entrances.letters(id)} className={panelItem}>
            <IconLetter size={16} aria-hidden />
            {t('letters')}
          </Link>
        )),
      facts: [{ field: 'apartmentCount', value: <Count value={apartmentCount} /> }],
      tabs: [
        viewer.may('apartment:read') && {
          id: 'apartments',
          label: t('apartments:title'),
          content: (
            <RelatedList resource={entranceApartments} label={t('apartments:title')} parent={{ entranceId: id }} />
          ),
        },
      ],
    };
  },
});
