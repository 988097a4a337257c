import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { handleSelectKeys } from '../../bulk/select-keys.ts';
import { SelectPage, SelectRow } from '../../bulk/SelectBox.tsx';
import type { Selection } from '../../bulk/use-selection.ts';
import type { Column } from '../../define-resource.ts';
import { useFlash } from '../../flash.ts';
import { handleRowKeys, keepFocus } from '../row-keys.ts';
import classes from './RecordCards.module.css';
import type { RowsProps } from './RecordTable.tsx';
import { RowChunks } from './RowChunks.tsx';

/** Facts that a line of a phone has room for. */
const factsShown = 3;
/** Pixels of a card: what is pressed, a line of facts, and the room between two. */
const cardPx = 75;

/** What a card says of a record, of the columns that are shown: in the first line what calls it and its state, below it the next three. */
function partsOf<Row>([title, ...rest]: readonly Column<Row>[]) {
  const state = rest.find(({ words }) => words);
  return {
    title,
    state,
    facts: rest.filter((column) => column !== state && !column.action && !column.desk).slice(0, factsShown),
    actions: rest.filter(({ action }) => action),
  };
}

/** The same records on a phone: cards of two lines, one below the other. */
export function RecordCards<Row extends { id: string }>(props: RowsProps<Row>) {
  const { name, label, columns, rows, linkTo, stale, selection } = props;
  const saved = useFlash();

  return (
    <>
      {selection && <SelectPage selection={selection} named />}
      <div
        role="group"
        aria-label={label}
        className={classes.cards}
        data-stale={stale || undefined}
        onKeyDown={(event) => {
          handleRowKeys(event);
          handleSelectKeys(event, selection);
        }}
      >
        <RowChunks
          as="ul"
          className="plain"
          rows={rows}
          rowPx={cardPx}
          spacer={(height) => <li aria-hidden style={{ height }} />}
        >
          {(row) => (
            <li
              key={row.id}
              className={classes.card}
              data-flash={row.id === saved || undefined}
              data-picked={selection?.isPicked(row.id) || undefined}
            >
              <Card name={name} columns={columns} row={row} linkTo={linkTo} selection={selection} />
            </li>
          )}
        </RowChunks>
      </div>
    </>
  );
}

interface CardProps<Row> extends Pick<RowsProps<Row>, 'name' | 'columns' | 'linkTo'> {
  row: Row;
  selection: Selection | undefined;
}

function Card<Row extends { id: string }>({ name, columns, row, linkTo, selection }: CardProps<Row>) {
  const { t } = useTranslation(name);
  const { title, state, facts, actions } = partsOf(columns);
  return (
    <>
      <div className={classes.head}>
        {selection && <SelectRow selection={selection} id={row.id} labelledBy={`row-${row.id}`} />}
        <Link to={linkTo(row.id)} ref={keepFocus} id={`row-${row.id}`} data-row={row.id}>
          {title?.cell(row)}
        </Link>
        {state?.cell(row)}
        {actions.map(({ id, cell }) => (
          <span key={id}>{cell(row)}</span>
        ))}
      </div>
      <dl className={classes.facts}>
        {facts.map(({ id, cell, numeric }) => (
          <div key={id} data-numeric={numeric || undefined}>
            <dt>{t(`fields.${id}`)}</dt>
            <dd>{cell(row)}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
