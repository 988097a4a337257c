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

const form = declaredForm(card, { ...deliveryHeaders, ...holderHeaders });

/** Cards of a delivery with its note, and who holds them where the file says an apartment. */
export const cardForm: ImportForm = {
  ...form,
  checkMapping: (mapping, headers) => {
    const errors: Record<string, string> = { ...form.checkMapping(mapping, headers) };
    const isMapped = (field: HolderField) => mapping[field] !== undefined;
    // An apartment alone may be named by its id, or by no row.
    if (!isMapped('apartment') && (isMapped('street') || isMapped('block') || isMapped('sourceRef'))) {
      errors['mapping.apartment'] = 'form.required';
    }
    return errors;
  },
};
