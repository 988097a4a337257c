import { Text } from '@mantine/core';
import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { describeFailure } from '../../api/failure.ts';
import type { ReportQuery } from '../../api/generated/graphql.ts';
import tables from '../../resource/RecordTable.module.css';
import { formatNumber } from '../../ui/format.ts';
import { useDensity } from '../../ui/preferences.ts';
import { formatKey, keysOf, useCellTexts, type CellKey, type CellLink } from './cells.ts';
import type { FilterCell } from './filters.ts';
import { hasTotalOver, heatOf, type Pivot } from './pivot.ts';
import classes from './Pivot.module.css';
import { ReportCell } from './ReportCell.tsx';
import { ReportFailure } from './ReportFailure.tsx';
import { ReportHeader } from './ReportHead.tsx';
import { usePivot } from './use-pivot.ts';
import type { QuestionControls } from './use-question.ts';

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

/** One metric with the second grouping across; the stronger its colour, the greater a figure. */
export function PivotTable({ name, pivot, report, label, controls, stale, cellLink, id }: Props) {
  const { t, i18n } = useTranslation(['reports', 'common']);
  const [density] = useDensity();
  const { answer, error, retry } = usePivot(name, controls.question, pivot, report);
  const texts = useCellTexts([...report.labels, ...(answer?.labels ?? [])]);
  const { down, across, metric } = pivot;
  const [downColumn, column] = report.columns;
  if (downColumn?.grouping !== down || column?.metric !== metric) {
    // Another question is on its way, and these rows are of one that was grouped otherwise.
    return null;
  }
  const columns = answer?.columns ?? [];
  const rowTotals = hasTotalOver(across, metric);
  const columnTotals = hasTotalOver(down, metric);
  const acrossKey = (value: FilterCell): CellKey => ({ grouping: across, value });
  const figure = (value: unknown, keys: readonly CellKey[]) => (
    <ReportCell column={column} value={value} keys={keys} texts={texts} cellLink={cellLink} />
  );

  return (
    <>
      {error && <ReportFailure failure={describeFailure(error)} onRetry={retry} />}
      {answer && answer.columnCount > columns.length && (
        <Text fz="sm">
          {t('across.more', {
            shown: columns.length,
            total: formatNumber(answer.columnCount, i18n.language),
          })}
        </Text>
      )}
      <div id={id} className={classes.scroll} role="region" aria-label={label} tabIndex={0}>
        <table className={tables.table} data-density={density} data-stale={stale || undefined}>
          <caption className={classes.caption}>
            {t('across.caption', {
              metric: t(`fields.${metric}`),
              down: t(`fields.${down}`),
              across: t(`fields.${across}`),
            })}
          </caption>
          <thead>
            <tr>
              <ReportHeader column={downColumn} controls={controls} />
              {columns.map(({ value }) => (
                <th key={String(value)} scope="col" data-numeric className={classes.across}>
                  {formatKey(acrossKey(value), texts)}
                </th>
              ))}
              {rowTotals && <ReportHeader column={column} controls={controls} text={t('across.total')} />}
            </tr>
          </thead>
          <tbody>
            {report.rows.map((row) => {
              const keys = keysOf(report.columns, row);
              const [key] = keys;
              return (
                <tr key={String(row[0])}>
                  <th scope="row" className={classes.down}>
                    <ReportCell column={downColumn} value={row[0]} keys={keys} texts={texts} cellLink={undefined} />
                  </th>
                  {columns.map(({ value }) => {
                    const cell = answer?.cell(key?.value ?? null, value);
                    return (
                      <td
                        key={String(value)}
                        data-numeric
                        className={classes.cell}
                        style={heat(heatOf(cell ?? null, answer?.most ?? 0))}
                      >
                        {cell === undefined ? '…' : figure(cell, [...keys, acrossKey(value)])}
                      </td>
                    );
                  })}
                  {rowTotals && (
                    <td data-numeric className={classes.total}>
                      {figure(row[1], keys)}
                    </td>
                  )}
                </tr>
              );
            })}
          </tbody>
          {columnTotals && (
            <tfoot>
              <tr>
                <th scope="row" className={classes.down}>
                  {t('total')}
                </th>
                {columns.map(({ value, total }) => (
                  <td key={String(value)} data-numeric className={classes.total}>
                    {figure(total, [acrossKey(value)])}
                  </td>
                ))}
                {rowTotals && (
                  <td data-numeric className={classes.total}>
                    {figure(report.totals[1], [])}
                  </td>
                )}
              </tr>
            </tfoot>
          )}
        </table>
      </div>
    </>
  );
}

const heat = (share: number) => ({ '--heat': `${Math.round(share * 100)}%` }) as CSSProperties;
