import { useTranslation } from 'react-i18next';
import tables from '../../crud/list/RecordTable.module.css';
import { formatNumber } from '../../ui/values/format.ts';
import { changedField } from './field-label.ts';
import classes from './Import.module.css';
import type { Job } from './JobView.tsx';

const changes = ['create', 'update', 'same', 'absent'] as const;

type Records = NonNullable<Job['counts']>['changes'][number];

/** What hangs on something else stands below it; others keep their places. */
const order: readonly string[] = ['towerBlocks', 'entrances', 'apartments'];
const fromTheTop = (a: Records, b: Records) => order.indexOf(a.kind) - order.indexOf(b.kind);

interface Props {
  counts: NonNullable<Job['counts']>;
  /** Whether it has happened, or would. */
  done?: boolean;
}

/** What becomes of the records, by kind. */
export function CountsTable({ counts, done = false }: Props) {
  const { t, i18n } = useTranslation('import');
  // Which fields an update changes: "Volum 12, Fracție 3".
  const fieldsOf = ({ kind, fields }: Records) =>
    fields.map(({ name, count }) => `${changedField(t, kind, name)} ${formatNumber(count, i18n.language)}`).join(', ');
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
          {counts.changes.toSorted(fromTheTop).map((records) => (
            <tr key={records.kind}>
              <th scope="row">{t(`counts.${records.kind}`)}</th>
              {changes.map((change) => (
                <td key={change} data-numeric>
                  {formatNumber(records[change], i18n.language)}
                  {change === 'update' && records.fields.length > 0 && (
                    <span className={classes.fields}>{fieldsOf(records)}</span>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
