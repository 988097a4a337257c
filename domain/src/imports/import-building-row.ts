import { apartment, fitsOccupier } from '../kinds/apartment.ts';
import { accessGroup } from '../kinds/access-group.ts';
import { entrance } from '../kinds/entrance.ts';
import { cleanIdNumber, idNumberKind, maskIdNumber } from '../codes/id-number.ts';
import { towerBlock } from '../kinds/tower-block.ts';
import { isSeveralApartments, readApartments, type StatedApartments } from './entrances/apartments.ts';
import type { BuildingField } from './import-buildings.ts';
import { defaultEntrance, readEntrances, type StatedEntrance } from './entrances/entrances.ts';
import { importedLengths, readImported, readNumber, type ImportedValues } from './import-fields.ts';
import { hasControl, RowReader, type CellOf, type RowReading } from './import-row-reader.ts';
import { foldHeader } from './import.ts';
import { readSerialNumbers } from './serial-column.ts';
import { manager } from '../kinds/manager.ts';
import { location } from '../kinds/location.ts';
import { valueOfWord } from './import-words.ts';
import { occupierKinds } from '../vocabulary.ts';

/** What one row of the file says. Null is what it does not say, and leaves what is there as it is. */
export interface BuildingRow extends ImportedValues<typeof apartment> {
  readonly sourceRef: string | null;
  readonly county: string | null;
  readonly locality: string | null;
  /** The UAT that the locality lies in, where the file says both. */
  readonly uat: string | null;
  /** The locality's code. */
  readonly siruta: number | null;
  readonly addrStreet: string | null;
  readonly addrNr: string | null;
  readonly addrBl: string | null;
  readonly lat: number | null;
  readonly lng: number | null;
  readonly entrances: readonly StatedEntrance[];
  /** The one apartment of the row; its entrance is then the only one. Null for a row that counts apartments. */
  readonly addrAp: string | null;
  readonly manager: string | null;
  readonly accessGroup: string | null;
  /** Cards that the apartment is handed. */
  readonly serialNumbers: readonly string[];
}

/** How long what a row says of a block, its apartments and their occupiers may be. */
export const rowLengths: Partial<Record<BuildingField, number>> = {
  sourceRef: towerBlock.fields.sourceRef.max,
  county: towerBlock.fields.county.max,
  uat: towerBlock.fields.locality.max,
  locality: towerBlock.fields.locality.max,
  street: towerBlock.fields.addrStreet.max,
  number: towerBlock.fields.addrNr.max,
  block: towerBlock.fields.addrBl.max,
  entrance: entrance.fields.addrSc.max,
  apartment: apartment.fields.addrAp.max,
  manager: manager.fields.name.max,
  accessGroup: accessGroup.fields.name.max,
  ...importedLengths(apartment),
};

/** Of a locality or a UAT. */
const sirutaCode = { type: 'integer', min: 1, max: 999_999 } as const;

/** What people write before the parts of an address. */
export const addressPrefixes = {
  block: /^(?:blocul|bloc|bl)(?:\.\s*|\s+)(?=\S)/i,
  entrance: /^(?:scara|sc)(?:\.\s*|\s+)(?=\S)/i,
  apartment: /^(?:apartamentul|apartament|ap)(?:\.\s*|\s+)(?=\S)/i,
  number: /^(?:num[aă]rul|num[aă]r|nr|no)(?:\.\s*|\s+|(?=\d))(?=\S)/i,
} as const;

type Reader = RowReader<BuildingField>;

/** Apartments of the block or entrance; null when not stated. */
function readCount(reader: Reader): StatedApartments | null {
  const text = reader.stated('apartments');
  const reading = text === null ? null : readApartments(text);
  if (reading && 'reason' in reading) {
    reader.refuse('apartments', reading.reason);
    return null;
  }
  return reading?.value ?? null;
}

/** A number that only says the block again (`bl. B1` of block `B1`) is none. */
const repeatsBlock = (number: string, block: string) =>
  addressPrefixes.block.test(number) && foldHeader(number.replace(addressPrefixes.block, '')) === foldHeader(block);

type AddressReader = Pick<RowReader<'county' | 'locality' | 'uat' | 'street' | 'number' | 'block'>, 'stated' | 'text'>;

export function readStreet(reader: AddressReader): Pick<BuildingRow, 'addrStreet' | 'addrNr' | 'addrBl'> {
  const addrStreet = reader.text('street');
  const addrBl = reader.text('block', addressPrefixes.block);
  const number = reader.text('number', addressPrefixes.number);
  return { addrStreet, addrBl, addrNr: number && addrBl && repeatsBlock(number, addrBl) ? '' : number };
}

