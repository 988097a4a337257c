import { useTranslation } from 'react-i18next';
import { towerBlock } from '@noa/domain/kinds/tower-block.ts';
import { recordView } from '../../crud/declared/record-view.tsx';
import { relatedTab } from '../../crud/list/RelatedList.tsx';
import { entrances } from '../entrances/entrance.resource.tsx';
import { TowerBlockDocument } from './tower-block.graphql.ts';

export const Component = recordView(towerBlock, {
  query: TowerBlockDocument,
  counts: ['entranceCount', 'apartmentCount'],
  useParts({ id, locality, county }) {
    const { t } = useTranslation('entrances');
    return {
      first: ['addrStreet', 'addrNr', 'addrBl', 'locality', 'gisNodeId', 'entranceCount', 'apartmentCount'],
      without: ['county', 'sourceRef'],
      facts: [{ field: 'locality', value: [locality, county].filter(Boolean).join(', ') }],
      tabs: [relatedTab(entrances, t('title'), { towerBlockId: id }, 'addrSc')],
    };
  },
});
