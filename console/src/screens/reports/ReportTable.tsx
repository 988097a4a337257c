import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { ReportQuery } from '../../api/generated/graphql.ts';
import tables from '../../resource/RecordTable.module.css';
import { IconSortDown, IconSortUp } from '../../ui/icons.ts';
import { useDensity } from '../../ui/preferences.ts';
import { cellPath, formatCell, labelKey, type CellTexts, type ReportColumn } from './cells.ts';
import classes from './Report.module.css';
import type { QuestionControls } from './use-question.ts';

interface Props {
  report: ReportQuery['report'];
  label: string;
  controls: QuestionControls;
  /** The rows are of an answer that is being replaced. */
  stale: boolean;
}

/** The figures, with their totals over all pages. */
export function ReportTable({ report, label, controls, stale }: Props) {
  const { t } = useTranslation(['reports', 'common']);
  const [density] = useDensity();
  const texts = useCellTexts(report);
  const { columns, rows, totals } = report;
  const groupings = columns.filter(({ grouping }) => grouping);
  const metrics = columns.filter(({ metric }) => metric);

  return (
    <div className={classes.scroll} role="region" aria-label={label} tabIndex={0}>
      <table className={tables.table} data-density={density} data-stale={stale || undefined} aria-label={label}>
        <thead>
          <tr>
            {columns.map((column) => (
              <HeaderCell key={column.key} column={column} controls={controls} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.slice(0, groupings.length).join(' ')}>
              {columns.map((column, place) => (
                <td
                  key={column.key}
                  data-numeric={!column.grouping || undefined}
                  data-short={column.type !== 'id' || undefined}
                >
                  <Cell column={column} value={row[place]} texts={texts} />
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
              {metrics.map((column, index) => (
                <td key={column.key} data-numeric data-short>
                  {formatCell(column, totals[groupings.length + index], texts)}
                </td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  );
}

function useCellTexts({ labels }: ReportQuery['report']): CellTexts {
  const { t, i18n } = useTranslation(['reports', 'common']);
  return {
    t,
    language: i18n.language,
    labels: new Map(labels.map(({ grouping, value, text }) => [labelKey(grouping, value), text])),
  };
}

function Cell({ column, value, texts }: { column: ReportColumn; value: unknown; texts: CellTexts }) {
  const text = formatCell(column, value, texts);
  const path = cellPath(column, value);
  return path ? (
    <Link to={path} className={tables.link}>
      {text}
    </Link>
  ) : (
    text
  );
}

function HeaderCell({ column, controls }: { column: ReportColumn; controls: QuestionControls }) {
  const { t } = useTranslation('reports');
  const { by, sort } = controls.question;
  // Without a wish, the rows come by the groupings.
  const effective = sort ?? (by[0] ? { field: by[0], direction: 'asc' as const } : null);
  const direction = effective?.field === column.key ? effective.direction : undefined;
  const Arrow = direction === 'desc' ? IconSortDown : IconSortUp;
  return (
    <th
      scope="col"
      data-numeric={!column.grouping || undefined}
      {...(direction && { 'aria-sort': direction === 'asc' ? ('ascending' as const) : ('descending' as const) })}
    >
      <button type="button" className={tables.sort} onClick={() => controls.sortBy(column.key)}>
        {t(`fields.${column.key}`)}
        <Arrow size={14} aria-hidden className={tables.arrow} data-on={direction !== undefined || undefined} />
      </button>
    </th>
  );
}
