import { Skeleton, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { describeFailure } from '../../api/failure.ts';
import type { ReportsQuery } from '../../api/generated/graphql.ts';
import { useQuery } from '../../api/use-query.ts';
import { isPageRefused, useLostPage } from '../../crud/use-lost-page.tsx';
import { paths } from '../../paths.ts';
import { formatNumber } from '../../ui/values/format.ts';
import { Page } from '../../ui/page/Page.tsx';
import { FavouriteButton } from './favourites/FavouriteButton.tsx';
import classes from './Report.module.css';
import { pivotOf } from './pivot/pivot.ts';
import { useRememberReport } from './favourites/last-used.ts';
import { ReportDocument } from './report.graphql.ts';
import { ReportActions } from './ReportActions.tsx';
import { ReportAnswer } from './answer/ReportAnswer.tsx';
import { useComparison } from './comparison/use-comparison.ts';
import { inputOf, pageInput, useQuestion } from './question/use-question.ts';
import { part } from '../../loading/part.ts';

/** The figures are asked for before the fields are there to ask otherwise. */
const ReportPanel = part(
  async () => (await import('./question/ReportPanel.tsx')).ReportPanel,
  <Skeleton className={classes.waiting} />,
);

/** One report: what is asked on the left, the figures on the right. */
export function OpenReport({ report }: { report: ReportsQuery['reports'][number] }) {
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
          <ReportActions name={report.name} input={input} rowCount={shown?.rowCount} />
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
