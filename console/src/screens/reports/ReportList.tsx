import { Anchor, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@apollo/client/react';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { describeFailure } from '../../api/failure.ts';
import { paths } from '../../paths.ts';
import { ListFailed, NotAllowed } from '../../resource/ListEmpty.tsx';
import { useViewer } from '../../session/viewer.ts';
import { Page } from '../../ui/Page.tsx';
import { useScreenTitle } from '../../ui/screen-title.ts';
import { ReportsDocument } from './report.graphql.ts';

const Schedules = lazy(async () => ({ default: (await import('./Schedules.tsx')).Schedules }));

/** The reports that the viewer may ask for. */
export function Component() {
  const { t } = useTranslation(['reports', 'common']);
  const viewer = useViewer();
  const allowed = viewer.may('report:read');
  const { data, error, loading, refetch } = useQuery(ReportsDocument, { skip: !allowed });
  return (
    <Page title={useScreenTitle()}>
      {!allowed && <NotAllowed permission="report:read" />}
      {error && <ListFailed failure={describeFailure(error)} permission="report:read" onRetry={() => void refetch()} />}
      {!data && loading && <Skeleton height={72} role="status" aria-label={t('common:loading.screen')} />}
      {data && (
        <Stack component="ul" gap="md" p={0} m={0} style={{ listStyle: 'none' }}>
          {data.reports.map(({ name }) => (
            <li key={name}>
              <Anchor component={Link} to={paths.reports.view(name)} fw={500} display="inline-block" mih={24}>
                {t(`names.${name}`)}
              </Anchor>
              <Text fz="sm" c="dimmed">
                {t(`descriptions.${name}`)}
              </Text>
            </li>
          ))}
        </Stack>
      )}
      {viewer.may('reportSchedule:keep') && (
        <Suspense fallback={null}>
          <Schedules />
        </Suspense>
      )}
    </Page>
  );
}
