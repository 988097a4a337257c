import { Button, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { paths } from '../../paths.ts';
import { NotAllowed } from '../../crud/list/ListEmpty.tsx';
import { useGrowingList } from '../../crud/list/use-growing-list.tsx';
import { useViewer } from '../../session/viewer.ts';
import { IconNone } from '../../ui/icons.ts';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { Lines } from '../../ui/page/Lines.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { Tabs } from '../../ui/page/Tabs.tsx';
import { IncidentRow } from './IncidentRow.tsx';
import { IncidentsDocument } from './incidents.graphql.ts';
import { part } from '../../loading/part.ts';

/** Its form is asked for by those alone who open it. */
const Rules = part(async () => (await import('./Rules.tsx')).Rules, null);

const parts = ['unresolved', 'resolved', 'rules'] as const;
type Part = (typeof parts)[number];

/** What is wrong at container groups, what was, and the rules by which somebody is told. */
export function Component() {
  const { t } = useTranslation(['alerts', 'containers', 'containerStatus', 'statusUpdates', 'common']);
  const viewer = useViewer();
  const [address, setAddress] = useSearchParams();
  const part = parts.find((each) => each === address.get('tab')) ?? 'unresolved';
  const openPart = (id: string) => setAddress(id === 'unresolved' ? {} : { tab: id }, { preventScrollReset: true });
  const above = [
    { label: t('containers:title'), to: paths.containers.list },
    { label: t('containerStatus:title'), to: paths.containers.status },
  ];
  const shown = parts.filter((each) => each !== 'rules' || viewer.may('alertRule:read'));
  return (
    <Page title={t('title')} above={above}>
      {viewer.may('incident:read') ? (
        <Tabs tabs={shown.map((id) => ({ id, label: t(`tabs.${id}`) }))} open={part} onOpen={openPart}>
          {part === 'rules' ? (
            <Rules />
          ) : (
            <Incidents key={part} part={part} onRules={viewer.may('alertRule:read') && (() => openPart('rules'))} />
          )}
        </Tabs>
      ) : (
        <NotAllowed permission="incident:read" />
      )}
    </Page>
  );
}

interface IncidentsProps {
  part: Exclude<Part, 'rules'>;
  /** Leads to the rules; false for those who may not read them. */
  onRules: false | (() => void);
}

function Incidents({ part, onRules }: IncidentsProps) {
  const { t } = useTranslation('alerts');
  const { page, pending, more, loading } = useGrowingList({
    query: IncidentsDocument,
    variables: { unresolved: part === 'unresolved' },
    select: ({ incidents }) => incidents,
    permission: 'incident:read',
    more: t('more'),
  });
  if (!page) {
    return pending;
  }
  if (page.nodes.length === 0) {
    return (
      <EmptyState
        icon={IconNone}
        title={t(`empty.${part}`)}
        actions={
          onRules && (
            <Button variant="default" onClick={onRules}>
              {t('tabs.rules')}
            </Button>
          )
        }
      >
        {t('empty.text')}
      </EmptyState>
    );
  }
  return (
    <Stack gap="sm">
      <Lines busy={loading}>
        {page.nodes.map((incident) => (
          <IncidentRow key={incident.id} incident={incident} />
        ))}
      </Lines>
      {more}
    </Stack>
  );
}
