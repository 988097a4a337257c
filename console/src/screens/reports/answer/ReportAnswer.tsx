import { Skeleton, Stack, Text } from '@mantine/core';
import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReportMetric } from '@noa/domain/reporting/report.ts';
import type { Failure } from '../../../api/failure.ts';
import type { ReportQuery, ReportsQuery } from '../../../api/generated/graphql.ts';
import { ListFailed } from '../../../crud/list/ListEmpty.tsx';
import tables from '../../../crud/list/RecordTable.module.css';
import { useViewer } from '../../../session/viewer.ts';
import { IconNone } from '../../../ui/icons.ts';
import { EmptyState } from '../../../ui/page/EmptyState.tsx';
import { formatNumber } from '../../../ui/values/format.ts';
import { Moment } from '../../../ui/values/Moment.tsx';
import type { Compared } from '../comparison/comparison.ts';
import { formatDays } from '../question/period.ts';
import classes from '../Report.module.css';
import { ReportFigures } from './ReportFigures.tsx';
import { ReportFailure } from './ReportFailure.tsx';
import { useForgottenText } from './use-forgotten-text.ts';
import { useLeftOutText } from './use-left-out-text.ts';
import type { Question, QuestionControls } from '../question/use-question.ts';
import { part } from '../../../loading/part.ts';
import { SkeletonRows } from '../../../crud/list/Pending.tsx';

// What few need comes when they do.
const ReportChips = part(
  async () => (await import('../question/ReportChips.tsx')).ReportChips,
  <Skeleton height={26} />,
);
const IgnoredFilters = part(async () => (await import('../question/IgnoredFilters.tsx')).IgnoredFilters, null);
const BuildProgress = part(async () => (await import('./BuildProgress.tsx')).BuildProgress, null);

interface Props {
  definition: ReportsQuery['reports'][number];
  controls: QuestionControls;
  /** The last answer that came; of another question while this one's is on its way. */
  shown: ReportQuery['report'] | undefined;
  failure: Failure | undefined;
  /** A remark above the figures. */
  notice: ReactNode;
  loading: boolean;
  stale: boolean;
  compared: Compared | null;
  onRetry: () => void;
}

/** The figures, or why there are none. */
export function ReportAnswer({
  definition,
  controls,
  shown,
  failure,
  notice,
  loading,
  stale,
  compared,
  onRetry,
}: Props) {
  const leftOut = useLeftOutText(definition, controls.question);
  const forgottenText = useForgottenText(definition);
  const slow = useSlow(loading);
  return (
    <Stack gap="sm" miw={0} aria-busy={loading}>
      <PrintedHead days={controls.question.days} />
      <div className={tables.bar} data-on={(loading && shown !== undefined) || undefined} />
      {controls.question.filters.length > 0 && <ReportChips offers={definition.filters} controls={controls} />}
      {controls.ignored.length > 0 && <IgnoredFilters controls={controls} />}
      {notice}
      {failure && shown && <ReportFailure failure={failure} onRetry={onRetry} />}
      {failure && !shown && <ListFailed failure={failure} permission="cardEvent:readWho" onRetry={onRetry} />}
      {slow && <BuildProgress />}
      {!shown && loading && <SkeletonRows height={36} />}
      {shown && shown.rowCount === 0 && (
        <ReportNothing
          definition={definition}
          isNarrowed={controls.question.filters.length > 0}
          leftOut={leftOut}
          forgotten={forgottenText(shown.whoKnownFrom)}
        />
      )}
      {shown && shown.rowCount > 0 && (
        <ReportFigures definition={definition} controls={controls} shown={shown} stale={stale} compared={compared} />
      )}
      {shown && <ReportFoot definition={definition} question={controls.question} report={shown} />}
    </Stack>
  );
}

/** What paper has to say of itself: whose report it is, and of which days. On the screen the panel says it. */
function PrintedHead({ days }: Pick<Question, 'days'>) {
  const { t, i18n } = useTranslation(['reports', 'common']);
  const { orgs } = useViewer();
  const town = orgs.map(({ name }) => name).join(', ') || t('common:allOrgs');
  return (
    <p className={classes.printed}>
      <strong>{town}</strong> · {t('panel.period')}: {formatDays(days, i18n.language)}
    </p>
  );
}

/** Milliseconds after which waiting wants a reason. */
const slowMs = 700;

/** Whether something has been waited for long enough to say why. */
function useSlow(waiting: boolean): boolean {
  const [slow, setSlow] = useState(false);
  useEffect(
    function noticeSlowness() {
      if (!waiting) {
        return undefined;
      }
      const timer = setTimeout(() => setSlow(true), slowMs);
      return () => {
        clearTimeout(timer);
        setSlow(false);
      };
    },
    [waiting],
  );
  return slow;
}

/** Litres are openings times the drum (domain.md, "Reports"). */
const isEstimate = (metric: ReportMetric) => metric === 'total_litres' || metric === 'litres_pct';

interface ReportFootProps {
  definition: ReportsQuery['reports'][number];
  question: Question;
  report: ReportQuery['report'];
}

/** How far the figures can be relied on. */
function ReportFoot({ definition, question, report }: ReportFootProps) {
  const { t } = useTranslation('reports');
  const leftOut = useLeftOutText(definition, question);
  return (
    <Text fz="sm" c="dimmed">
      {t(definition.countsEvents ? 'fresh' : 'registryAt')} <Moment at={report.freshAsOf} />.{' '}
      {question.metrics.some(isEstimate) && t('estimate')} <CompletenessText report={report} /> {leftOut}
    </Text>
  );
}

type Figures = Pick<ReportQuery['report'], 'completeness' | 'heardContainersPct' | 'arrivedReportsPct'>;

/** How much of what locks had to tell is in the figures, so that low use is not taken for lost data. */
function CompletenessText({ report }: { report: Figures }) {
  const { t, i18n } = useTranslation('reports');
  const { completeness, heardContainersPct, arrivedReportsPct } = report;
  if (completeness === null) {
    return null;
  }
  const percent = (value: number | null) => formatNumber(value ?? 0, i18n.language);
  return (
    <Text component="span" display="block" fz="sm" c="dimmed">
      <strong>{t('completeness.title', { percent: percent(completeness) })}</strong>
      {' · '}
      {t('completeness.parts', {
        containers: percent(heardContainersPct),
        reports: percent(arrivedReportsPct),
      })}{' '}
      {t('completeness.hint')}
    </Text>
  );
}

interface ReportNothingProps {
  definition: ReportsQuery['reports'][number];
  /** By filters, which may be why. */
  isNarrowed: boolean;
  /** What is said of groups of too few apartments, which may be why; null where none is left out. */
  leftOut: string | null;
  /** Why nothing can be told, if it cannot. */
  forgotten: string | null;
}

/** Why a report has no rows, and what to do about it. */
function ReportNothing({ definition, isNarrowed, leftOut, forgotten }: ReportNothingProps) {
  const { t } = useTranslation('reports');
  if (forgotten !== null) {
    return (
      <EmptyState icon={IconNone} title={t('forgotten.title')}>
        {forgotten}
      </EmptyState>
    );
  }
  const [title, text] = isNarrowed
    ? ['nothing.title', 'nothing.text']
    : definition.countsEvents
      ? ['empty.title', 'empty.text']
      : ['nothing.registryTitle', 'nothing.registryText'];
  return (
    <EmptyState icon={IconNone} title={t(leftOut === null ? title : 'nothing.hiddenTitle')}>
      {t(text)} {leftOut}
    </EmptyState>
  );
}
