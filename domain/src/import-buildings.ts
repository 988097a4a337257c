import type { FieldErrors } from './errors.ts';
import { foldHeader, type ImportMapping } from './import.ts';

/** What a column of a list of tower blocks may mean, with folded headers by which it is recognised. */
const knownHeaders = {
  sourceRef: ['source id', 'source ref', 'id sursa', 'id bloc', 'cod bloc', 'id cladire', 'cod cladire', 'building id'],
  county: ['judet', 'judetul', 'jud', 'county'],
  uat: ['uat', 'unitate administrativ teritoriala', 'comuna'],
  locality: ['localitate', 'localitatea', 'loc', 'oras', 'municipiu', 'locality', 'city', 'town'],
  street: ['strada', 'str', 'artera', 'adresa', 'denumire strada', 'nume strada', 'street', 'street name', 'address'],
  number: [
    'numar',
    'numarul',
    'nr',
    'nr strada',
    'numar postal',
    'nr postal',
    'number',
    'street number',
    'house number',
  ],
  block: ['bloc', 'blocul', 'bl', 'denumire bloc', 'nume bloc', 'block', 'tower block'],
  entrances: ['scari', 'numar scari', 'nr scari', 'entrances'],
  entrance: ['scara', 'sc', 'entrance', 'staircase'],
  apartments: [
    'apartamente',
    'numar apartamente',
    'nr apartamente',
    'numar de apartamente',
    'nr de apartamente',
    'apartments',
    'apartment count',
  ],
  apartment: ['apartament', 'apartamentul', 'ap', 'nr ap', 'nr apartament', 'numar apartament', 'apartment'],
  occupierKind: ['tip ocupant', 'tip persoana', 'tip', 'occupier kind'],
  occupierName: ['nume', 'nume ocupant', 'ocupant', 'titular', 'proprietar', 'denumire', 'occupier name', 'occupier'],
  occupierFirstName: ['prenume', 'prenume ocupant', 'first name', 'occupier first name'],
  occupierIdNumber: ['cnp', 'cui', 'cif', 'cnp cui', 'cnp cif', 'cod numeric personal', 'occupier id number'],
  manager: ['administrator', 'asociatie', 'asociatia', 'asociatia de proprietari', 'manager'],
  accessGroup: ['grup de acces', 'grup acces', 'platforma', 'access group'],
  lat: ['lat', 'latitudine', 'latitude'],
  lng: ['lng', 'lon', 'long', 'longitudine', 'longitude'],
} as const satisfies Record<string, readonly string[]>;

export type BuildingField = keyof typeof knownHeaders;

/** In the order in which the mapping is shown. */
export const buildingFields = Object.keys(knownHeaders) as readonly BuildingField[];

/** The column without which nothing can be told apart; a column of blocks may stand for it (`checkBuildingMapping`). */
export const requiredBuildingFields: readonly BuildingField[] = ['street'];

/** Limits shared with the CHECK constraints of tower blocks. */
export const buildingLimits = {
  sourceRefLength: 80,
  countyLength: 60,
  localityLength: 120,
  addrStreetLength: 120,
  addrNrLength: 120,
  addrBlLength: 60,
  apartments: 5_000,
  entrances: 100,
} as const;

/** Pairs that describe the same thing in two ways: a row for each apartment or entrance, or a row for the whole block. */
const exclusive: readonly (readonly [BuildingField, BuildingField])[] = [
  ['apartment', 'apartments'],
  ['apartment', 'entrances'],
  ['entrance', 'entrances'],
];

/** What each of `headers` probably means; the first of two that match a field wins. */
export function guessBuildingMapping(headers: readonly string[]): ImportMapping {
  const guess: Partial<Record<BuildingField, string>> = {};
  for (const field of buildingFields) {
    const known: readonly string[] = knownHeaders[field];
    const name = foldHeader(field.replaceAll(/[A-Z]/g, (letter) => ` ${letter}`));
    const header = headers.find((each) => foldHeader(each) === name || known.includes(foldHeader(each)));
    if (header !== undefined) {
      guess[field] = header;
    }
  }
  for (const [one, whole] of exclusive) {
    if (guess[one] !== undefined) {
      delete guess[whole];
    }
  }
  return guess;
}

const isBuildingField = (name: string): name is BuildingField => name in knownHeaders;

/**
 * What is wrong with a mapping, by `mapping.<target field>`; none when it can be used.
 *
 * @param headers - the columns of the file.
 */
export function checkBuildingMapping(mapping: ImportMapping, headers: readonly string[]): FieldErrors {
  const errors: Record<string, string> = {};
  for (const [field, header] of Object.entries(mapping)) {
    if (!isBuildingField(field)) {
      errors[`mapping.${field}`] = 'import.unknownField';
    } else if (!headers.includes(header)) {
      errors[`mapping.${field}`] = 'import.unknownColumn';
    }
  }
  if (mapping['street'] === undefined && mapping['block'] === undefined) {
    errors['mapping.street'] = 'form.required';
  }
  if ((mapping['lat'] === undefined) !== (mapping['lng'] === undefined)) {
    errors[mapping['lat'] === undefined ? 'mapping.lat' : 'mapping.lng'] = 'form.wholePoint';
  }
  for (const [one, whole] of exclusive) {
    if (mapping[one] !== undefined && mapping[whole] !== undefined) {
      errors[`mapping.${whole}`] = 'import.oneShape';
    }
  }
  return errors;
}
