import { Alert, Stack, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useGrowingList } from '../../../crud/list/use-growing-list.tsx';
import { ReportSchedulesDocument } from './schedule.graphql.ts';
import { ScheduleLine } from './ScheduleLine.tsx';

/** The reports that are sent by e-mail: the viewer's own, and those of the orgs they oversee. Nothing while there is none. */
export function Schedules() {
  const { t } = useTranslation(['schedules', 'common']);
  const { data, page, failure, pending, more, refetch } = useGrowingList({
    query: ReportSchedulesDocument,
    variables: {},
    select: ({ reportSchedules }) => reportSchedules,
    permission: 'reportSchedule:keep',
    more: t('more'),
  });
  if (!page || page.nodes.length === 0) {
    return failure ? pending : null;
  }

  return (
    <Stack component="section" aria-labelledby="schedules" mt="xl">
      <Title order={2} fz="lg" id="schedules">
        {t('heading')}
      </Title>
      {data?.reportMailIsSetUp === false && <Alert color="yellow">{t('mailNotSetUp')}</Alert>}
      <Stack component="ul" gap="lg" p={0} m={0} style={{ listStyle: 'none' }}>
        {page.nodes.map((schedule) => (
          <ScheduleLine key={schedule.id} schedule={schedule} onDeleted={() => void refetch()} />
        ))}
      </Stack>
      {more}
    </Stack>
  );
}
