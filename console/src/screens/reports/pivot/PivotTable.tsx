import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { describeFailure } from '../../../api/failure.ts';
import type { ReportQuery } from '../../../api/generated/graphql.ts';
import tables from '../../../crud/list/RecordTable.module.css';
import { formatNumber } from '../../../ui/values/format.ts';
import { useDensity } from '../../../ui/preferences.ts';
import { useCellTexts, type CellLink } from '../answer/rows/cells.ts';
import type { Pivot } from './pivot.ts';
import classes from './Pivot.module.css';
import { PivotBody } from './PivotBody.tsx';
import { PivotHead } from './PivotHead.tsx';
import { ReportFailure } from '../answer/ReportFailure.tsx';
import { isOf, usePivot } from './use-pivot.ts';
import type { QuestionControls } from '../question/use-question.ts';

interface Props {
  name: string;
  pivot: Pivot;
  /** The rows of the page with their totals, and the total of all. */
  report: ReportQuery['report'];
  label: string;
  controls: QuestionControls;
  stale: boolean;
  cellLink?: CellLink | undefined;
  id: string;
}

/** The second grouping across, each of its values with its figures; the stronger its colour, the greater a figure. */
export function PivotTable({ name, pivot, report, label, controls, stale, cellLink, id }: Props) {
  const { t, i18n } = useTranslation(['reports', 'common']);
  const [density] = useDensity();
  const { answer, error, retry } = usePivot(name, controls.question, pivot, report);
  const texts = useCellTexts([...report.labels, ...(answer?.labels ?? [])]);
  if (!isOf(report, pivot.down, pivot)) {
    // Another question is on its way, and these rows are of one that was grouped otherwise.
    return null;
  }
  const columns = answer?.columns ?? [];
  return (
    <>
      {error && <ReportFailure failure={describeFailure(error)} onRetry={retry} />}
      {answer && answer.columnCount > columns.length && (
        <Text fz="sm">
          {t('across.more', {
            count: answer.columnCount,
            shown: columns.length,
            total: formatNumber(answer.columnCount, i18n.language),
          })}
        </Text>
      )}
      <div id={id} className={classes.scroll} role="region" aria-label={label} tabIndex={0}>
        <table className={tables.table} data-density={density} data-stale={stale || undefined}>
          <caption className={classes.caption}>
            <span>
              {t('across.caption', {
                metric: pivot.metrics.map((metric) => t(`fields.${metric}`)).join(', '),
                down: t(`fields.${pivot.down}`),
                across: t(`fields.${pivot.across}`),
              })}
            </span>
          </caption>
          <PivotHead pivot={pivot} columns={report.columns} values={columns} controls={controls} texts={texts} />
          <PivotBody pivot={pivot} report={report} answer={answer} texts={texts} cellLink={cellLink} />
        </table>
      </div>
    </>
  );
}
