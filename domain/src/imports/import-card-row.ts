import { apartment } from '../kinds/apartment.ts';
import { card } from '../kinds/card.ts';
import { entrance } from '../kinds/entrance.ts';
import { towerBlock } from '../kinds/tower-block.ts';
import { addressPrefixes } from './import-building-row.ts';
import { holderHeaders, type HolderField } from './import-cards.ts';
import { readDeclaredRow, type DeclaredRow } from './import-declared-row.ts';
import type { CellOf, RowReader, RowReading } from './import-row-reader.ts';
import { readSerialNumber } from './serial-column.ts';

const lengths = {
  sourceRef: towerBlock.fields.sourceRef.max,
  street: towerBlock.fields.addrStreet.max,
  number: towerBlock.fields.addrNr.max,
  block: towerBlock.fields.addrBl.max,
  entrance: entrance.fields.addrSc.max,
  apartment: apartment.fields.addrAp.max,
} as const satisfies Readonly<Record<HolderField, number>>;

const prefixes: Partial<Record<HolderField, RegExp>> = addressPrefixes;

/** The apartment that holds the card, and where it is. */
function readHolder(reader: RowReader<string>): DeclaredRow {
  const fields = Object.keys(holderHeaders) as HolderField[];
  const holder = Object.fromEntries(fields.map((field) => [field, reader.stated(field, prefixes[field])]));
  for (const field of fields) {
    if ((holder[field]?.length ?? 0) > lengths[field]) {
      reader.refuse(field, 'form.tooLong');
    }
  }
  return holder;
}

/** Reads one row of a list of cards, or says everything that is wrong with it. */
export const readCardRow = (cell: CellOf): RowReading<DeclaredRow, string> =>
  readDeclaredRow(card, cell, ['serialNumber'], (reader) => ({
    serialNumber: readSerialNumber(reader),
    ...readHolder(reader),
  }));
