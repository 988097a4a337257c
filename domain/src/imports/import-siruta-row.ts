import type { SirutaField } from './siruta/import-siruta.ts';
import { RowReader, type CellOf, type RowReading } from './import-row-reader.ts';
import { holdsCheckDigit, officialName, plainName } from './siruta/siruta.ts';
import type { GisNodeKind } from '../vocabulary.ts';

/** Limits shared with the CHECK constraints of GIS nodes. */
export const gisNodeLimits = { nameLength: 120, officialNameLength: 160 } as const;

/** What one row of the nomenclature says. */
export interface SirutaRow {
  readonly siruta: number;
  readonly kind: GisNodeKind;
  readonly name: string;
  readonly officialName: string;
  /** Code of what it lies in; null for a county. */
  readonly parent: number | null;
}

const kindOfLevel: Readonly<Record<string, GisNodeKind>> = { 1: 'county', 2: 'uat', 3: 'loc' };

/** The type (TIP) that the nomenclature gives communes. */
const commune = '3';

type Reader = RowReader<SirutaField>;

/** A code of 1 to 6 digits; null when it is none. */
function readCode(reader: Reader, field: 'siruta' | 'parent'): number | null {
  const text = reader.stated(field);
  if (text === null) {
    reader.refuse(field, 'form.required');
  } else if (!/^\d{1,6}$/.test(text)) {
    reader.refuse(field, 'form.badNumber');
  } else {
    return Number(text);
  }
  return null;
}

/** Reads one row of the nomenclature SIRUTA, or says everything that is wrong with it. */
export function readSirutaRow(cell: CellOf<SirutaField>): RowReading<SirutaRow, SirutaField> {
  const reader: Reader = new RowReader(cell, { name: gisNodeLimits.nameLength });
  const siruta = readCode(reader, 'siruta');
  if (siruta !== null && !holdsCheckDigit(siruta)) {
    reader.warn('siruta', 'import.checkDigit');
  }
  const level = reader.stated('level');
  const kind = level === null ? undefined : kindOfLevel[level];
  if (!kind) {
    reader.refuse('level', level === null ? 'form.required' : 'import.unknownLevel');
  }
  const name = reader.stated('name');
  if (name === null) {
    reader.refuse('name', 'form.required');
  }
  return reader.reading({
    siruta: siruta ?? 0,
    kind: kind ?? 'county',
    name: plainName(name ?? ''),
    officialName: officialName(name ?? '', kind === 'uat' && reader.stated('type') === commune),
    // The country itself, which counties lie in, is not in the tree.
    parent: kind === 'county' || kind === undefined ? null : readCode(reader, 'parent'),
  });
}
