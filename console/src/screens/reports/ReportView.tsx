import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { describeFailure } from '../../api/failure.ts';
import { useQuery } from '../../api/use-query.ts';
import { paths } from '../../paths.ts';
import { ListFailed, NotAllowed } from '../../crud/list/ListEmpty.tsx';
import { useViewer } from '../../session/viewer.ts';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { IconSearch } from '../../ui/icons.ts';
import { LoadingScreen } from '../../ui/page/LoadingPage.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { useScreenTitle } from '../../ui/page/screen-title.ts';
import { useFigure } from './answer/figure-address.ts';
import { OpenReport } from './OpenReport.tsx';
import { ReportsDocument } from './report.graphql.ts';
import { part } from '../../loading/part.ts';

const RecordsView = part(async () => (await import('./records/RecordsView.tsx')).RecordsView, <LoadingScreen />);

/** The report that the address names, if there is one for the viewer. */
export function Component() {
  const { t } = useTranslation(['reports', 'common']);
  const title = useScreenTitle();
  const { reportName = '' } = useParams();
  const viewer = useViewer();
  const allowed = viewer.may('report:read');
  const { data, error, refetch } = useQuery(ReportsDocument, { skip: !allowed });
  const report = data?.reports.find(({ name }) => name === reportName);
  const [figure, goToRecords] = useFigure();
  if (report && figure) {
    return <RecordsView report={report} figure={figure} onPage={goToRecords} />;
  }
  if (report) {
    return <OpenReport key={report.name} report={report} />;
  }
  return (
    <Page title={title} above={[{ label: t('title'), to: paths.reports.list }]}>
      {!allowed && <NotAllowed permission="report:read" />}
      {allowed && !data && !error && <LoadingScreen />}
      {error && <ListFailed failure={describeFailure(error)} permission="report:read" onRetry={() => void refetch()} />}
      {data && (
        <EmptyState
          icon={IconSearch}
          title={t('unknown.title')}
          actions={
            <Button component={Link} to={paths.reports.list}>
              {t('common:actions.back')}
            </Button>
          }
        >
          {t('unknown.text', { name: reportName })}
        </EmptyState>
      )}
    </Page>
  );
}
