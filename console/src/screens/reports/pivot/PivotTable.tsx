import { Text } from '@mantine/core';
import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReportGrouping } from '@noa/domain/reporting/report.ts';
import { describeFailure } from '../../../api/failure.ts';
import tables from '../../../crud/list/RecordTable.module.css';
import { formatNumber } from '../../../ui/values/format.ts';
import { useDensity } from '../../../ui/preferences.ts';
import { ReportHeader } from '../answer/ReportHead.tsx';
import {
  formatKey,
  keysOf,
  useCellTexts,
  type CellKey,
  type CellTexts,
  type ReportColumn,
} from '../answer/rows/cells.ts';
import { ReportCell } from '../answer/rows/ReportCell.tsx';
import type { ReportRowsProps } from '../answer/rows/ReportTable.tsx';
import type { FilterCell } from '../question/filters.ts';
import { hasTotalOver, heatOf, type Pivot } from './pivot.ts';
import classes from './Pivot.module.css';
import { ReportFailure } from '../answer/ReportFailure.tsx';
import { isOf, usePivot, type PivotAnswer, type PivotColumn } from './use-pivot.ts';
import type { QuestionControls } from '../question/use-question.ts';

interface Props extends Omit<ReportRowsProps, 'compared'> {
  name: string;
  pivot: Pivot;
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

interface PivotHeadProps {
  pivot: Pivot;
  /** Of the rows: what goes down, then the metrics. */
  columns: readonly ReportColumn[];
  values: readonly PivotColumn[];
  controls: QuestionControls;
  texts: CellTexts;
}

/** What goes across; below it the metrics, where there are several. Rows are sorted by what goes down and by their totals. */
function PivotHead({ pivot, columns: [down, ...metrics], values, controls, texts }: PivotHeadProps) {
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

interface PivotBodyProps extends Pick<Props, 'pivot' | 'report' | 'cellLink'> {
  answer: PivotAnswer | undefined;
  texts: CellTexts;
}

const isTotal = ({ metric }: ReportColumn, grouping: ReportGrouping) => !!metric && hasTotalOver(grouping, metric);

const columnKey = ({ across }: Pivot, value: FilterCell): CellKey => ({ grouping: across, value });

const heat = (share: number) => ({ '--heat': `${Math.round(share * 100)}%` }) as CSSProperties;

/** The rows of a pivot, each with its totals, and the totals of its columns. */
function PivotBody(props: PivotBodyProps) {
  const { pivot, report } = props;
  const [, ...metrics] = report.columns;
  return (
    <>
      <tbody>
        {report.rows.map((row) => (
          <PivotRow key={String(row[0])} {...props} row={row} />
        ))}
      </tbody>
      {metrics.some((column) => isTotal(column, pivot.down)) && <PivotTotals {...props} />}
    </>
  );
}

function PivotRow({ pivot, report, answer, texts, cellLink, row }: PivotBodyProps & { row: readonly unknown[] }) {
  const [down, ...metrics] = report.columns;
  const keys = keysOf(report.columns, row);
  /** Where several metrics stand under a value, a line parts it from the one before. */
  const isFirst = (position: number) => (metrics.length > 1 && position === 0) || undefined;
  return (
    <tr>
      <th scope="row" className={classes.down}>
        {down && <ReportCell column={down} value={row[0]} keys={keys} texts={texts} cellLink={undefined} />}
      </th>
      {answer?.columns.map(({ value }) =>
        metrics.map((column, position) => {
          const cell = answer.cell(keys[0]?.value ?? null, value, position);
          return (
            <td
              key={`${value} ${column.key}`}
              data-numeric
              data-first={isFirst(position)}
              className={classes.cell}
              style={heat(heatOf(cell ?? null, answer.most[position] ?? 0))}
            >
              {cell === undefined ? (
                '…'
              ) : (
                <ReportCell
                  column={column}
                  value={cell}
                  keys={[...keys, columnKey(pivot, value)]}
                  texts={texts}
                  cellLink={cellLink}
                />
              )}
            </td>
          );
        }),
      )}
      {metrics.map(
        (column, position) =>
          isTotal(column, pivot.across) && (
            <td key={column.key} data-numeric data-first={isFirst(position)} className={classes.total}>
              <ReportCell column={column} value={row[position + 1]} keys={keys} texts={texts} cellLink={cellLink} />
            </td>
          ),
      )}
    </tr>
  );
}

function PivotTotals({ pivot, report, answer, texts, cellLink }: PivotBodyProps) {
  const { t } = useTranslation('reports');
  const [, ...metrics] = report.columns;
  const figure = (column: ReportColumn, value: unknown, keys: readonly CellKey[]) =>
    isTotal(column, pivot.down) && (
      <ReportCell column={column} value={value} keys={keys} texts={texts} cellLink={cellLink} />
    );
  return (
    <tfoot>
      <tr>
        <th scope="row" className={classes.down}>
          {t('total')}
        </th>
        {answer?.columns.map(({ value, totals }) =>
          metrics.map((column, position) => (
            <td key={`${value} ${column.key}`} data-numeric className={classes.total}>
              {figure(column, totals[position], [columnKey(pivot, value)])}
            </td>
          )),
        )}
        {metrics.map(
          (column, position) =>
            isTotal(column, pivot.across) && (
              <td key={column.key} data-numeric className={classes.total}>
                {figure(column, report.totals[position + 1], [])}
              </td>
            ),
        )}
      </tr>
    </tfoot>
  );
}
