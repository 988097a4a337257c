import { apartment } from '../kinds/apartment.ts';
import { addressPrefixes, readOccupier, repeatsBlock, rowLengths } from './import-building-row.ts';
import { readImported, type ImportedValues } from './import-fields.ts';
import { RowReader, type CellOf, type RowReading } from './import-row-reader.ts';
import { readSerialNumbers } from './serial-column.ts';
import type { OccupierField } from './import-occupiers.ts';

/** What one row says of the occupier of an apartment. Null is what it does not say, and leaves what is there as it is. */
export interface OccupierRow extends ImportedValues<typeof apartment> {
  readonly sourceRef: string | null;
  readonly county: string | null;
  readonly locality: string | null;
  readonly uat: string | null;
  readonly addrStreet: string | null;
  readonly addrNr: string | null;
  readonly addrBl: string | null;
  /** Null for an apartment that is the only one of its number in the block. */
  readonly addrSc: string | null;
  readonly addrAp: string | null;
  readonly serialNumbers: readonly string[];
}

/** Reads one row of a list of occupiers, or says everything that is wrong with it. */
export function readOccupierRow(cell: CellOf<OccupierField>): RowReading<OccupierRow, OccupierField> {
  const reader = new RowReader<OccupierField>(cell, rowLengths);
  const [sourceRef, addrStreet] = [reader.stated('sourceRef'), reader.text('street')];
  const addrBl = reader.text('block', addressPrefixes.block);
  const number = reader.text('number', addressPrefixes.number);
  const addrAp = reader.stated('apartment', addressPrefixes.apartment);
  if (addrAp === null) {
    reader.refuse('apartment', 'form.required');
  }
  if (!addrStreet && !addrBl && sourceRef === null) {
    reader.refuse((['street', 'block'] as const).find((each) => reader.isMapped(each)) ?? 'sourceRef', 'form.required');
  }
  return reader.reading({
    sourceRef,
    county: reader.text('county'),
    locality: reader.text('locality') || reader.text('uat'),
    uat: reader.stated('uat'),
    addrStreet,
    addrNr: number && addrBl && repeatsBlock(number, addrBl) ? '' : number,
    addrBl,
    addrSc: reader.stated('entrance', addressPrefixes.entrance),
    addrAp,
    ...readImported(reader, apartment, ['occupierKind', 'occupierIdNumber']),
    ...readOccupier(reader),
    serialNumbers: readSerialNumbers(reader),
  });
}
