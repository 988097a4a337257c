import { useTranslation } from 'react-i18next';
import type { ReportQuery } from '../../../../api/generated/graphql.ts';
import tables from '../../../../crud/list/RecordTable.module.css';
import { useDensity } from '../../../../ui/preferences.ts';
import { keysOf, useCellTexts, type CellLink } from './cells.ts';
import type { Compared } from '../../comparison/comparison.ts';
import classes from '../../Report.module.css';
import { ReportCell } from './ReportCell.tsx';
import { ReportHead } from '../ReportHead.tsx';
import type { QuestionControls } from '../../question/use-question.ts';

export interface ReportRowsProps {
  report: ReportQuery['report'];
  label: string;
  controls: QuestionControls;
  /** The rows are of an answer that is being replaced. */
  stale: boolean;
  /** Where a figure leads. */
  cellLink?: CellLink | undefined;
  compared: Compared | null;
  id: string;
}

/** The figures, with their totals over all pages. */
export function ReportTable({ report, label, controls, stale, cellLink, compared, id }: ReportRowsProps) {
  const { t } = useTranslation(['reports', 'common']);
  const [density] = useDensity();
  const texts = useCellTexts(report.labels);
  const { columns, rows, totals } = report;
  const groupings = columns.filter(({ grouping }) => grouping);

  return (
    <div id={id} className={classes.scroll} role="region" aria-label={label} tabIndex={0}>
      <table className={tables.table} data-density={density} data-stale={stale || undefined} aria-label={label}>
        <ReportHead columns={columns} controls={controls} />
        <tbody>
          {rows.map((row) => (
            <tr key={row.slice(0, groupings.length).join(' ')}>
              {columns.map((column, position) => (
                <td
                  key={column.key}
                  data-numeric={!column.grouping || undefined}
                  data-short={column.type !== 'id' || undefined}
                >
                  <ReportCell
                    column={column}
                    value={row[position]}
                    keys={keysOf(columns, row)}
                    texts={texts}
                    cellLink={cellLink}
                    before={column.metric ? compared?.before(keysOf(columns, row), column) : undefined}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {groupings.length > 0 && (
          <tfoot className={classes.totals}>
            <tr>
              <th scope="row" colSpan={groupings.length}>
                {t('total')}
              </th>
              {columns.map(
                (column, position) =>
                  column.metric && (
                    <td key={column.key} data-numeric data-short>
                      <ReportCell
                        column={column}
                        value={totals[position]}
                        keys={noKeys}
                        texts={texts}
                        cellLink={cellLink}
                        before={compared?.totalBefore(column)}
                      />
                    </td>
                  ),
              )}
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  );
}

const noKeys = [] as const;
