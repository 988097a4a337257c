import { Stack } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
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

/** Its form is asked for by those alone who open it. */
const Rules = lazy(async () => ({ default: (await import('./Rules.tsx')).Rules }));

const parts = ['unresolved', 'resolved', 'rules'] as const;
type Part = (typeof parts)[number];

/** What is wrong at container groups, what was, and the rules by which somebody is told. */
export function Component() {
  const { t } = useTranslation(['alerts', 'containers', 'containerStatus', 'statusUpdates', 'common']);
  const viewer = useViewer();
  const [part, setPart] = useState<Part>('unresolved');
  const above = [
    { label: t('containers:title'), to: paths.containers.list },
    { label: t('containerStatus:title'), to: paths.containers.status },
  ];
  const shown = parts.filter((each) => each !== 'rules' || viewer.may('alertRule:read'));
  return (
    <Page title={t('title')} above={above}>
      {viewer.may('incident:read') ? (
        <Tabs
          tabs={shown.map((id) => ({ id, label: t(`tabs.${id}`) }))}
          open={part}
          onOpen={(id) => setPart(parts.find((each) => each === id) ?? 'unresolved')}
        >
          {part === 'rules' ? (
            <Suspense>
              <Rules />
            </Suspense>
          ) : (
            <Incidents key={part} part={part} />
          )}
        </Tabs>
      ) : (
        <NotAllowed permission="incident:read" />
      )}
    </Page>
  );
}

function Incidents({ part }: { part: Exclude<Part, 'rules'> }) {
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
    return <EmptyState icon={IconNone} title={t(`empty.${part}`)} />;
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
