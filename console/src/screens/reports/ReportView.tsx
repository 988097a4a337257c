import { Button, Skeleton, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useParams } from 'react-router';
import { describeFailure } from '../../api/failure.ts';
import type { ReportsQuery } from '../../api/generated/graphql.ts';
import { useQuery } from '../../api/use-query.ts';
import { isPageRefused, useLostPage } from '../../crud/use-lost-page.tsx';
import { Pending } from '../../crud/list/Pending.tsx';
import { paths } from '../../paths.ts';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { IconSearch } from '../../ui/icons.ts';
import { LoadingScreen } from '../../ui/page/LoadingPage.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { useScreenTitle } from '../../ui/page/screen-title.ts';
import { formatNumber } from '../../ui/values/format.ts';
import { useFigure } from './answer/figure-address.ts';
import { ReportAnswer } from './answer/ReportAnswer.tsx';
import { useComparison } from './comparison/use-comparison.ts';
import { FavouriteButton } from './favourites/FavouriteButton.tsx';
import { useRememberReport } from './favourites/last-used.ts';
import { pivotOf } from './pivot/pivot.ts';
import { inputOf, pageInput, useQuestion } from './question/use-question.ts';
import { ReportDocument, ReportsDocument } from './report.graphql.ts';
import { part } from '../../loading/part.ts';
import classes from './Report.module.css';
import { ReportActions } from './ReportActions.tsx';

const RecordsView = part(async () => (await import('./records/RecordsView.tsx')).RecordsView, <LoadingScreen />);

/** The report that the address names, if there is one for the viewer. */
export function Component() {
  const { t } = useTranslation(['reports', 'common']);
  const title = useScreenTitle();
  const { reportName = '' } = useParams();
  const { data, error, refetch } = useQuery(ReportsDocument);
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
      {error || !data ? (
        <Pending error={error} refetch={refetch} permission="report:read" />
      ) : (
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

/** The figures are asked for before the fields are there to ask otherwise. */
const ReportPanel = part(
  async () => (await import('./question/ReportPanel.tsx')).ReportPanel,
  <Skeleton className={classes.waiting} />,
);

/** One report: what is asked on the left, the figures on the right. */
function OpenReport({ report }: { report: ReportsQuery['reports'][number] }) {
  const { t, i18n } = useTranslation(['reports', 'common']);
  const controls = useQuestion(report);
  useRememberReport(report.name, useLocation().search);
  const input = inputOf(controls.question);
  const pivot = pivotOf(controls.question);
  const { data, previousData, error, loading, refetch } = useQuery(ReportDocument, {
    variables: { name: report.name, input: pageInput(controls.question) },
    fetchPolicy: 'cache-and-network',
    notifyOnNetworkStatusChange: true,
  });
  const last = (data ?? previousData)?.report;
  // That another question found nothing says nothing of this one.
  const shown = data === undefined && last?.rowCount === 0 ? undefined : last;
  const compared = useComparison(report.name, controls.question, pivot ? undefined : data?.report);
  const failure = error && describeFailure(error);
  const lost = isPageRefused(failure);
  const notice = useLostPage(lost, controls.dropCursor);
  const periodError = failure?.fields['to'] ?? failure?.fields['from'];

  return (
    <Page
      title={t(`names.${report.name}`)}
      above={[{ label: t('title'), to: paths.reports.list }]}
      beside={
        shown && (
          <Text span c="dimmed" aria-live="polite" className={classes.count}>
            {formatNumber(shown.rowCount, i18n.language)}
          </Text>
        )
      }
      actions={
        <>
          <FavouriteButton report={report.name} title={t(`names.${report.name}`)} />
          <ReportActions
            name={report.name}
            input={input}
            preset={controls.question.preset}
            rowCount={shown?.rowCount}
          />
        </>
      }
    >
      <div className={classes.report}>
        <ReportPanel
          report={report}
          controls={controls}
          periodError={periodError && t([`reports:${periodError}`, periodError])}
        />
        <ReportAnswer
          definition={report}
          controls={controls}
          shown={shown}
          failure={lost ? undefined : failure}
          notice={notice}
          loading={loading}
          stale={(loading && data === undefined) || failure !== undefined}
          compared={compared}
          onRetry={() => void refetch()}
        />
      </div>
    </Page>
  );
}
