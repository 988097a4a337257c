import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useGrowingList } from '../../../crud/list/use-growing-list.tsx';
import { KeptReportsDocument } from './kept.graphql.ts';
import { KeptLine } from './KeptLine.tsx';
import { ReportSection } from '../ReportSection.tsx';

/** What reports said when somebody kept it, the latest first. Nothing while there is none. */
export function KeptReports() {
  const { t } = useTranslation(['reports', 'common']);
  const { page, failure, pending, more, refetch } = useGrowingList({
    query: KeptReportsDocument,
    variables: {},
    select: ({ keptReports }) => keptReports,
    permission: 'report:read',
    more: t('kept.more'),
  });
  if (!page || page.nodes.length === 0) {
    return failure ? pending : null;
  }
  return (
    <ReportSection title={t('kept.heading')}>
      <Text component="li" fz="sm" c="dimmed">
        {t('kept.explained')}
      </Text>
      {page.nodes.map((kept) => (
        <KeptLine key={kept.id} kept={kept} onDeleted={() => void refetch()} />
      ))}
      {more && <li>{more}</li>}
    </ReportSection>
  );
}
