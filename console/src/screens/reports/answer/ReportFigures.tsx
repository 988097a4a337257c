import { Alert, Skeleton, Text } from '@mantine/core';
import { Suspense, useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Days } from '@noa/domain/reporting/answer/compared-days.ts';
import type { ReportQuery, ReportsQuery } from '../../../api/generated/graphql.ts';
import { part } from '../../../loading/part.ts';
import { phone, useViewport } from '../../../ui/preferences.ts';
import { formatNumber } from '../../../ui/values/format.ts';
import { isTime, roomFor, shapeOf } from '../chart/chart-question.ts';
import type { Compared } from '../comparison/comparison.ts';
import { pivotOf } from '../pivot/pivot.ts';
import { formatDays } from '../question/period.ts';
import type { Question, QuestionControls } from '../question/use-question.ts';
import classes from '../Report.module.css';
import { useFigureLink } from './figure-address.ts';
import { ReportPager } from './ReportPager.tsx';
import { ReportTable } from './rows/ReportTable.tsx';
import { usePlan } from './use-answer.ts';
import { useForgottenText } from './use-forgotten-text.ts';

/** The figures come first; sentence and drawing, in the room that is kept for them, once those stand, and what few need when they do. */
const ReportHeadline = part(
  async () => (await import('./ReportHeadline.tsx')).ReportHeadline,
  <Skeleton className={classes.headlineRoom} />,
);
const PivotTable = part(async () => (await import('../pivot/PivotTable.tsx')).PivotTable);
const ReportCards = part(async () => (await import('./rows/ReportCards.tsx')).ReportCards);
const ReportChart = part(async () => (await import('../chart/ReportChart.tsx')).ReportChart);

interface Props {
  definition: ReportsQuery['reports'][number];
  controls: QuestionControls;
  shown: ReportQuery['report'];
  stale: boolean;
  compared: Compared | null;
}

/** As high as the drawing will be, with its title. */
const chartRoom = (question: Question, { rowCount }: ReportQuery['report']) => ({
  height: (isTime(question) ? 260 : Math.max(48, roomFor(question, rowCount) * 24)) + 106,
});

/** As high as the table of a page will be, about. */
const tableHeight = ({ rows }: ReportQuery['report']) => 120 + rows.length * 45;

/** The sentence, the drawing, and the table of an answer that has rows. */
export function ReportFigures({ definition, controls, shown, stale, compared }: Props) {
  const { t } = useTranslation(['reports', 'common']);
  const tableId = useId();
  const forgottenText = useForgottenText(definition);
  const { name } = definition;
  const { question } = controls;
  const plan = usePlan(definition, question);
  // Hours by days of the week are coloured where they stand: a second drawing would say the same.
  const hasChart = question.by.length > 0 && shapeOf(question, question.chart) !== 'heat';
  // The days that it is compared with are mostly earlier ones.
  const told = forgottenText(shown.whoKnownFrom) ?? forgottenText(compared?.whoKnownFrom);
  return (
    <>
      {plan && <ReportHeadline name={name} question={question} plan={plan} />}
      {hasChart && (
        <Suspense fallback={<Skeleton className={classes.chartRoom} style={chartRoom(question, shown)} />}>
          <ReportChart name={name} controls={controls} tableId={tableId} rowCount={shown.rowCount} />
        </Suspense>
      )}
      {told !== null && <Alert color="gray">{told}</Alert>}
      {compared && <ComparedNote days={compared.days} />}
      <Suspense
        fallback={<Skeleton height={tableHeight(shown)} role="status" aria-label={t('common:loading.screen')} />}
      >
        <Table name={name} controls={controls} shown={shown} stale={stale} compared={compared} id={tableId} />
      </Suspense>
      {shown.rows.length < shown.rowCount && <PrintedRows report={shown} />}
      <ReportPager after={question.after} next={shown.cursor} onPage={controls.goTo} />
    </>
  );
}

/** Says how many of the rows are on paper, which has no other pages: the totals are of all. */
function PrintedRows({ report: { rows, rowCount } }: { report: Props['shown'] }) {
  const { t, i18n } = useTranslation('reports');
  const [shown, total] = [rows.length, rowCount].map((count) => formatNumber(count, i18n.language));
  return <p className={classes.printed}>{t('print.rows', { shown, total })}</p>;
}

interface TableProps extends Omit<Props, 'definition'> {
  name: string;
  id: string;
}

/** The rows of an answer: across too where two groupings are, and as cards on a phone. */
function Table({ name, controls, shown, stale, compared, id }: TableProps) {
  const { t } = useTranslation('reports');
  const cellLink = useFigureLink();
  const isPhone = useViewport(phone);
  const pivot = pivotOf(controls.question);
  const Rows = isPhone ? ReportCards : ReportTable;
  const common = { report: shown, label: t(`names.${name}`), controls, stale, id, cellLink };
  return pivot ? <PivotTable {...common} name={name} pivot={pivot} /> : <Rows {...common} compared={compared} />;
}

/** Says with which days the figures are compared. */
function ComparedNote({ days }: { days: Days }) {
  const { t, i18n } = useTranslation('reports');
  return (
    <Text fz="sm" c="dimmed">
      {t('compare.with', { days: formatDays(days, i18n.language) })}
    </Text>
  );
}
