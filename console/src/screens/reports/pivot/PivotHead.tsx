import { useTranslation } from 'react-i18next';
import { formatKey, type CellTexts, type ReportColumn } from '../answer/rows/cells.ts';
import { hasTotalOver, type Pivot } from './pivot.ts';
import classes from './Pivot.module.css';
import { ReportHeader } from '../answer/ReportHead.tsx';
import type { PivotColumn } from './use-pivot.ts';
import type { QuestionControls } from '../question/use-question.ts';

interface Props {
  pivot: Pivot;
  /** Of the rows: what goes down, then the metrics. */
  columns: readonly ReportColumn[];
  values: readonly PivotColumn[];
  controls: QuestionControls;
  texts: CellTexts;
}

/** What goes across; below it the metrics, where there are several. Rows are sorted by what goes down and by their totals. */
export function PivotHead({ pivot, columns: [down, ...metrics], values, controls, texts }: Props) {
  const { t } = useTranslation('reports');
  const totals = metrics.filter(({ metric }) => metric && hasTotalOver(pivot.across, metric));
  const isMany = metrics.length > 1;
  const span = isMany ? { colSpan: metrics.length, scope: 'colgroup' as const } : { scope: 'col' as const };
  return (
    <thead>
      <tr>
        {down && <ReportHeader column={down} controls={controls} rows={isMany ? 2 : 1} />}
        {values.map(({ value }) => (
          <th
            key={String(value)}
            {...span}
            data-numeric={!isMany || undefined}
            data-first={isMany || undefined}
            className={classes.across}
          >
            {formatKey({ grouping: pivot.across, value }, texts)}
          </th>
        ))}
        {!isMany &&
          totals.map((column) => (
            <ReportHeader key={column.key} column={column} controls={controls} text={t('across.total')} />
          ))}
        {isMany && totals.length > 0 && (
          <th scope="colgroup" colSpan={totals.length} data-first className={classes.across}>
            {t('across.total')}
          </th>
        )}
      </tr>
      {isMany && (
        <tr>
          {values.map(({ value }) =>
            metrics.map(({ key }, position) => (
              <th
                key={`${value} ${key}`}
                scope="col"
                data-numeric
                data-first={position === 0 || undefined}
                className={classes.metric}
              >
                {t(`fields.${key}`)}
              </th>
            )),
          )}
          {totals.map((column) => (
            <ReportHeader key={column.key} column={column} controls={controls} />
          ))}
        </tr>
      )}
    </thead>
  );
}
