import {
  useLayoutEffect,
  useRef,
  useState,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
} from 'react';
import { useTranslation } from 'react-i18next';
import { Link, type To } from 'react-router';
import { IconSortDown, IconSortUp } from '../../../ui/icons.ts';
import { useDensity } from '../../../ui/preferences.ts';
import { handleSelectKeys } from '../../bulk/select-keys.ts';
import { SelectPage, SelectRow } from '../../bulk/SelectBox.tsx';
import type { Selection } from '../../bulk/use-selection.ts';
import type { Column } from '../../define-resource.ts';
import { useFlash } from '../../flash.ts';
import type { Sort } from '../list-state.ts';
import classes from '../RecordTable.module.css';
import { handleRowKeys, keepFocus } from '../row-keys.ts';
import { fittedWidths } from './fitted-widths.ts';
import { RowChunks } from './RowChunks.tsx';
import lines from './RecordRows.module.css';

export interface RowsProps<Row> {
  /** Namespace of the column titles. */
  name: string;
  /** What the table is of, for screen readers. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  linkTo: (id: string) => To;
  sort: Sort;
  onSort: (field: string) => void;
  /** The rows are of an answer that is being replaced. */
  stale: boolean;
  /** Where rows can be picked. */
  selection?: Selection | undefined;
}

/** Pixels of a row; as in `RecordRows.module.css`. */
const rowPx = { comfortable: 36, compact: 28 } as const;

/** Records as rows of one line: plain cells, because elaborate ones make long lists slow. */
export function RecordTable<Row extends { id: string }>(props: RowsProps<Row>) {
  const { name, label, columns, rows, linkTo, sort, onSort, stale, selection } = props;
  const { t } = useTranslation([name, 'common']);
  const [density] = useDensity();
  const saved = useFlash();
  const titles = columns.map(({ id }) => t(`fields.${id}`));
  const answer = `${rows[0]?.id} ${rows.at(-1)?.id} ${density}`;
  const [head, widths] = useColumnWidths(`${titles.join()} ${selection !== undefined} ${answer}`);
  const { shown, handleKey, handlers } = useWholeCells(titles);

  const table = (
    // Keys are followed here for the row links inside, which have the focus.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <table
      className={`${classes.table} ${lines.rows}`}
      data-density={density}
      data-stale={stale || undefined}
      data-fixed={widths && true}
      aria-label={label}
      aria-rowcount={rows.length + 1}
      {...handlers}
      onKeyDown={(event) => {
        handleKey(event);
        handleRowKeys(event);
        handleSelectKeys(event, selection);
      }}
    >
      {widths && (
        <colgroup>
          {widths.map((width, index) => (
            <col key={columns[selection ? index - 1 : index]?.id ?? 'select'} style={{ width: `${width}%` }} />
          ))}
        </colgroup>
      )}
      <thead>
        <tr ref={head}>
          {selection && (
            <th scope="col" className={classes.select} data-whole>
              <SelectPage selection={selection} />
            </th>
          )}
          {columns.map((column, index) => (
            <HeaderCell
              key={column.id}
              column={column}
              title={titles[index] ?? ''}
              isName={index === 0}
              direction={column.sort === sort.field ? sort.direction : undefined}
              onSort={onSort}
            />
          ))}
        </tr>
      </thead>
      <RowChunks
        as="tbody"
        rows={rows}
        rowPx={rowPx[density]}
        spacer={(height) => (
          <tr aria-hidden>
            <td colSpan={columns.length + (selection ? 1 : 0)} style={{ height }} />
          </tr>
        )}
      >
        {(row) => (
          <tr
            key={row.id}
            data-flash={row.id === saved || undefined}
            data-picked={selection?.isPicked(row.id) || undefined}
          >
            {selection && (
              <td className={classes.select}>
                <SelectRow selection={selection} id={row.id} labelledBy={`row-${row.id}`} />
              </td>
            )}
            {columns.map(({ id, cell, numeric }, position) => (
              <td key={id} data-numeric={numeric || undefined}>
                {position === 0 ? (
                  <Link
                    to={linkTo(row.id)}
                    id={`row-${row.id}`}
                    ref={keepFocus}
                    data-row={row.id}
                    aria-keyshortcuts={selection && 'Space'}
                    className={classes.link}
                  >
                    {cell(row)}
                  </Link>
                ) : (
                  cell(row)
                )}
              </td>
            ))}
          </tr>
        )}
      </RowChunks>
    </table>
  );
  return (
    <div className={lines.around}>
      {table}
      {shown && <WholeCells shown={shown} />}
    </div>
  );
}

interface HeaderCellProps {
  column: Pick<Column<never>, 'sort' | 'numeric' | 'whole' | 'words' | 'action'>;
  title: string;
  /** It calls the row, and keeps twice the room of others where there is too little. */
  isName: boolean;
  direction: 'asc' | 'desc' | undefined;
  onSort: (field: string) => void;
}

