import { useState, type FocusEvent, type KeyboardEvent, type MouseEvent } from 'react';
import classes from './RecordRows.module.css';

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
export function useWholeCells(heads: readonly string[]) {
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
export function WholeCells({ shown: { top, isAbove, cells } }: { shown: Shown }) {
  return (
    <dl className={classes.whole} data-above={isAbove || undefined} style={{ top }} aria-hidden>
      {cells.map(({ head, text }) => (
        <div key={head}>
          <dt>{head}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
