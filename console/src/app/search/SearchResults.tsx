import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import classes from './SearchDialog.module.css';
import type { HitGroup } from './hit-group.ts';

interface Props {
  id: string;
  groups: readonly HitGroup[];
  /** Place of the entry that Enter would open. */
  active: number;
  onGo: () => void;
}

/** What was found, kind by kind. The text field keeps the focus and the keys; entries are links for the pointer. */
export function SearchResults({ id, groups, active, onGo }: Props) {
  const { t } = useTranslation();
  const starts = groups.map((_, index) => groups.slice(0, index).reduce((sum, { entries }) => sum + entries.length, 0));
  return (
    <div id={id} role="listbox" aria-label={t('search.results')} className={classes.results}>
      {groups.map(({ label, entries }, index) => (
        // What was asked for and what can be done are called the same.
        <div key={`${index} ${label}`} role="group" aria-labelledby={`${id}-group-${index}`}>
          <div id={`${id}-group-${index}`} role="presentation" className={classes.group}>
            {label}
          </div>
          {entries.map(({ to, label: name, description, icon: Icon, aside }, offset) => {
            const position = (starts[index] ?? 0) + offset;
            return (
              <Link
                key={to}
                id={`${id}-${position}`}
                role="option"
                aria-selected={position === active}
                tabIndex={-1}
                to={to}
                className={classes.entry}
                data-aside={aside || undefined}
                onClick={(event) => {
                  // Another tab leaves the search as it is.
                  if (!event.ctrlKey && !event.metaKey && !event.shiftKey) {
                    onGo();
                  }
                }}
              >
                <Icon size={18} aria-hidden />
                <span className={classes.name}>
                  {name}
                  {description && <small>{description}</small>}
                </span>
              </Link>
            );
          })}
        </div>
      ))}
    </div>
  );
}
