import type { FieldErrors } from '../errors.ts';
import { apartment } from '../kinds/apartment.ts';
import { buildingHeaders } from './import-buildings.ts';
import { importedHeaders } from './import-fields.ts';
import { checkNames, guessByHeader, type ImportForm, type KnownHeaders } from './import-form.ts';
import type { ImportMapping } from './import.ts';
import { handedCards } from './serial-column.ts';

const { sourceRef, county, uat, locality, street, number, block, entrance, apartment: door } = buildingHeaders;

/** By what the apartment is found, what may be said of its occupier, and the cards that it is handed. */
export const occupierHeaders = {
  sourceRef,
  county,
  uat,
  locality,
  street,
  number,
  block,
  entrance,
  apartment: door,
  ...importedHeaders(apartment),
  ...handedCards,
} as const satisfies KnownHeaders;

export type OccupierField = keyof typeof occupierHeaders;

function checkMapping(mapping: ImportMapping, headers: readonly string[]): FieldErrors {
  const errors: Record<string, string> = { ...checkNames(occupierHeaders, mapping, headers) };
  if (mapping['apartment'] === undefined) {
    errors['mapping.apartment'] = 'form.required';
  }
  if (mapping['street'] === undefined && mapping['block'] === undefined && mapping['sourceRef'] === undefined) {
    errors['mapping.street'] = 'form.required';
  }
  return errors;
}

/** Who occupies apartments that are registered, and the cards that are handed to them: no apartment is made of it. */
export const occupierForm: ImportForm = {
  ofOrg: true,
  refers: false,
  fields: Object.keys(occupierHeaders),
  required: ['apartment'],
  guessMapping: (headers) => guessByHeader(occupierHeaders, headers),
  checkMapping,
};
