import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { handleSelectKeys } from '../bulk/select-keys.ts';
import { SelectPage, SelectRow } from '../bulk/SelectBox.tsx';
import { useFlash } from '../flash.ts';
import { formatSort, parseSort } from './list-state.ts';
import classes from './RecordTable.module.css';
import type { RowsProps } from './RecordTable.tsx';
import { handleRowKeys } from './row-keys.ts';
import { chunksOf, RowChunk } from './RowChunk.tsx';

/** The same records on a phone: one below the other, sorted by a menu instead of headers. */
export function RecordCards<Row extends { id: string }>(props: RowsProps<Row>) {
  const { name, label, columns, rows, linkTo, sort, onSort, stale, selection } = props;
  const { t } = useTranslation([name, 'common']);
  const saved = useFlash();
  const [title, ...facts] = columns;
  const chunks = chunksOf(rows);
  const sortable = columns.flatMap((column) => (column.sort ? [{ ...column, sort: column.sort }] : []));
  const directions = ['asc', 'desc'] as const;

  function handleSort(text: string) {
    const wanted = parseSort(text);
    // A header click gives a column ascending first; a second one turns it round.
    if (wanted.field !== sort.field || wanted.direction !== sort.direction) {
      onSort(wanted.field);
    }
  }

  return (
    <>
      {sortable.length > 0 && (
        <NativeSelect
          label={t('common:list.sort')}
          value={formatSort(sort)}
          onChange={(event) => handleSort(event.currentTarget.value)}
          data={sortable.flatMap((column) =>
            directions
              // What two clicks would take is not offered until one of them is made.
              .filter((direction) => direction === 'asc' || column.sort === sort.field)
              .map((direction) => ({
                value: formatSort({ field: column.sort, direction }),
                label: `${t(`fields.${column.id}`)} ${t(`common:list.${direction}`)}`,
              })),
          )}
        />
      )}
      {selection && <SelectPage selection={selection} named />}
      <div
        role="group"
        aria-label={label}
        className={classes.cards}
        data-stale={stale || undefined}
        onKeyDown={(event) => {
          handleRowKeys(event);
          if (selection) {
            handleSelectKeys(event, selection);
          }
        }}
      >
        {chunks.map((chunk, index) => (
          <RowChunk
            key={chunk[0]?.id}
            as="ul"
            className={classes.chunk}
            index={index}
            leaves={chunks.length > 1}
            rowPx={44 + 26 * facts.length}
            spacer={(height) => <li aria-hidden style={{ height }} />}
          >
            {chunk.map((row) => (
              <li
                key={row.id}
                className={classes.card}
                data-flash={row.id === saved || undefined}
                data-picked={selection?.isPicked(row.id) || undefined}
              >
                <div className={classes.head}>
                  {selection && <SelectRow selection={selection} id={row.id} labelledBy={`row-${row.id}`} />}
                  <Link to={linkTo(row.id)} id={`row-${row.id}`} data-row={row.id} className={classes.link}>
                    {title?.cell(row)}
                  </Link>
                </div>
                <dl className={classes.facts}>
                  {facts.map(({ id, cell }) => (
                    <div key={id} style={{ display: 'contents' }}>
                      <dt>{t(`fields.${id}`)}</dt>
                      <dd>{cell(row)}</dd>
                    </div>
                  ))}
                </dl>
              </li>
            ))}
          </RowChunk>
        ))}
      </div>
    </>
  );
}
