import { useTranslation } from 'react-i18next';
import tables from '../../crud/list/RecordTable.module.css';
import classes from './Import.module.css';
import type { Job } from './JobView.tsx';

/** The first rows of the file, as they were read. */
export function Preview({ job: { header, preview } }: { job: Job }) {
  const { t } = useTranslation('import');
  const rows = preview as readonly (readonly string[])[];
  return (
    <div className={classes.preview} role="region" aria-label={t('preview')} tabIndex={0}>
      <table className={tables.table} data-density="compact" aria-label={t('preview')}>
        <thead>
          <tr>
            {header.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {/* Rows of a file have no identity but their place. */}
          {rows.map((cells, row) => (
            <tr key={row}>
              {header.map((column, position) => (
                <td key={column}>{cells[position]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
