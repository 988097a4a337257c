import {
  addressPrefixes,
  readLocality,
  readOccupier,
  readStreet,
  rowLengths,
  type BuildingRow,
} from './import-building-row.ts';
import { RowReader, type CellOf, type RowReading } from './import-row-reader.ts';
import { readSerialNumbers } from './serial-column.ts';
import type { OccupierField } from './import-occupiers.ts';

/** What one row says of the occupier of an apartment. Null is what it does not say, and leaves what is there as it is. */
export interface OccupierRow extends Omit<
  BuildingRow,
  'siruta' | 'lat' | 'lng' | 'entrances' | 'manager' | 'accessGroup'
> {
  /** Null for an apartment that is the only one of its number in the block. */
  readonly addrSc: string | null;
}

/** Reads one row of a list of occupiers, or says everything that is wrong with it. */
export function readOccupierRow(cell: CellOf<OccupierField>): RowReading<OccupierRow, OccupierField> {
  const reader = new RowReader<OccupierField>(cell, rowLengths);
  const sourceRef = reader.stated('sourceRef');
  const street = readStreet(reader);
  const addrAp = reader.stated('apartment', addressPrefixes.apartment);
  if (addrAp === null) {
    reader.refuse('apartment', 'form.required');
  }
  if (!street.addrStreet && !street.addrBl && sourceRef === null) {
    reader.refuse((['street', 'block'] as const).find((each) => reader.isMapped(each)) ?? 'sourceRef', 'form.required');
  }
  return reader.reading({
    sourceRef,
    ...readLocality(reader),
    ...street,
    addrSc: reader.stated('entrance', addressPrefixes.entrance),
    addrAp,
    ...readOccupier(reader),
    serialNumbers: readSerialNumbers(reader),
  });
}
