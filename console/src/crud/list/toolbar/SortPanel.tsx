import { useTranslation } from 'react-i18next';
import { IconSortDown, IconSortUp } from '../../../ui/icons.ts';
import type { Column } from '../../define-resource.ts';
import { parseSort } from '../list-state.ts';
import type { ListControls } from '../use-list-state.ts';
import classes from './SortPanel.module.css';

interface Props {
  /** Namespace of the column titles. */
  name: string;
  columns: readonly Pick<Column<never>, 'id' | 'sort'>[];
  controls: ListControls;
}

/** What a list can be ordered by, where there are no headers: once for ascending, again for the other way round, as a header does. */
export function SortPanel({ name, columns, controls }: Props) {
  const { t } = useTranslation([name, 'common']);
  const now = parseSort(controls.state.sort);
  const Arrow = now.direction === 'desc' ? IconSortDown : IconSortUp;
  return (
    <ul className="plain">
      {columns.flatMap(({ id, sort }) =>
        sort ? (
          <li key={id}>
            <button
              type="button"
              className={classes.order}
              aria-pressed={sort === now.field}
              onClick={() => controls.sortBy(sort)}
            >
              {t(`fields.${id}`)}
              {sort === now.field && (
                <span className={classes.direction}>
                  {t(`common:list.${now.direction}`)}
                  <Arrow size={16} aria-hidden />
                </span>
              )}
            </button>
          </li>
        ) : (
          []
        ),
      )}
    </ul>
  );
}
