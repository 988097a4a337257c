import { Skeleton, Stack } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { lazy, Suspense, useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Failure } from '../../../api/failure.ts';
import type { ReportQuery, ReportsQuery } from '../../../api/generated/graphql.ts';
import { ListFailed } from '../../../crud/list/ListEmpty.tsx';
import tables from '../../../crud/list/RecordTable.module.css';
import { phone } from '../../../ui/preferences.ts';
import { ComparedNote } from '../comparison/ComparedNote.tsx';
import type { Compared } from '../comparison/comparison.ts';
import { useFigureLink } from './figure-address.ts';
import { pivotOf } from '../pivot/pivot.ts';
import { ReportFailure } from './ReportFailure.tsx';
import { ReportFoot } from './ReportFoot.tsx';
import { ReportNothing } from './ReportNothing.tsx';
import { ReportPager } from './ReportPager.tsx';
import { ReportTable } from './ReportTable.tsx';
import { useLeavesOut } from './use-leaves-out.ts';
import type { QuestionControls } from '../question/use-question.ts';
import { useSlow } from './use-slow.ts';

/** The table comes first; the drawing is loaded once it stands, and what few need when they do. */
const PivotTable = lazy(async () => ({ default: (await import('../pivot/PivotTable.tsx')).PivotTable }));
const ReportCards = lazy(async () => ({ default: (await import('./ReportCards.tsx')).ReportCards }));
const ReportChips = lazy(async () => ({ default: (await import('../question/ReportChips.tsx')).ReportChips }));
const BuildProgress = lazy(async () => ({ default: (await import('./BuildProgress.tsx')).BuildProgress }));
const ReportChart = lazy(async () => ({ default: (await import('../chart/ReportChart.tsx')).ReportChart }));

const skeletonRows = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

interface Props {
  definition: ReportsQuery['reports'][number];
  controls: QuestionControls;
  /** The last answer that came; of another question while this one's is on its way. */
  shown: ReportQuery['report'] | undefined;
  failure: Failure | undefined;
  loading: boolean;
  stale: boolean;
  compared: Compared | null;
  onRetry: () => void;
}

/** The figures, or why there are none. */
export function ReportAnswer({ definition, controls, shown, failure, loading, stale, compared, onRetry }: Props) {
  const { t } = useTranslation(['reports', 'common']);
  const tableId = useId();
  const leavesOut = useLeavesOut(controls.question);
  const figureLink = useFigureLink();
  const isPhone = useMediaQuery(phone, undefined, { getInitialValueInEffect: false });
  const Rows = isPhone ? ReportCards : ReportTable;
  const pivot = pivotOf(controls.question);
  const label = t(`names.${definition.name}`);
  const slow = useSlow(loading);
  return (
    <Stack gap="sm" miw={0} aria-busy={loading}>
      <div className={tables.bar} data-on={(loading && shown !== undefined) || undefined} />
      {controls.question.filters.length > 0 && (
        <Suspense fallback={<Skeleton height={26} />}>
          <ReportChips offers={definition.filters} controls={controls} />
        </Suspense>
      )}
      {failure && shown && <ReportFailure failure={failure} onRetry={onRetry} />}
      {failure && !shown && <ListFailed failure={failure} permission="cardEvent:readWho" onRetry={onRetry} />}
      {slow && (
        <Suspense fallback={null}>
          <BuildProgress />
        </Suspense>
      )}
      {!shown && loading && (
        <Stack gap={8} role="status" aria-label={t('common:loading.screen')}>
          {skeletonRows.map((key) => (
            <Skeleton key={key} height={36} />
          ))}
        </Stack>
      )}
      {shown && shown.rowCount === 0 && (
        <ReportNothing
          definition={definition}
          isNarrowed={controls.question.filters.length > 0}
          leavesOut={leavesOut}
        />
      )}
      {shown && shown.rowCount > 0 && (
        <>
          {compared && <ComparedNote days={compared.days} />}
          <Suspense fallback={<Skeleton height={330} role="status" aria-label={t('common:loading.screen')} />}>
            {pivot ? (
              <PivotTable
                name={definition.name}
                pivot={pivot}
                report={shown}
                label={label}
                controls={controls}
                stale={stale}
                id={tableId}
                cellLink={figureLink}
              />
            ) : (
              <Rows
                report={shown}
                label={label}
                controls={controls}
                stale={stale}
                compared={compared}
                id={tableId}
                cellLink={figureLink}
              />
            )}
          </Suspense>
          <ReportPager after={controls.question.after} next={shown.cursor} onPage={controls.goTo} />
          {controls.question.by.length > 0 && (
            <Suspense fallback={<Skeleton height={330} role="status" aria-label={t('common:loading.screen')} />}>
              <ReportChart name={definition.name} controls={controls} tableId={tableId} />
            </Suspense>
          )}
        </>
      )}
      {shown && <ReportFoot definition={definition} question={controls.question} report={shown} />}
    </Stack>
  );
}
