import { displaySerialNumber } from '@noa/domain/codes/card-code.ts';
import { readCardRow } from '@noa/domain/imports/import-card-row.ts';
import { columnsIn, type Columns } from '../reading/column-batch.ts';
import type { RowStager } from '../reading/stage.ts';
import { stagedColumns } from '../declared/declared-kind.ts';
import { cards } from '../declared/declared-kinds.ts';

/** What a row says of a card. */
export const cardColumns = stagedColumns(cards);

/** Where the apartment is that holds a card, beside what is said of the card. */
export const stagedCardColumns: Columns = [
  ...cardColumns,
  ...columnsIn('source_ref text, addr_street text, addr_nr text, addr_bl text, addr_sc text, addr_ap text'),
];

/** The cards that a row of another list speaks of, each in a staged row of its own; one without, where it speaks of none. */
export const stageCards = (serialNumbers: readonly string[]) =>
  (serialNumbers.length === 0 ? [null] : serialNumbers).map((serial) => ({
    kind: null,
    serial_number: serial,
    display_serial_number: serial === null ? null : displaySerialNumber(serial),
    delivery_note: null,
    supplier: null,
  }));

/** Reads a row of a list of cards. */
export const cardRows: RowStager = {
  columns: stagedCardColumns,
  read: (cell) => {
    const { row, problems } = readCardRow(cell);
    if (!row) {
      return { rows: [], problems };
    }
    const { kind, serialNumber, deliveryNote, supplier, sourceRef, street, number, block, entrance, apartment } = row;
    const staged = {
      kind: kind ?? null,
      serial_number: serialNumber ?? null,
      display_serial_number: displaySerialNumber(String(serialNumber)),
      delivery_note: deliveryNote ?? null,
      supplier: supplier ?? null,
      source_ref: sourceRef ?? null,
      addr_street: street ?? null,
      addr_nr: number ?? null,
      addr_bl: block ?? null,
      addr_sc: entrance ?? null,
      addr_ap: apartment ?? null,
    };
    return { rows: [staged], problems };
  },
};
