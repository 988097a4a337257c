import { isInfinite } from '@noa/domain/vocabulary.ts';
import { Alert, Skeleton, Stack } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { Suspense, useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Failure } from '../../../api/failure.ts';
import type { ReportQuery, ReportsQuery } from '../../../api/generated/graphql.ts';
import { ListFailed } from '../../../crud/list/ListEmpty.tsx';
import tables from '../../../crud/list/RecordTable.module.css';
import { formatDay } from '../../../ui/values/format.ts';
import { phone } from '../../../ui/preferences.ts';
import { isTime, roomFor, shapeOf } from '../chart/chart-question.ts';
import { ComparedNote } from '../comparison/ComparedNote.tsx';
import type { Compared } from '../comparison/comparison.ts';
import { useFigureLink } from './figure-address.ts';
import { PrintedHead } from './PrintedHead.tsx';
import classes from '../Report.module.css';
import { pivotOf } from '../pivot/pivot.ts';
import { ReportFailure } from './ReportFailure.tsx';
import { ReportFoot } from './ReportFoot.tsx';
import { ReportNothing } from './ReportNothing.tsx';
import { ReportPager } from './ReportPager.tsx';
import { ReportTable } from './ReportTable.tsx';
import { today } from '../question/period.ts';
import { usePlan } from './use-answer.ts';
import { useLeavesOut } from './use-leaves-out.ts';
import type { Question, QuestionControls } from '../question/use-question.ts';
import { useSlow } from './use-slow.ts';
import { part } from '../../../loading/part.ts';

/** The figures come first; sentence and drawing, in the room that is kept for them, once those stand, and what few need when they do. */
const ReportHeadline = part(async () => (await import('./ReportHeadline.tsx')).ReportHeadline);
const PivotTable = part(async () => (await import('../pivot/PivotTable.tsx')).PivotTable);
const ReportCards = part(async () => (await import('./ReportCards.tsx')).ReportCards);
const ReportChips = part(async () => (await import('../question/ReportChips.tsx')).ReportChips);
const BuildProgress = part(async () => (await import('./BuildProgress.tsx')).BuildProgress);
const ReportChart = part(async () => (await import('../chart/ReportChart.tsx')).ReportChart);

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

/** As high as the drawing will be, with its title. */
const chartRoom = (question: Question, { rowCount }: ReportQuery['report']) => ({
  height: (isTime(question) ? 260 : Math.max(48, roomFor(question, rowCount) * 24)) + 106,
});

/** As high as the table of a page will be, about. */
const tableHeight = ({ rows }: ReportQuery['report']) => 120 + rows.length * 45;

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
  const { t, i18n } = useTranslation(['reports', 'common']);
  const tableId = useId();
  const leavesOut = useLeavesOut(controls.question);
  const figureLink = useFigureLink();
  const isPhone = useMediaQuery(phone, undefined, { getInitialValueInEffect: false });
  const Rows = isPhone ? ReportCards : ReportTable;
  const pivot = pivotOf(controls.question);
  const plan = usePlan(definition, controls.question);
  // Hours by days of the week are coloured where they stand: a second drawing would say the same.
  const hasChart = controls.question.by.length > 0 && shapeOf(controls.question, controls.question.chart) !== 'heat';
  const label = t(`names.${definition.name}`);
  const forgottenText = (whoKnownFrom: string | null | undefined) =>
    whoKnownFrom
      ? t(`${isInfinite(whoKnownFrom) ? 'neverKept' : 'forgotten'}.${definition.countsEvents ? 'events' : 'text'}`, {
          day: formatDay(today(new Date(whoKnownFrom)), i18n.language),
          none: t('withoutRecord'),
        })
      : null;
  const forgotten = forgottenText(shown?.whoKnownFrom);
  /** The days that it is compared with are mostly earlier ones. */
  const told = forgotten ?? forgottenText(compared?.whoKnownFrom);
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
      {notice}
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
          forgotten={forgotten}
        />
      )}
      {shown && shown.rowCount > 0 && (
        <>
          {plan && (
            <Suspense fallback={<Skeleton className={classes.headlineRoom} />}>
              <ReportHeadline name={definition.name} question={controls.question} plan={plan} />
            </Suspense>
          )}
          {hasChart && (
            <Suspense fallback={<Skeleton className={classes.chartRoom} style={chartRoom(controls.question, shown)} />}>
              <ReportChart name={definition.name} controls={controls} tableId={tableId} rowCount={shown.rowCount} />
            </Suspense>
          )}
          {told !== null && <Alert color="gray">{told}</Alert>}
          {compared && <ComparedNote days={compared.days} />}
          <Suspense
            fallback={<Skeleton height={tableHeight(shown)} role="status" aria-label={t('common:loading.screen')} />}
          >
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
        </>
      )}
      {shown && <ReportFoot definition={definition} question={controls.question} report={shown} />}
    </Stack>
  );
}
