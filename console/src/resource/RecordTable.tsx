import { useEffect, useRef, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { IconSortDown, IconSortUp } from '../ui/icons.ts';
import { useDensity } from '../ui/preferences.ts';
import type { Column } from './define-resource.ts';
import { flashMs, forgetSaved, useSaved } from './flash.ts';
import type { Sort } from './list-state.ts';
import classes from './RecordTable.module.css';

export interface RowsProps<Row> {
  /** Namespace of the column titles. */
  name: string;
  /** What the table is of, for screen readers. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  linkTo: (id: string) => string;
  sort: Sort;
  onSort: (field: string) => void;
  /** The rows are of an answer that is being replaced. */
  stale: boolean;
}

/** Where the arrow keys lead among `count` rows; undefined for any other key. */
function rowAfter(key: string, index: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowDown':
      return Math.min(index + 1, count - 1);
    case 'ArrowUp':
      return Math.max(index - 1, 0);
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}

/** Moves the focus among the row links of the list around `event`. Enter is the link's own. */
export function handleRowKeys(event: KeyboardEvent<HTMLElement>): void {
  const links = [...event.currentTarget.querySelectorAll<HTMLAnchorElement>('a[data-row]')];
  const index = links.findIndex((link) => link === document.activeElement);
  const next = index < 0 ? undefined : rowAfter(event.key, index, links.length);
  if (next !== undefined) {
    event.preventDefault();
    links[next]?.focus();
  }
}

/** Lets the row of the record saved just now flash, once. */
export function useFlash(): string | null {
  const saved = useSaved();
  useEffect(
    function endFlash() {
      if (saved) {
        const timer = setTimeout(() => forgetSaved(saved), flashMs);
        return () => clearTimeout(timer);
      }
      return undefined;
    },
    [saved],
  );
  return saved;
}

/** Records as rows: plain cells, because elaborate ones make long lists slow. */
export function RecordTable<Row extends { id: string }>(props: RowsProps<Row>) {
  const { name, label, columns, rows, linkTo, sort, onSort, stale } = props;
  const { t } = useTranslation(name);
  const [density] = useDensity();
  const saved = useFlash();
  const body = useRef<HTMLTableSectionElement>(null);

  return (
    <table className={classes.table} data-density={density} data-stale={stale || undefined} aria-label={label}>
      <thead>
        <tr>
          {columns.map((column) => (
            <HeaderCell
              key={column.id}
              column={column}
              title={t(`fields.${column.id}`)}
              direction={column.sort === sort.field ? sort.direction : undefined}
              onSort={onSort}
            />
          ))}
        </tr>
      </thead>
      <tbody ref={body} onKeyDown={handleRowKeys}>
        {rows.map((row) => (
          <tr key={row.id} data-flash={row.id === saved || undefined}>
            {columns.map(({ id, cell, numeric }, index) => (
              <td key={id} data-numeric={numeric || undefined}>
                {index === 0 ? (
                  <Link to={linkTo(row.id)} data-row className={classes.link}>
                    {cell(row)}
                  </Link>
                ) : (
                  cell(row)
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface HeaderCellProps {
  column: Pick<Column<never>, 'sort' | 'numeric'>;
  title: string;
  direction: 'asc' | 'desc' | undefined;
  onSort: (field: string) => void;
}

function HeaderCell({ column: { sort, numeric }, title, direction, onSort }: HeaderCellProps) {
  const ariaSort = direction && (direction === 'asc' ? 'ascending' : 'descending');
  const Arrow = direction === 'desc' ? IconSortDown : IconSortUp;
  return (
    <th scope="col" data-numeric={numeric || undefined} {...(ariaSort && { 'aria-sort': ariaSort })}>
      {sort ? (
        <button type="button" className={classes.sort} onClick={() => onSort(sort)}>
          {title}
          <Arrow size={14} aria-hidden className={classes.arrow} data-on={direction !== undefined || undefined} />
        </button>
      ) : (
        title
      )}
    </th>
  );
}
