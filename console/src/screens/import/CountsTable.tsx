import { useTranslation } from 'react-i18next';
import tables from '../../crud/list/RecordTable.module.css';
import { formatNumber } from '../../ui/values/format.ts';
import classes from './Import.module.css';
import type { Job } from './JobView.tsx';

const changes = ['create', 'update', 'same'] as const;

interface Props {
  counts: NonNullable<Job['counts']>;
  /** Whether it has happened, or would. */
  done?: boolean;
}

/** What becomes of the records, by kind. */
export function CountsTable({ counts, done = false }: Props) {
  const { t, i18n } = useTranslation('import');
  const label = t(done ? 'counts.done' : 'counts.planned');
  return (
    <div className={classes.scroll} role="region" aria-label={label} tabIndex={0}>
      <table className={`${tables.table} ${classes.counts}`} aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{label}</th>
            {changes.map((change) => (
              <th key={change} scope="col" data-numeric>
                {t(`counts.${change}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {counts.changes.map((records) => (
            <tr key={records.kind}>
              <th scope="row">{t(`counts.${records.kind}`)}</th>
              {changes.map((change) => (
                <td key={change} data-numeric>
                  {formatNumber(records[change], i18n.language)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
