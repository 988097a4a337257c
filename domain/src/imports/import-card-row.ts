import { apartment } from '../kinds/apartment.ts';
import { card } from '../kinds/card.ts';
import { entrance } from '../kinds/entrance.ts';
import { towerBlock } from '../kinds/tower-block.ts';
import { recordId } from '../text.ts';
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

const longestNote = card.fields.deliveryNote.max;

const prefixes: Partial<Record<HolderField, RegExp>> = addressPrefixes;

/** The apartment that holds the card, and where it is; or its id alone, as the API tells it. */
function readHolder(reader: RowReader<string>): DeclaredRow {
  const fields = Object.keys(holderHeaders) as HolderField[];
  const holder = Object.fromEntries(fields.map((field) => [field, reader.stated(field, prefixes[field])]));
  const isAlone = !holder['street'] && !holder['block'] && !holder['sourceRef'];
  if (isAlone && recordId.safeParse(holder['apartment']).success) {
    return holder;
  }
  if (isAlone && holder['apartment']) {
    reader.refuse('street', 'form.required');
  } else if (!isAlone && !holder['apartment']) {
    reader.refuse('apartment', 'form.required'); // or the card would go into the stock, and not to who is meant
  }
  for (const field of fields) {
    if ((holder[field]?.length ?? 0) > lengths[field]) {
      reader.refuse(field, 'form.tooLong');
    }
  }
  return holder;
}

/** A day as Romanian documents write it, where it is one: workbooks have `2026-11-15`. */
const asWritten = (date: string) =>
  date
    .replace(/^(\d{4})-(\d{2})-(\d{2})(?:[T ][\d:.]+Z?)?$/, '$3.$2.$1')
    .replace(/^(\d{1,2})[/-](\d{1,2})[/-](\d{4})$/, '$1.$2.$3');

/** The delivery note that the card came with, as documents cite one: its number and its date. */
function readDeliveryNote(reader: RowReader<string>): string | null {
  const [note, date] = [reader.statedOrDay('deliveryNote'), reader.statedOrDay('deliveryDate')];
  if (note === null || date === null) {
    if (date !== null) {
      reader.refuse('deliveryNote', 'form.required');
    }
    return note;
  }
  const cited = `${note}/${asWritten(date)}`;
  if (note.length <= longestNote && cited.length > longestNote) {
    reader.refuse('deliveryDate', 'form.tooLong');
  }
  return cited;
}

/** Reads one row of a list of cards, or says everything that is wrong with it. */
export const readCardRow = (cell: CellOf): RowReading<DeclaredRow, string> =>
  readDeclaredRow(card, cell, ['serialNumber', 'deliveryNote'], (reader) => ({
    serialNumber: readSerialNumber(reader),
    deliveryNote: readDeliveryNote(reader),
    ...readHolder(reader),
  }));
