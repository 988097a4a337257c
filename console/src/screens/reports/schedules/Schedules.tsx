import { Alert, Button, Stack, Title } from '@mantine/core';
import { useQuery } from '@apollo/client/react';
import { useTranslation } from 'react-i18next';
import { append } from '../../../api/append.ts';
import { describeFailure } from '../../../api/failure.ts';
import { ListFailed } from '../../../crud/list/ListEmpty.tsx';
import { ReportSchedulesDocument } from './schedule.graphql.ts';
import { ScheduleLine } from './ScheduleLine.tsx';

/** The reports that are sent by e-mail: the viewer's own, and those of the orgs they oversee. Nothing while there is none. */
export function Schedules() {
  const { t } = useTranslation(['schedules', 'common']);
  const { data, error, refetch, fetchMore } = useQuery(ReportSchedulesDocument, { fetchPolicy: 'cache-and-network' });
  if (error && !data) {
    const failure = describeFailure(error);
    return <ListFailed failure={failure} permission="reportSchedule:keep" onRetry={() => void refetch()} />;
  }
  const schedules = data?.reportSchedules.nodes ?? [];
  if (schedules.length === 0) {
    return null;
  }
  const after = data?.reportSchedules.pageInfo.hasNextPage ? data.reportSchedules.pageInfo.endCursor : null;

  function handleMore() {
    void fetchMore({
      variables: { after },
      updateQuery: append('reportSchedules'),
    });
  }

  return (
    <Stack component="section" aria-labelledby="schedules" mt="xl">
      <Title order={2} fz="lg" id="schedules">
        {t('heading')}
      </Title>
      {data?.reportMailIsSetUp === false && <Alert color="yellow">{t('mailNotSetUp')}</Alert>}
      <Stack component="ul" gap="lg" p={0} m={0} style={{ listStyle: 'none' }}>
        {schedules.map((schedule) => (
          <ScheduleLine key={schedule.id} schedule={schedule} onDeleted={() => void refetch()} />
        ))}
      </Stack>
      {after && (
        <Button variant="default" onClick={handleMore} style={{ alignSelf: 'start' }}>
          {t('more')}
        </Button>
      )}
    </Stack>
  );
}
