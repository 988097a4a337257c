import type { Column, Shape } from './shape.ts';

/** A column of an archive that no column of its table is. */
export interface FurtherColumn extends Pick<Column, 'header' | 'type'> {
  /** SQL of it over the row `r`. */
  readonly told: string;
  /** The column that it is written to. */
  readonly writtenTo: string;
}

/** When a card was taken back: the version that says so begins then, and is all that is left of the hand-over. */
const ended: FurtherColumn = {
  header: 'endedAt',
  type: 'timestamp with time zone',
  told: `to_char(case when not r.active then r.valid_from end at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`,
  writtenTo: 'valid_from',
};

/** The mask says that there is an ID number; an archive tells the number itself. */
const idNumberColumn = 'occupier_id_number_mask';

/** Columns that are written besides those that their tables have. */
export const furtherColumns = ({ name }: Pick<Shape, 'name'>): readonly FurtherColumn[] =>
  name === 'apartment_card' ? [ended] : [];

/** The place of the ID number among a row's cells; -1 where there is none. */
export const idNumberIndex = ({ name, columns, hasId }: Shape): number =>
  name === 'apartment' ? columns.findIndex((column) => column.name === idNumberColumn) + (hasId ? 1 : 0) : -1;

/**
 * What is told of a table beside its columns, and how its rows become cells.
 *
 * @param open - gives what was sealed for the record with this id; null where that is not told.
 */
export function furtherOf(shape: Shape, open: (cipher: Buffer, id: string) => string | null) {
  const at = idNumberIndex(shape);
  const further = [...furtherColumns(shape)];
  if (at < 0) {
    return { further, ciphers: [], finish: undefined };
  }
  const finish = (row: (string | null)[]): (string | null)[] => {
    const cells = row.slice(0, -1);
    const cipher = row.at(-1);
    cells[at] = cipher ? open(Buffer.from(cipher, 'hex'), row[0] ?? '') : null;
    return cells;
  };
  return { further, ciphers: [`encode(r.occupier_id_number_cipher, 'hex')`], finish };
}
