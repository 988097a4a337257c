import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReportGrouping } from '@noa/domain/reporting/report.ts';
import type { ReportQuery } from '../../../api/generated/graphql.ts';
import { keysOf, type CellKey, type CellLink, type CellTexts, type ReportColumn } from '../answer/rows/cells.ts';
import type { FilterCell } from '../question/filters.ts';
import { hasTotalOver, heatOf, type Pivot } from './pivot.ts';
import classes from './Pivot.module.css';
import { ReportCell } from '../answer/rows/ReportCell.tsx';
import type { PivotAnswer } from './use-pivot.ts';

interface Props {
  pivot: Pivot;
  report: ReportQuery['report'];
  answer: PivotAnswer | undefined;
  texts: CellTexts;
  cellLink?: CellLink | undefined;
}

const isTotal = ({ metric }: ReportColumn, grouping: ReportGrouping) => !!metric && hasTotalOver(grouping, metric);

const columnKey = ({ across }: Pivot, value: FilterCell): CellKey => ({ grouping: across, value });

const heat = (share: number) => ({ '--heat': `${Math.round(share * 100)}%` }) as CSSProperties;

/** The rows of a pivot, each with its totals, and the totals of its columns. */
export function PivotBody(props: Props) {
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

function PivotRow({ pivot, report, answer, texts, cellLink, row }: Props & { row: readonly unknown[] }) {
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

function PivotTotals({ pivot, report, answer, texts, cellLink }: Props) {
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
