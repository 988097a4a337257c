import type { FieldErrors } from '../errors.ts';
import { card } from '../kinds/card.ts';
import { buildingHeaders } from './import-buildings.ts';
import { declaredForm } from './import-declared.ts';
import type { ImportForm } from './import-form.ts';

const { sourceRef, street, number, block, entrance: stair, apartment: door } = buildingHeaders;

/** By what the holder of a card is found: the apartment and where it is. */
export const holderHeaders = { sourceRef, street, number, block, entrance: stair, apartment: door } as const;
export type HolderField = keyof typeof holderHeaders;

/** The date of a delivery note, where it stands beside its number. */
const deliveryHeaders = {
  deliveryDate: ['data aviz', 'data avizului', 'data livrare', 'data livrarii', 'delivery date', 'delivery note date'],
} as const;

/** Cards of a delivery with its note, and who holds them where the file says an apartment. */
export const cardForm: ImportForm = declaredForm(
  card,
  { ...deliveryHeaders, ...holderHeaders },
  {
    check: (isMapped): FieldErrors =>
      // An apartment alone may be named by its id, or by no row.
      !isMapped('apartment') && ['street', 'block', 'sourceRef'].some(isMapped) ? { apartment: 'form.required' } : {},
  },
);
