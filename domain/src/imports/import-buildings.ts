import type { FieldErrors } from '../errors.ts';
import { importedFields, importedHeaders } from './import-fields.ts';
import { formOf, guessByHeader, type ImportForm, type KnownHeaders } from './import-form.ts';
import type { ImportMapping } from './import.ts';
import { apartment } from '../kinds/apartment.ts';
import { handedCards } from './serial-column.ts';

/** What a column of a list of tower blocks may mean, with folded headers by which it is recognised. */
export const buildingHeaders = {
  sourceRef: [
    'source id',
    'source ref',
    'id sursa',
    'id bloc',
    'cod bloc',
    'id cladire',
    'cod cladire',
    'building id',
    'codul cladirii',
    'code of the building',
    'cod in sursa',
    'code in the source',
  ],
  county: ['judet', 'judetul', 'jud', 'county'],
  uat: ['uat', 'unitate administrativ teritoriala', 'comuna'],
  locality: ['localitate', 'localitatea', 'loc', 'oras', 'municipiu', 'locality', 'city', 'town'],
  siruta: [
    'siruta',
    'cod siruta',
    'codul siruta',
    'cod localitate',
    'codul localitatii',
    'siruta code',
    'locality code',
  ],
  street: [
    'strada',
    'str',
    'artera',
    'adresa',
    'denumire strada',
    'nume strada',
    'street',
    'street name',
    'address',
    'addr street',
  ],
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
    'addr nr',
  ],
  block: ['block no', 'bloc', 'blocul', 'bl', 'denumire bloc', 'nume bloc', 'block', 'tower block', 'addr bl'],
  entrances: ['scari', 'scari toate', 'entrances all', 'numar scari', 'nr scari', 'entrances'],
  entrance: ['scara', 'sc', 'entrance', 'staircase', 'addr sc'],
  apartments: [
    'apartamente',
    'numar apartamente',
    'nr apartamente',
    'numar de apartamente',
    'nr de apartamente',
    'apartments',
    'apartment count',
    'number of apartments',
  ],
  apartment: ['apartament', 'apartamentul', 'ap', 'nr ap', 'nr apartament', 'numar apartament', 'apartment', 'addr ap'],
  ...importedHeaders(apartment),
  ...handedCards,
  manager: ['administrator', 'administrator de bloc', 'asociatie', 'asociatia', 'asociatia de proprietari', 'manager'],
  accessGroup: ['grup de acces', 'grup acces', 'platforma', 'access group'],
  lat: ['lat', 'latitudine', 'latitude'],
  lng: ['lng', 'lon', 'long', 'longitudine', 'longitude'],
} as const satisfies KnownHeaders;

export type BuildingField = keyof typeof buildingHeaders;

/** What one block may have at most; more is a mistake in the file. */
export const buildingLimits = {
  apartments: 5_000,
  entrances: 100,
} as const;

/** Pairs that describe the same thing in two ways: a row for each apartment or entrance, or a row for the whole block. */
const exclusive: readonly (readonly [BuildingField, BuildingField])[] = [
  ['apartment', 'apartments'],
  ['apartment', 'entrances'],
  ['entrance', 'entrances'],
];

/** What is said of an apartment alone: who occupies it, and its cards. */
const ofApartment = [...importedFields(apartment).map(([name]) => name), 'serialNumber'];

function guessMapping(headers: readonly string[]): ImportMapping {
  const guess = guessByHeader(buildingHeaders, headers);
  // A list that has a row for each block has names of blocks, and who owns them.
  if (guess['apartment'] === undefined && (guess['apartments'] ?? guess['entrances']) !== undefined) {
    for (const [name] of importedFields(apartment)) {
      delete guess[name];
    }
  }
  for (const [one, whole] of exclusive) {
    if (guess[one] !== undefined) {
      delete guess[whole];
    }
  }
  return guess;
}

/** The field that an address is shown by: of a list that has blocks without streets, the block. */
export const addressField = (mapping: ImportMapping): 'street' | 'block' =>
  mapping['street'] === undefined ? 'block' : 'street';

/** Lists of tower blocks: a row for each block, or for each apartment, with its occupier and the cards that are handed to it. */
export const buildingForm: ImportForm = {
  ...formOf(buildingHeaders, {
    ofOrg: true,
    refers: true,
    // The column without which nothing can be told apart; a column of blocks may stand for it.
    required: ['street'],
    instead: { street: ['block'] },
    counted: ['apartments', 'entrances'],
    lone: 'title',
    check: (isMapped): FieldErrors => ({
      ...Object.fromEntries(
        exclusive.filter((pair) => pair.every(isMapped)).map(([, whole]) => [whole, 'import.oneShape']),
      ),
      ...(!isMapped('apartment') && ofApartment.some(isMapped) && { apartment: 'form.required' }),
    }),
  }),
  guessMapping,
};
