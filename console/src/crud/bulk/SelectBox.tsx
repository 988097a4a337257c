import type { ChangeEvent, MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './Selection.module.css';
import type { Selection } from './use-selection.ts';

interface RowProps {
  selection: Selection;
  id: string;
  /** Id of the element that names the row. */
  labelledBy: string;
}

// A range is picked with Shift, which would mark the text in between as well.
const handleMouseDown = (event: MouseEvent) => event.shiftKey && event.preventDefault();

/**
 * Picks one row. Not a stop of the Tab key: Space on the row does the same, and a page has a hundred rows. What is dimmed, as the answer to
 * the question before, is not picked: it may not be in the list that is asked for.
 */
export function SelectRow({ selection, id, labelledBy }: RowProps) {
  const handleChange = ({ nativeEvent }: ChangeEvent) =>
    selection.toggle(id, nativeEvent instanceof globalThis.MouseEvent && nativeEvent.shiftKey);
  return (
    // The label makes the target larger than the box; the row's own name names it.
    // oxlint-disable-next-line jsx-a11y/label-has-associated-control, jsx-a11y/no-noninteractive-element-interactions
    <label className={classes.target} onMouseDown={handleMouseDown}>
      <input
        type="checkbox"
        tabIndex={-1}
        className={classes.box}
        aria-labelledby={labelledBy}
        disabled={!selection.isPageReady}
        checked={selection.isPicked(id)}
        onChange={handleChange}
      />
    </label>
  );
}

/** Picks all rows of the page, or none; on a phone with its name beside it. What is pressed before they are here would be lost. */
export function SelectPage({ selection, named = false }: { selection: Selection; named?: boolean }) {
  const { t } = useTranslation();
  return (
    <label className={classes.target}>
      <input
        type="checkbox"
        className={classes.box}
        aria-label={t('list.selectPage')}
        aria-keyshortcuts="S"
        disabled={!selection.isPageReady}
        checked={selection.page === 'all'}
        ref={(box) => {
          if (box) {
            box.indeterminate = selection.page === 'some';
          }
        }}
        onChange={selection.togglePage}
      />
      {named && t('list.selectPage')}
    </label>
  );
}
