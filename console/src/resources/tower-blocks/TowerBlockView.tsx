import { useTranslation } from 'react-i18next';
import { towerBlock } from '@noa/domain/kinds/tower-block.ts';
import { recordView } from '../../crud/declared/record-view.tsx';
import { RelatedList } from '../../crud/list/RelatedList.tsx';
import { Count } from '../../ui/values/cells.tsx';
import { entrances } from '../entrances/entrance.resource.tsx';
import { TowerBlockDocument } from './tower-block.graphql.ts';

export const Component = recordView(towerBlock, {
  query: TowerBlockDocument,
  useParts({ id, locality, county, entranceCount, apartmentCount }) {
    const { t } = useTranslation('entrances');
    return {
      first: ['addrStreet', 'addrNr', 'addrBl', 'locality', 'gisNodeId', 'entranceCount', 'apartmentCount'],
      without: ['county', 'sourceRef'],
      facts: [
        { field: 'locality', value: [locality, county].filter(Boolean).join(', ') },
        { field: 'entranceCount', value: <Count value={entranceCount} /> },
        { field: 'apartmentCount', value: <Count value={apartmentCount} /> },
      ],
      tabs: [
        {
          id: 'entrances',
          label: t('title'),
          content: <RelatedList resource={entrances} label={t('title')} parent={{ towerBlockId: id }} sort="addrSc" />,
        },
      ],
    };
  },
});
