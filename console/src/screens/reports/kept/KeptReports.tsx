import { Button, Text } from '@mantine/core';
import { useQuery } from '@apollo/client/react';
import { useTranslation } from 'react-i18next';
import { append } from '../../../api/append.ts';
import { describeFailure } from '../../../api/failure.ts';
import { FormFailure } from '../../../crud/form/FormFailure.tsx';
import { KeptReportsDocument } from './kept.graphql.ts';
import { KeptLine } from './KeptLine.tsx';
import { ReportSection } from '../ReportSection.tsx';

/** What reports said when somebody kept it, the latest first. Nothing while there is none. */
export function KeptReports() {
  const { t } = useTranslation(['reports', 'common']);
  const { data, error, refetch, fetchMore } = useQuery(KeptReportsDocument, { fetchPolicy: 'cache-and-network' });
  const { nodes = [], pageInfo } = data?.keptReports ?? {};
  if (nodes.length === 0) {
    return error ? <FormFailure failure={describeFailure(error)} /> : null;
  }

  function handleMore() {
    void fetchMore({
      variables: { after: pageInfo?.endCursor },
      updateQuery: append('keptReports'),
    });
  }

  return (
    <ReportSection title={t('kept.heading')}>
      <Text component="li" fz="sm" c="dimmed">
        {t('kept.explained')}
      </Text>
      {nodes.map((kept) => (
        <KeptLine key={kept.id} kept={kept} onDeleted={() => void refetch()} />
      ))}
      {pageInfo?.hasNextPage && (
        <li>
          <Button variant="default" onClick={handleMore}>
            {t('kept.more')}
          </Button>
        </li>
      )}
    </ReportSection>
  );
}
