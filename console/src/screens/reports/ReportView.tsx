import { Alert, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@apollo/client/react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import type { ReportMetric } from '@noa/domain/report.ts';
import { describeFailure } from '../../api/failure.ts';
import type { ReportsQuery } from '../../api/generated/graphql.ts';
import { paths } from '../../paths.ts';
import { ListFailed, NotAllowed } from '../../resource/ListEmpty.tsx';
import tables from '../../resource/RecordTable.module.css';
import { useViewer } from '../../session/viewer.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { formatNumber } from '../../ui/format.ts';
import { IconNext, IconNone, IconPrevious, IconSearch } from '../../ui/icons.ts';
import { Moment } from '../../ui/Moment.tsx';
import { Page } from '../../ui/Page.tsx';
import { useScreenTitle } from '../../ui/screen-title.ts';
import classes from './Report.module.css';
import { ExportButton } from './ExportButton.tsx';
import { ReportDocument, ReportsDocument } from './report.graphql.ts';
import { ReportPanel } from './ReportPanel.tsx';
import { ReportTable } from './ReportTable.tsx';
import { inputOf, useQuestion } from './use-question.ts';

/** Litres are openings times the drum (domain.md, "Reports"). */
const isEstimate = (metric: ReportMetric) => metric === 'total_litres' || metric === 'litres_pct';

const formats = ['CSV', 'XLSX'] as const;

const skeletonRows = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

/** One report: what is asked on the left, the figures on the right. */
export function Component() {
  const { t } = useTranslation(['reports', 'common']);
  const title = useScreenTitle();
  const { reportName = '' } = useParams();
  const viewer = useViewer();
  const allowed = viewer.may('report:read');
  const { data, error, refetch } = useQuery(ReportsDocument, { skip: !allowed });
  const report = data?.reports.find(({ name }) => name === reportName);
  if (report) {
    return <OpenReport report={report} />;
  }
  return (
    <Page title={title}>
      {!allowed && <NotAllowed permission="report:read" />}
      {error && <ListFailed failure={describeFailure(error)} permission="report:read" onRetry={() => void refetch()} />}
      {data && (
        <EmptyState icon={IconSearch} title={t('unknown.title')}>
          {t('unknown.text', { name: reportName })}
        </EmptyState>
      )}
    </Page>
  );
}

function OpenReport({ report }: { report: ReportsQuery['reports'][number] }) {
  const { t, i18n } = useTranslation(['reports', 'common']);
  const controls = useQuestion(report);
  const { question } = controls;
  const input = inputOf(question);
  const { data, previousData, error, loading, refetch } = useQuery(ReportDocument, {
    variables: { name: report.name, input },
    fetchPolicy: 'cache-and-network',
    notifyOnNetworkStatusChange: true,
  });
  const shown = (data ?? previousData)?.report;
  const failure = error && describeFailure(error);
  const title = t(`names.${report.name}`);

  const lost = failure?.fields['after'] !== undefined;
  useEffect(function recoverCursor() {
    if (lost) {
      controls.dropCursor();
    }
  });
  const periodError = failure?.fields['to'] ?? failure?.fields['from'];

  return (
    <Page
      title={title}
      above={[{ label: t('title'), to: paths.reports.list }]}
      beside={
        shown && (
          <Text span c="dimmed" aria-live="polite">
            {formatNumber(shown.rowCount, i18n.language)}
          </Text>
        )
      }
      actions={
        <>
          {formats.map((format) => (
            <ExportButton
              key={format}
              name={report.name}
              input={input}
              format={format}
              disabledBecause={shown && shown.rowCount > 0 ? undefined : t('empty.title')}
            />
          ))}
        </>
      }
    >
      <div className={classes.report}>
        <ReportPanel
          report={report}
          controls={controls}
          periodError={periodError && t([`reports:${periodError}`, periodError])}
        />

        <Stack gap="sm" miw={0} aria-busy={loading}>
          <div className={tables.bar} data-on={(loading && shown !== undefined) || undefined} />
          {failure && !lost && shown && (
            <Alert color="red" title={t('common:failure.title')} role="alert">
              <Group justify="space-between">
                {failure.code === 'Forbidden' ? t('whoForbidden') : t(`common:${failure.messageKey}`)}
                <Button size="xs" variant="default" onClick={() => void refetch()}>
                  {t('common:actions.retry')}
                </Button>
              </Group>
            </Alert>
          )}
          {failure && !lost && !shown && (
            <ListFailed failure={failure} permission="cardEvent:readWho" onRetry={() => void refetch()} />
          )}
          {!shown && loading && (
            <Stack gap={8} role="status" aria-label={t('common:loading.screen')}>
              {skeletonRows.map((key) => (
                <Skeleton key={key} height={36} />
              ))}
            </Stack>
          )}
          {shown && shown.rowCount === 0 && (
            <EmptyState icon={IconNone} title={t('empty.title')}>
              {t('empty.text')}
            </EmptyState>
          )}
          {shown && shown.rowCount > 0 && (
            <>
              <ReportTable
                report={shown}
                label={title}
                controls={controls}
                stale={(loading && data === undefined) || failure !== undefined}
              />
              <Group component="nav" aria-label={t('common:pager.label')} gap="xs">
                {question.after !== null && (
                  <Button
                    variant="default"
                    leftSection={<IconPrevious size={16} aria-hidden />}
                    onClick={() => controls.goTo(null)}
                  >
                    {t('firstPage')}
                  </Button>
                )}
                {shown.cursor && (
                  <Button
                    variant="default"
                    rightSection={<IconNext size={16} aria-hidden />}
                    onClick={() => controls.goTo(shown.cursor ?? null)}
                  >
                    {t('common:pager.next')}
                  </Button>
                )}
              </Group>
            </>
          )}
          {shown && (
            <Text fz="sm" c="dimmed">
              {t(report.countsEvents ? 'fresh' : 'registryAt')} <Moment at={shown.freshAsOf} />.{' '}
              {question.metrics.some(isEstimate) && t('estimate')}
            </Text>
          )}
        </Stack>
      </div>
    </Page>
  );
}
