import { useMediaQuery } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { handleSelectKeys } from '../../crud/bulk/select-keys.ts';
import { SelectPage } from '../../crud/bulk/SelectBox.tsx';
import type { Selection } from '../../crud/bulk/use-selection.ts';
import tables from '../../crud/list/RecordTable.module.css';
import { handleRowKeys } from '../../crud/list/row-keys.ts';
import { phone, useDensity } from '../../ui/preferences.ts';
import classes from './ContainerStatus.module.css';
import { StatusCard, StatusRow, type RowProps } from './StatusRow.tsx';

const columns = ['container', 'level', 'fill', 'battery', 'heard'] as const;

interface Props {
  stale: boolean;
  pointed: string | null;
  selection: Selection | undefined;
  children: readonly Omit<RowProps, 'pointed' | 'selection'>[];
}

/** The containers of a page: rows of one line each, or cards on a phone. */
export function StatusRows({ stale, pointed, selection, children }: Props) {
  const { t } = useTranslation('containerStatus');
  const isPhone = useMediaQuery(phone, undefined, { getInitialValueInEffect: false });
  const [density] = useDensity();
  if (isPhone) {
    return (
      <ul className="plain" aria-label={t('list.label')} data-stale={stale || undefined}>
        {children.map((props) => (
          <StatusCard key={props.row.id} {...props} selection={selection} pointed={props.row.id === pointed} />
        ))}
      </ul>
    );
  }
  return (
    // Keys are followed here for the row links inside, which have the focus.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <table
      className={`${tables.table} ${classes.table}`}
      data-density={density}
      data-stale={stale || undefined}
      aria-label={t('list.label')}
      onKeyDown={(event) => {
        handleRowKeys(event);
        if (selection) {
          handleSelectKeys(event, selection);
        }
      }}
    >
      <thead>
        <tr>
          {selection && (
            <th scope="col" className={tables.select}>
              <SelectPage selection={selection} />
            </th>
          )}
          {columns.map((column) => (
            <th key={column} scope="col" className={column === 'heard' ? classes.signalCell : undefined}>
              {t(`fields.${column}`)}
            </th>
          ))}
          {selection && (
            <th scope="col">
              <span className="visually-hidden">{t('fields.actions')}</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody data-chunk>
        {children.map((props) => (
          <StatusRow key={props.row.id} {...props} selection={selection} pointed={props.row.id === pointed} />
        ))}
      </tbody>
    </table>
  );
}