function readAddress(reader: Reader): ReturnType<typeof readStreet> {
  const street = readStreet(reader);
  if (!street.addrStreet && !street.addrBl) {
    reader.refuse(reader.isMapped('street') ? 'street' : 'block', 'form.required');
  }
  return street;
}

/** A list of one town often names its UAT only. */
export const readLocality = (reader: AddressReader): Pick<BuildingRow, 'county' | 'locality' | 'uat'> => ({
  county: reader.text('county'),
  locality: reader.text('locality') || reader.text('uat'),
  uat: reader.stated('uat'),
});

function readStatedEntrances(reader: Reader): readonly StatedEntrance[] {
  const apartments = readCount(reader);
  const one = reader.text('entrance', addressPrefixes.entrance);
  if (one !== null) {
    const { first, count } = apartments ?? { first: 1, count: 0 };
    return [{ addrSc: one || defaultEntrance, first, last: first + count - 1 }];
  }
  const reading = readEntrances(reader.text('entrances') ?? '', apartments);
  if ('reason' in reading) {
    reader.refuse('entrances', reading.reason);
    return [];
  }
  if (reading.value.some(({ addrSc }) => addrSc.length > entrance.fields.addrSc.max || hasControl(addrSc))) {
    reader.refuse('entrances', 'form.tooLong');
  }
  return reading.value;
}

type Occupier = ImportedValues<typeof apartment>;

/** The occupier's kind is stated in the words of lists, or as the ID number tells it. */
export function readOccupier(reader: Pick<RowReader<keyof Occupier>, 'stated' | 'refuse'>): Occupier {
  const further = readImported(reader, apartment, ['occupierKind', 'occupierIdNumber']);
  const word = reader.stated('occupierKind');
  const stated = word === null ? null : (valueOfWord('OccupierKind', occupierKinds, word) ?? null);
  if (word !== null && stated === null) {
    reader.refuse('occupierKind', 'import.unknownWord');
  }
  const numberText = reader.stated('occupierIdNumber');
  const number = numberText === null ? null : cleanIdNumber(numberText);
  const idKind = number === null ? undefined : idNumberKind(number);
  if (number !== null && (idKind === undefined || (stated !== null && !fitsOccupier(stated, idKind)))) {
    // A wrong number is often a right one with one digit off: it is as personal.
    reader.refuse('occupierIdNumber', 'form.badIdNumber', maskIdNumber(number));
  }
  const told = idKind === 'cnp' ? 'domestic' : idKind === 'cui' ? 'business' : null;
  return { ...further, occupierKind: stated ?? told, occupierIdNumber: number };
}

/** Reads one row of a list of tower blocks, or says everything that is wrong with it. */
export function readBuildingRow(cell: CellOf<BuildingField>): RowReading<BuildingRow, BuildingField> {
  const reader = new RowReader(cell, rowLengths);
  const sourceRef = reader.stated('sourceRef');
  if (sourceRef === null && reader.isMapped('sourceRef')) {
    reader.refuse('sourceRef', 'form.required');
  }
  const lat = readNumber(reader, 'lat', location.lat);
  const lng = readNumber(reader, 'lng', location.lng);
  if ((lat === null) !== (lng === null)) {
    reader.refuse(lat === null ? 'lat' : 'lng', 'form.wholePoint');
  }
  const addrAp = reader.stated('apartment', addressPrefixes.apartment);
  const serialNumbers = readSerialNumbers(reader);
  const occupier = readOccupier(reader);
  const isSaidMore = serialNumbers.length > 0 || Object.values(occupier).some((value) => value !== null);
  if (addrAp === null) {
    // Who lives nowhere would be left out, and nobody told.
    if (isSaidMore) {
      reader.refuse('apartment', 'form.required');
    }
  } else if (isSeveralApartments(addrAp)) {
    // All those of an entrance in one cell; what one household has of several numbers is one.
    reader[isSaidMore ? 'warn' : 'refuse']('apartment', 'import.severalApartments');
  }
  return reader.reading({
    sourceRef,
    ...readLocality(reader),
    siruta: readNumber(reader, 'siruta', sirutaCode),
    ...readAddress(reader),
    lat,
    lng,
    entrances: readStatedEntrances(reader),
    addrAp,
    manager: reader.stated('manager'),
    accessGroup: reader.stated('accessGroup'),
    ...occupier,
    serialNumbers,
  });
}
