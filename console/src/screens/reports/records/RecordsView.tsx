import { Alert, Button, Group, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { describeFailure } from '../../../api/failure.ts';
import type { ReportRecordsQuery, ReportsQuery } from '../../../api/generated/graphql.ts';
import { useQuery } from '../../../api/use-query.ts';
import { paths } from '../../../paths.ts';
import { Outdated } from '../../../crud/list/Outdated.tsx';
import { isPageRefused, useLostPage } from '../../../crud/use-lost-page.tsx';
import { Pending } from '../../../crud/list/Pending.tsx';
import tables from '../../../crud/list/RecordTable.module.css';
import { useViewer } from '../../../session/viewer.ts';
import { EmptyState } from '../../../ui/page/EmptyState.tsx';
import { IconNone, IconPrevious } from '../../../ui/icons.ts';
import { TextLink } from '../../../ui/page/TextLink.tsx';
import { useDensity } from '../../../ui/preferences.ts';
import { None } from '../../../ui/values/cells.tsx';
import { formatExact, formatNumber } from '../../../ui/values/format.ts';
import { Moment } from '../../../ui/values/Moment.tsx';
import { Page } from '../../../ui/page/Page.tsx';
import { tableSearch, type Figure, type GoToRecords } from '../answer/figure-address.ts';
import { ReportPager } from '../answer/ReportPager.tsx';
import { formatEnd, useCellTexts } from '../answer/rows/cells.ts';
import classes from '../Report.module.css';
import { ReportRecordsDocument } from './records.graphql.ts';
import { IgnoredFilters } from '../question/IgnoredFilters.tsx';
import { formatDays } from '../question/period.ts';
import { ReportChips } from '../question/ReportChips.tsx';
import { inputOf, useQuestion, type Question } from '../question/use-question.ts';

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

interface RecordsHeadlineProps {
  figure: Figure;
  question: Question;
  offers: ReportsQuery['reports'][number]['filters'];
  answer: ReportRecordsQuery['reportRecords'] | undefined;
}

/** Which figure it is, in words: what is counted, of which row, in which days; and how many records that is. */
function RecordsHeadline({ figure: { metric, keys }, question: { days }, offers, answer }: RecordsHeadlineProps) {
  const { t, i18n } = useTranslation('reports');
  const texts = useCellTexts(answer?.labels);
  const named = keys.map(({ grouping, value }) => {
    const type = offers.find(({ field }) => field === grouping)?.type ?? 'string';
    return {
      grouping,
      text: value === null ? t('withoutRecord') : formatEnd({ field: grouping, type }, String(value), texts),
    };
  });
  return (
    <Stack gap={4}>
      <Group gap="sm" align="baseline">
        <Title order={2} size="h4">
          {t(`fields.${metric}`)}
        </Title>
        {answer && (
          <Text span aria-live="polite">
            {t('records.count', { count: answer.recordCount })}
          </Text>
        )}
      </Group>
      <Text fz="sm" c="dimmed">
        {[
          ...named.map(({ grouping, text }) => `${t(`fields.${grouping}`)}: ${text}`),
          `${t('records.period')}: ${formatDays(days, i18n.language)}`,
        ].join(' · ')}
      </Text>
    </Stack>
  );
}

type ReportRecord = ReportRecordsQuery['reportRecords']['records'][number];

interface Column {
  readonly id: string;
  readonly label: string;
  readonly isNumeric?: boolean;
  readonly cell: (record: ReportRecord) => ReactNode;
}

interface RecordsTableProps {
  records: readonly ReportRecord[];
  label: string;
  /** The records are of a page that is being replaced. */
  stale: boolean;
}

/** The records behind a figure, each leading to its own view. */
function RecordsTable({ records, label, stale }: RecordsTableProps) {
  const [density] = useDensity();
  const columns = useColumns(records);
  return (
    <div className={classes.scroll} role="region" aria-label={label} tabIndex={0}>
      <table className={tables.table} data-density={density} data-stale={stale || undefined} aria-label={label}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.id} scope="col" data-numeric={column.isNumeric}>
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {records.map((record) => (
            <tr key={keyOf(record)}>
              {columns.map(({ id, isNumeric, cell }) => (
                <td key={id} data-numeric={isNumeric} data-short={id !== 'apartment' || undefined}>
                  {cell(record)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const keyOf = ({ cardEvent, apartment, containerGroup, container, card, at }: ReportRecord) =>
  `${(cardEvent ?? apartment ?? containerGroup ?? container ?? card)?.id ?? ''} ${at ?? ''}`;

const linkTo = (
  path: (id: string) => string,
  record: { readonly id: string; readonly label: string } | null | undefined,
) => (record ? <TextLink to={path(record.id)}>{record.label}</TextLink> : <None />);

/** All the records of a figure are of one kind. */
function useColumns(records: readonly ReportRecord[]): readonly Column[] {
  const { t, i18n } = useTranslation('reports');
  const { seesWho } = useViewer().sees;
  const exact = (moment: string | null | undefined) => (moment ? formatExact(moment, i18n.language) : <None />);
  const one = (grouping: string, cell: Column['cell']): Column => ({
    id: grouping,
    label: t(`fields.${grouping}`),
    cell,
  });
  if (records.some(({ cardEvent }) => cardEvent)) {
    return [
      { id: 'when', label: t('records.when'), cell: ({ cardEvent }) => exact(cardEvent?.occurredAt) },
      one('event_kind', ({ cardEvent }) => cardEvent && t(`words.${cardEvent.kind}`)),
      one('container', ({ cardEvent }) => linkTo(paths.containers.view, cardEvent?.container)),
      ...(seesWho
        ? [
            one('card', ({ cardEvent }) =>
              cardEvent?.card ? linkTo(paths.cards.view, cardEvent.card) : (cardEvent?.serialNumber ?? <None />),
            ),
            one('apartment', ({ cardEvent }) => linkTo(paths.apartments.view, cardEvent?.apartment)),
          ]
        : []),
      {
        id: 'litres',
        label: t('records.litres'),
        isNumeric: true,
        cell: ({ cardEvent }) => formatNumber(cardEvent?.litres ?? 0, i18n.language, 0),
      },
    ];
  }
  const record = records.some(({ card }) => card)
    ? one('card', ({ card }) => linkTo(paths.cards.view, card))
    : records.some(({ containerGroup }) => containerGroup)
      ? one('container_group', ({ containerGroup }) => linkTo(paths.containerGroups.view, containerGroup))
      : records.some(({ container }) => container)
        ? one('container', ({ container }) => linkTo(paths.containers.view, container))
        : one('apartment', ({ apartment }) => linkTo(paths.apartments.view, apartment));
  // What happened to it, an emptying for one, has a moment; what is merely there has none.
  return records.some(({ at }) => at)
    ? [record, { id: 'when', label: t('records.when'), cell: ({ at }) => exact(at) }]
    : [record];
}
