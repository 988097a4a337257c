import { useTranslation } from 'react-i18next';
import tables from '../../../crud/list/RecordTable.module.css';
import { IconSortDown, IconSortUp } from '../../../ui/icons.ts';
import type { ReportColumn } from './rows/cells.ts';
import type { QuestionControls } from '../question/use-question.ts';

/** The names of the columns; all but those of records sort. */
export function ReportHead({ columns, controls }: { columns: readonly ReportColumn[]; controls: QuestionControls }) {
  return (
    <thead>
      <tr>
        {columns.map((column) => (
          <ReportHeader key={column.key} column={column} controls={controls} />
        ))}
      </tr>
    </thead>
  );
}

interface Props {
  column: ReportColumn;
  controls: QuestionControls;
  /** In place of the column's name. */
  text?: string;
  /** How many rows of the head it stands in. */
  rows?: number;
}

/** The name of a column, by which it is sorted. Records come as they were registered, which no arrow tells. */
export function ReportHeader({ column, controls, text, rows = 1 }: Props) {
  const { t } = useTranslation('reports');
  const { by, sort } = controls.question;
  // Without a wish, the rows come by the groupings.
  const effective = sort ?? (by[0] ? { field: by[0], direction: 'asc' as const } : null);
  const direction = effective?.field === column.key ? effective.direction : undefined;
  const Arrow = direction === 'desc' ? IconSortDown : IconSortUp;
  const name = text ?? t(`fields.${column.key}`);
  if (column.type === 'id') {
    return (
      <th scope="col" rowSpan={rows}>
        {name}
      </th>
    );
  }
  return (
    <th
      scope="col"
      rowSpan={rows}
      data-numeric={!column.grouping || undefined}
      {...(direction && { 'aria-sort': direction === 'asc' ? ('ascending' as const) : ('descending' as const) })}
    >
      <button type="button" className={tables.sort} onClick={() => controls.sortBy(column.key)}>
        {name}
        <Arrow size={14} aria-hidden className={tables.arrow} data-on={direction !== undefined || undefined} />
      </button>
    </th>
  );
}
