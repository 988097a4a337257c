import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './Drawing.module.css';

interface Row {
  readonly id: string;
  readonly head: ReactNode;
  readonly cells: readonly ReactNode[];
}

interface Props {
  label: string;
  /** Above each column, that of the rows' heads first. */
  heads: readonly string[];
  rows: readonly Row[];
}

/** What a drawing shows, for those who would rather read: a table below it that is opened. */
export function DrawnAsTable({ label, heads, rows }: Props) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={classes.details} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('asTable')}</summary>
      {isOpen && (
        <table className={classes.table} aria-label={label}>
          <thead>
            <tr>
              {heads.map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ id, head, cells }) => (
              <tr key={id}>
                <th scope="row">{head}</th>
                {cells.map((cell, index) => (
                  <td key={heads[index + 1]}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </details>
  );
}
