import { Alert, Button, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { describeFailure } from '../../../api/failure.ts';
import type { ReportsQuery } from '../../../api/generated/graphql.ts';
import { useQuery } from '../../../api/use-query.ts';
import { paths } from '../../../paths.ts';
import { Outdated } from '../../../crud/list/Outdated.tsx';
import { isPageRefused, useLostPage } from '../../../crud/use-lost-page.tsx';
import { Pending } from '../../../crud/list/Pending.tsx';
import tables from '../../../crud/list/RecordTable.module.css';
import { useViewer } from '../../../session/viewer.ts';
import { EmptyState } from '../../../ui/page/EmptyState.tsx';
import { IconNone, IconPrevious } from '../../../ui/icons.ts';
import { Moment } from '../../../ui/values/Moment.tsx';
import { Page } from '../../../ui/page/Page.tsx';
import { tableSearch, type Figure, type GoToRecords } from '../answer/figure-address.ts';
import { ReportPager } from '../answer/ReportPager.tsx';
import { ReportRecordsDocument } from './records.graphql.ts';
import { RecordsHeadline } from './RecordsHeadline.tsx';
import { RecordsTable } from './RecordsTable.tsx';
import { IgnoredFilters } from '../question/IgnoredFilters.tsx';
import { ReportChips } from '../question/ReportChips.tsx';
import { inputOf, useQuestion } from '../question/use-question.ts';

const pageSize = 50;

interface Props {
  report: ReportsQuery['reports'][number];
  figure: Figure;
  onPage: GoToRecords;
}

/** The very records that a figure of a report counts. */
export function RecordsView({ report, figure, onPage }: Props) {
  const { t } = useTranslation(['reports', 'common']);
  const { search } = useLocation();
  const controls = useQuestion(report);
  const { sees } = useViewer();
  const { data, previousData, error, loading, refetch } = useQuery(ReportRecordsDocument, {
    variables: {
      name: report.name,
      input: { ...inputOf(controls.question), after: null },
      cell: figure.keys.map(({ grouping, value }) => ({ grouping, value })),
      metric: figure.metric,
      first: pageSize,
      after: figure.after,
      ...sees,
    },
    fetchPolicy: 'cache-and-network',
    notifyOnNetworkStatusChange: true,
  });
  const shown = (data ?? (error ? undefined : previousData))?.reportRecords;
  const lost = figure.after !== null && isPageRefused(error && describeFailure(error));
  const notice = useLostPage(lost, () => onPage(null, 'replace'));
  const label = `${t(`names.${report.name}`)}: ${t(`fields.${figure.metric}`)}`;
  const table = tableSearch(search);

  return (
    <Page
      title={t(`names.${report.name}`)}
      above={[{ label: t('title'), to: paths.reports.list }]}
      actions={
        <Button component={Link} to={table} variant="default" leftSection={<IconPrevious size={16} aria-hidden />}>
          {t('records.back')}
        </Button>
      }
    >
      <Stack gap="sm" miw={0} aria-busy={loading}>
        <div className={tables.bar} data-on={(loading && shown !== undefined) || undefined} />
        <RecordsHeadline figure={figure} question={controls.question} offers={report.filters} answer={shown} />
        <ReportChips offers={report.filters} controls={controls} />
        {controls.ignored.length > 0 && <IgnoredFilters controls={controls} />}
        {notice}
        {!shown && (
          <Pending error={lost ? undefined : error} refetch={refetch} permission="cardEvent:readWho" height={240} />
        )}
        {shown && <Outdated error={error} refetch={refetch} />}
        {shown && shown.withheldCount > 0 && (
          <Alert color="gray">{t('records.withheld', { count: shown.withheldCount })}</Alert>
        )}
        {shown && shown.recordCount === 0 && (
          <EmptyState icon={IconNone} title={t('records.none')}>
            {t('records.noneText')}
          </EmptyState>
        )}
        {shown && shown.records.length > 0 && (
          <RecordsTable
            records={shown.records}
            label={label}
            stale={(loading && data === undefined) || error !== undefined}
          />
        )}
        {shown && <ReportPager after={figure.after} next={shown.cursor} onPage={onPage} />}
        {shown && (
          <Text fz="sm" c="dimmed">
            {t(report.countsEvents ? 'fresh' : 'registryAt')} <Moment at={shown.freshAsOf} />.
          </Text>
        )}
      </Stack>
    </Page>
  );
}
