import type { FieldErrors } from '../errors.ts';
import { apartment } from '../kinds/apartment.ts';
import { buildingHeaders } from './import-buildings.ts';
import { importedHeaders } from './import-fields.ts';
import { formOf, type ImportForm, type KnownHeaders } from './import-form.ts';
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

/** Who occupies apartments that are registered, and the cards that are handed to them: no apartment is made of it. */
export const occupierForm: ImportForm = formOf(occupierHeaders, {
  ofOrg: true,
  refers: false,
  required: ['apartment'],
  lone: 'title',
  check: (isMapped): FieldErrors =>
    ['street', 'block', 'sourceRef'].some(isMapped) ? {} : { street: 'form.required' },
});