function HeaderCell({ column, title, isName, direction, onSort }: HeaderCellProps) {
  const { sort, numeric, whole, words, action } = column;
  // Words of ours are short; half a number is another one.
  const isWhole = numeric || whole || words || action;
  const ariaSort = direction && (direction === 'asc' ? 'ascending' : 'descending');
  const Arrow = direction === 'desc' ? IconSortDown : IconSortUp;
  return (
    <th
      scope="col"
      data-numeric={numeric || undefined}
      data-whole={isWhole ? true : undefined}
      data-weight={isName ? 2 : undefined}
      {...(ariaSort && { 'aria-sort': ariaSort })}
    >
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

interface Shown {
  /** Pixels from the top of the table. */
  readonly top: number;
  readonly isAbove: boolean;
  readonly cells: readonly { readonly head: string; readonly text: string }[];
}

/** Pixels below a row that its cut cells may take, and that a bar at the bottom of the window may hide. */
const roomPx = 160;

const isCut = (cell: Element) =>
  [cell, ...cell.querySelectorAll('a')].some((part) => part.scrollWidth > part.clientWidth);

/** Says the whole of what is cut: a cell or a header when it is pointed at, all of a row when its link is focused by the keyboard. */
function useWholeCells(heads: readonly string[]) {
  const [shown, setShown] = useState<Shown | null>(null);

  function handlePoint({ target }: MouseEvent) {
    const cell = target instanceof Element ? target.closest<HTMLElement>('td, th') : null;
    if (cell && isCut(cell)) {
      cell.title = cell.textContent;
    } else {
      cell?.removeAttribute('title');
    }
  }
  function handleFocus({ target }: FocusEvent) {
    const row = target.matches('a[data-row]:focus-visible') ? target.closest('tr') : null;
    const offset = (row?.cells.length ?? 0) - heads.length;
    const cells = [...(row?.cells ?? [])].flatMap((cell, index) =>
      isCut(cell) ? [{ head: heads[index - offset] ?? '', text: cell.textContent }] : [],
    );
    if (row && cells.length > 0) {
      const isAbove = row.getBoundingClientRect().bottom + roomPx > window.innerHeight;
      setShown({ top: row.offsetTop + (isAbove ? 0 : row.offsetHeight), isAbove, cells });
    } else {
      setShown(null);
    }
  }
  function handleKey({ key }: KeyboardEvent) {
    if (key === 'Escape') {
      setShown(null);
    }
  }

  return {
    shown,
    handleKey,
    handlers: { onMouseOver: handlePoint, onFocus: handleFocus, onBlur: () => setShown(null) },
  };
}

/** The cut cells of the focused row. Who listens has heard them: they are cut for the eye alone. */
function WholeCells({ shown: { top, isAbove, cells } }: { shown: Shown }) {
  return (
    <dl className={lines.whole} data-above={isAbove || undefined} style={{ top }} aria-hidden>
      {cells.map(({ head, text }) => (
        <div key={head}>
          <dt>{head}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}

/**
 * Widths, in percent, of the columns of a table whose rows are one line each: those the browser gives them while nothing is cut,
 * fitted into the room there is. Undefined until measured, which is before anything is seen. Rows that come and go leave them as
 * they are.
 *
 * @param key - measured anew when it changes: the columns and the answer shown.
 */
function useColumnWidths(key: string): [RefObject<HTMLTableRowElement | null>, readonly number[] | undefined] {
  const head = useRef<HTMLTableRowElement>(null);
  const [room, setRoom] = useState(0);
  const [measured, setMeasured] = useState<{ key: string; room: number; widths: readonly number[] }>();
  const isFresh = measured?.key === key && measured.room === room;

  useLayoutEffect(function followRoom() {
    const around = head.current?.closest('table')?.parentElement;
    if (!around) {
      return undefined;
    }
    const follow = () => setRoom(around.clientWidth);
    const observer = new ResizeObserver(follow);
    observer.observe(around);
    follow();
    return () => observer.disconnect();
  }, []);

  useLayoutEffect(
    function measure() {
      const row = head.current;
      if (row && room > 0 && !isFresh) {
        const cells = [...row.cells];
        const widths = cells.map((cell) => cell.getBoundingClientRect().width);
        const weights = cells.map(({ dataset }) =>
          dataset['whole'] === undefined ? Number(dataset['weight'] ?? 1) : 0,
        );
        setMeasured({ key, room, widths: fittedWidths(widths, weights, room).map((each) => (each / room) * 100) });
      }
    },
    [key, room, isFresh],
  );

  return [head, isFresh ? measured.widths : undefined];
}
