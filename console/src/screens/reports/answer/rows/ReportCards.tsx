import { NativeSelect } from '@mantine/core';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import tables from '../../../../crud/list/RecordTable.module.css';
import { keysOf, useCellTexts, type CellKey } from './cells.ts';
import { ReportCell } from './ReportCell.tsx';
import classes from './ReportCards.module.css';
import type { ReportRowsProps } from './ReportTable.tsx';

const directions = ['asc', 'desc'] as const;

/** The same figures on a phone: row below row, each figure beside its name; sorted by a menu instead of headers. */
export function ReportCards({ report, label, controls, stale, cellLink, compared, id }: ReportRowsProps) {
  const { t } = useTranslation(['reports', 'common']);
  const texts = useCellTexts(report.labels);
  const { columns, rows, totals } = report;
  const groupings = columns.filter(({ grouping }) => grouping);
  const { by, sort } = controls.question;
  const effective = sort ?? (by[0] ? { field: by[0], direction: 'asc' as const } : null);
  // Records come as they were registered, which is no order to choose.
  const sortable = columns.filter(({ type }) => type !== 'id');
  const isSorted = sortable.some(({ key }) => key === effective?.field);

  const figures = (
    row: readonly unknown[],
    keys: readonly CellKey[],
    before: (column: (typeof columns)[number]) => number | null | undefined,
  ) => (
    <dl className={`${tables.facts} ${classes.facts}`}>
      {columns.map(
        (column, position) =>
          column.metric && (
            <Fragment key={column.key}>
              <dt>{t(`fields.${column.key}`)}</dt>
              <dd className={classes.figure}>
                <ReportCell
                  column={column}
                  value={row[position]}
                  keys={keys}
                  texts={texts}
                  cellLink={cellLink}
                  before={before(column)}
                />
              </dd>
            </Fragment>
          ),
      )}
    </dl>
  );

  return (
    <div id={id} role="group" aria-label={label} className={tables.cards} data-stale={stale || undefined}>
      {effective && (
        <NativeSelect
          label={t('common:list.sort')}
          value={isSorted ? `${effective.field} ${effective.direction}` : ''}
          onChange={({ currentTarget: { value } }) => {
            const [field, direction] = value.split(' ');
            const column = columns.find(({ key }) => key === field);
            if (column) {
              controls.sortTo({ field: column.key, direction: direction === 'desc' ? 'desc' : 'asc' });
            }
          }}
          data={[
            ...(isSorted ? [] : [{ value: '', label: t('asRegistered') }]),
            ...sortable.flatMap(({ key }) =>
              directions.map((direction) => ({
                value: `${key} ${direction}`,
                label: `${t(`fields.${key}`)} ${t(`common:list.${direction}`)}`,
              })),
            ),
          ]}
        />
      )}
      <ul className="plain">
        {rows.map((row) => {
          const keys = keysOf(columns, row);
          return (
            <li key={row.slice(0, groupings.length).join(' ')} className={tables.card}>
              <div className={classes.title}>
                {groupings.map((column, position) => (
                  <span key={column.key}>
                    <ReportCell column={column} value={row[position]} keys={keys} texts={texts} cellLink={undefined} />
                  </span>
                ))}
              </div>
              {figures(row, keys, (column) => compared?.before(keys, column))}
            </li>
          );
        })}
        {groupings.length > 0 && (
          <li className={tables.card}>
            <div className={classes.title}>
              <strong>{t('total')}</strong>
            </div>
            {figures(totals, [], (column) => compared?.totalBefore(column))}
          </li>
        )}
      </ul>
    </div>
  );
}
