import { useTranslation } from 'react-i18next';
import type { TowerBlockQuery } from '../../api/generated/graphql.ts';
import { paths } from '../../paths.ts';
import { historyTab } from '../../resource/history-tab.tsx';
import { RecordLoader } from '../../resource/RecordLoader.tsx';
import { RecordPage, type Tab } from '../../resource/RecordPage.tsx';
import { RelatedList } from '../../resource/RelatedList.tsx';
import { useViewer } from '../../session/viewer.ts';
import { Count, None } from '../../ui/cells.tsx';
import { Coordinates } from '../../ui/Coordinates.tsx';
import { entrances } from '../entrances/entrance.resource.tsx';
import { TowerBlockDocument } from './tower-block.graphql.ts';

export const Component = () => (
  <RecordLoader
    name="towerBlocks"
    permission="towerBlock:read"
    query={TowerBlockDocument}
    select={(data) => data.towerBlock}
    list={paths.towerBlocks.list}
  >
    {(towerBlock) => <TowerBlockView key={towerBlock.id} towerBlock={towerBlock} />}
  </RecordLoader>
);

function TowerBlockView({ towerBlock }: { towerBlock: NonNullable<TowerBlockQuery['towerBlock']> }) {
  const { t } = useTranslation(['towerBlocks', 'common', 'entrances']);
  const viewer = useViewer();
  const { id, lat, lng, org } = towerBlock;

  const facts = [
    { field: 'addrStreet', value: towerBlock.addrStreet },
    { field: 'addrNr', value: towerBlock.addrNr || <None /> },
    { field: 'addrBl', value: towerBlock.addrBl || <None /> },
    { field: 'locality', value: [towerBlock.locality, towerBlock.county].filter(Boolean).join(', ') },
    { field: 'gisNodeId', value: towerBlock.gisNode?.path ?? <None /> },
    { field: 'entranceCount', value: <Count value={towerBlock.entranceCount} /> },
    { field: 'apartmentCount', value: <Count value={towerBlock.apartmentCount} /> },
    { field: 'place', value: <Coordinates lat={lat} lng={lng} /> },
    org && { field: 'orgId', value: org.name },
  ];
  const tabs: (Tab | null)[] = [
    {
      id: 'entrances',
      label: t('entrances:title'),
      content: (
        <RelatedList resource={entrances} label={t('entrances:title')} parent={{ towerBlockId: id }} sort="addrSc" />
      ),
    },
    historyTab(viewer, t, { name: 'towerBlocks', kind: 'towerBlock', id }),
  ];

  return (
    <RecordPage
      name="towerBlocks"
      record={towerBlock}
      title={towerBlock.label}
      above={[{ label: t('title'), to: paths.towerBlocks.list }]}
      facts={facts}
      tabs={tabs}
    />
  );
}
