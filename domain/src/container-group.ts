import * as z from 'zod/mini';
import { placeFields, wholePoint } from './place.ts';
import { optionalText, recordId, requiredText } from './text.ts';
import { accessModes } from './vocabulary.ts';

/** Limits shared by the form, the API and the CHECK constraints. */
export const containerGroupLimits = { itemNumberLength: 40, nameLength: 120 } as const;

const itemNumber = requiredText(containerGroupLimits.itemNumberLength);
const fields = {
  name: z.optional(optionalText(containerGroupLimits.nameLength)),
  accessMode: z.optional(z.enum(accessModes, 'form.required')),
  /** Where it lies in the address tree; not every id there is a UUID. */
  gisNodeId: z.optional(z.nullable(z.string('form.notFound').check(z.maxLength(80, 'form.notFound')))),
  ...placeFields,
};

/** `orgId` may be left out by a caller who belongs to one org only. */
export const createContainerGroupInput = z
  .object({ orgId: z.optional(z.nullable(recordId)), itemNumber, ...fields })
  .check(wholePoint);

/** Absent leaves a field as it is; null clears it. */
export const updateContainerGroupInput = z.object({ itemNumber: z.optional(itemNumber), ...fields }).check(wholePoint);
export type UpdateContainerGroupInput = z.output<typeof updateContainerGroupInput>;
