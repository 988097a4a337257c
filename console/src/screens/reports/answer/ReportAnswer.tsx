import { Skeleton, Stack } from '@mantine/core';
import { Suspense, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Failure } from '../../../api/failure.ts';
import type { ReportQuery, ReportsQuery } from '../../../api/generated/graphql.ts';
import { ListFailed } from '../../../crud/list/ListEmpty.tsx';
import tables from '../../../crud/list/RecordTable.module.css';
import type { Compared } from '../comparison/comparison.ts';
import { PrintedHead } from './PrintedHead.tsx';
import { ReportFigures } from './ReportFigures.tsx';
import { ReportFailure } from './ReportFailure.tsx';
import { ReportFoot } from './ReportFoot.tsx';
import { ReportNothing } from './ReportNothing.tsx';
import { useForgottenText } from './use-forgotten-text.ts';
import { useLeftOutText } from './use-left-out-text.ts';
import type { QuestionControls } from '../question/use-question.ts';
import { useSlow } from './use-slow.ts';
import { part } from '../../../loading/part.ts';

// What few need comes when they do.
const ReportChips = part(async () => (await import('../question/ReportChips.tsx')).ReportChips);
const IgnoredFilters = part(async () => (await import('../question/IgnoredFilters.tsx')).IgnoredFilters);
const BuildProgress = part(async () => (await import('./BuildProgress.tsx')).BuildProgress);

const skeletonRows = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

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
  const { t } = useTranslation('common');
  const leftOut = useLeftOutText(definition, controls.question);
  const forgottenText = useForgottenText(definition);
  const slow = useSlow(loading);
  return (
    <Stack gap="sm" miw={0} aria-busy={loading}>
      <PrintedHead days={controls.question.days} />
      <div className={tables.bar} data-on={(loading && shown !== undefined) || undefined} />
      {controls.question.filters.length > 0 && (
        <Suspense fallback={<Skeleton height={26} />}>
          <ReportChips offers={definition.filters} controls={controls} />
        </Suspense>
      )}
      <Suspense>{controls.ignored.length > 0 && <IgnoredFilters controls={controls} />}</Suspense>
      {notice}
      {failure && shown && <ReportFailure failure={failure} onRetry={onRetry} />}
      {failure && !shown && <ListFailed failure={failure} permission="cardEvent:readWho" onRetry={onRetry} />}
      {slow && (
        <Suspense fallback={null}>
          <BuildProgress />
        </Suspense>
      )}
      {!shown && loading && (
        <Stack gap={8} role="status" aria-label={t('loading.screen')}>
          {skeletonRows.map((key) => (
            <Skeleton key={key} height={36} />
          ))}
        </Stack>
      )}
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
