import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { EntranceQuery } from '../../api/generated/graphql.ts';
import { paths } from '../../paths.ts';
import { historyTab } from '../../resource/history-tab.tsx';
import { RecordLoader } from '../../resource/RecordLoader.tsx';
import { RecordPage, type Tab } from '../../resource/RecordPage.tsx';
import { RelatedList } from '../../resource/RelatedList.tsx';
import { useViewer } from '../../session/viewer.ts';
import { Count, None } from '../../ui/cells.tsx';
import { panelItem } from '../../ui/Disclosure.tsx';
import { TextLink } from '../../ui/TextLink.tsx';
import { IconCard, IconLetter } from '../../ui/icons.ts';
import { entranceApartments } from './entrance-apartments.resource.tsx';
import { DeleteEntranceDocument, EntranceDocument } from './entrance.graphql.ts';

export const Component = () => (
  <RecordLoader
    name="entrances"
    permission="entrance:read"
    query={EntranceDocument}
    select={(data) => data.entrance}
    list={paths.entrances.list}
  >
    {(entrance) => <EntranceView key={entrance.id} entrance={entrance} />}
  </RecordLoader>
);

function EntranceView({ entrance }: { entrance: NonNullable<EntranceQuery['entrance']> }) {
  const { t } = useTranslation(['entrances', 'common', 'towerBlocks', 'apartments']);
  const viewer = useViewer();
  const { id, towerBlock, accessGroup, manager, org } = entrance;
  const block = towerBlock && { label: towerBlock.label, to: paths.towerBlocks.view(towerBlock.id) };

  const facts = [
    block && {
      field: 'towerBlockId',
      value: <TextLink to={block.to}>{block.label}</TextLink>,
    },
    { field: 'addrSc', value: entrance.addrSc },
    viewer.may('accessGroup:read') && {
      field: 'accessGroupId',
      value: accessGroup ? (
        <TextLink to={paths.accessGroups.view(accessGroup.id)}>{accessGroup.name}</TextLink>
      ) : (
        <None />
      ),
    },
    viewer.may('manager:read') && {
      field: 'managerId',
      value: manager ? <TextLink to={paths.managers.view(manager.id)}>{manager.name}</TextLink> : <None />,
    },
    { field: 'apartmentCount', value: <Count value={entrance.apartmentCount} /> },
    org && { field: 'orgId', value: org.name },
  ];
  const tabs: (Tab | null)[] = [
    ...(viewer.may('apartment:read')
      ? [
          {
            id: 'apartments',
            label: t('apartments:title'),
            content: (
              <RelatedList resource={entranceApartments} label={t('apartments:title')} parent={{ entranceId: id }} />
            ),
          },
        ]
      : []),
    historyTab(viewer, t, { name: 'entrances', kind: 'entrance', id }),
  ];

  return (
    <RecordPage
      name="entrances"
      record={entrance}
      title={entrance.label}
      above={
        block
          ? [{ label: t('towerBlocks:title'), to: paths.towerBlocks.list }, block]
          : [{ label: t('title'), to: paths.entrances.list }]
      }
      here={block ? `sc. ${entrance.addrSc}` : undefined}
      actions={
        viewer.may('card:assign') && (
          <Button component={Link} to={paths.entrances.handover(id)} leftSection={<IconCard size={16} aria-hidden />}>
            {t('handover')}
          </Button>
        )
      }
      update={entrance.viewerCanUpdate ? paths.entrances.update(id) : undefined}
      remove={entrance.viewerCanDelete && { mutation: DeleteEntranceDocument, next: block?.to ?? paths.entrances.list }}
      menu={
        viewer.may('apartment:issueClaimCode') &&
        (() => (
          <Link to={paths.entrances.letters(id)} className={panelItem}>
            <IconLetter size={16} aria-hidden />
            {t('letters')}
          </Link>
        ))
      }
      facts={facts}
      tabs={tabs}
    />
  );
}
