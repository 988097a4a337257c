import type { ImportKind } from '@noa/domain/imports/import.ts';
import type { CellOf } from '@noa/domain/imports/import-row-reader.ts';

/** What an example row says where the declaration begins with nothing, or with what would not go with the rest of the row. */
const examples: Readonly<Record<string, string | number>> = {
  sourceRef: 'B-001',
  county: 'Iași',
  uat: 'Pașcani',
  locality: 'Pașcani',
  street: 'Strada Ștefan cel Mare',
  addrStreet: 'Strada Ștefan cel Mare',
  number: '5',
  addrNr: '5',
  block: 'B1',
  addrBl: 'B1',
  entrance: 'A',
  apartment: '12',
  occupierKind: 'domestic',
  occupierName: 'Popescu',
  occupierFirstName: 'Ana',
  manager: 'Zorilor',
  accessGroup: 'Centru',
  containerGroupId: '12',
  itemNumber: '12',
  name: 'Centru',
  serialNumber: '04A2B1C3',
  deliveryNote: '1234/15.11.2026',
  supplier: 'Furnizor SRL',
  containerGroups: '12; 14',
  accessGroups: 'Centru; Nord',
  sizeLitres: 1_100,
  volumeControlLitres: 20,
  lat: 47.24656,
  lng: 26.72225,
  siruta: 225,
  level: 1,
  parent: 1,
  type: 40,
};

/** What only one kind's example says otherwise. */
const ownExamples: Partial<Record<ImportKind, typeof examples>> = {
  siruta: { name: 'JUDEȚUL IAȘI' },
  containers: { serialNumber: 'C-001' },
  members: { email: 'ana.popescu@exemplu.ro', name: 'Ana Popescu' },
};

export const exampleSaid = (kind: ImportKind, name: string): string | number | undefined =>
  ownExamples[kind]?.[name] ?? examples[name];

/** Where an example says a name that the org has, or a word of a list, if there are any. */
const chosen: readonly string[] = [
  'manager',
  'accessGroup',
  'containerGroupId',
  'containerGroups',
  'accessGroups',
  'occupierKind',
];

/** So many cells that are the example's are no accident; a name alone may be. */
const fewestCells = 2;

/**
 * Whether a row is the one by which a template shows what is meant, left in the file: it says nothing else where that says the same to everybody. The
 * nomenclature's is a true one.
 */
export function isExampleRow(kind: ImportKind, cellOf: CellOf): boolean {
  const names = Object.keys({ ...examples, ...ownExamples[kind] }).filter((name) => !chosen.includes(name));
  const stated = names.filter((name) => cellOf(name) !== undefined);
  return (
    kind !== 'siruta' &&
    stated.length >= fewestCells &&
    stated.every((name) => cellOf(name) === String(exampleSaid(kind, name)))
  );
}
