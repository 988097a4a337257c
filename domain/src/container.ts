import * as z from 'zod/mini';
import { placeFields, wholePoint } from './place.ts';
import { recordId, requiredText } from './text.ts';
import { accessModes, wasteStreams } from './vocabulary.ts';

/** Limits shared by the form, the API and the CHECK constraints; litres and cards. */
export const containerLimits = {
  serialNumberLength: 40,
  sizeLitres: { min: 60, max: 10_000 },
  volumeControlLitres: { min: 1, max: 1_000 },
  cardCapacity: { min: 1, max: 1_000_000 },
  usualCardCapacity: 10_000,
} as const;

const wholeNumber = ({ min, max }: { min: number; max: number }) =>
  z.int('form.required').check(z.gte(min, 'form.tooSmall'), z.lte(max, 'form.tooLarge'));

const required = {
  containerGroupId: recordId,
  serialNumber: requiredText(containerLimits.serialNumberLength),
  wasteStream: z.enum(wasteStreams, 'form.required'),
  sizeLitres: wholeNumber(containerLimits.sizeLitres),
  volumeControlLitres: wholeNumber(containerLimits.volumeControlLitres),
};

const optional = {
  accessMode: z.optional(z.enum(accessModes, 'form.required')),
  cardCapacity: z.optional(wholeNumber(containerLimits.cardCapacity)),
  ...placeFields,
};

/** The org is that of the container group. */
export const createContainerInput = z.object({ ...required, ...optional }).check(wholePoint);

/** Absent leaves a field as it is; null clears it. A container may move to another group of its org. */
export const updateContainerInput = z
  .object({
    containerGroupId: z.optional(required.containerGroupId),
    serialNumber: z.optional(required.serialNumber),
    wasteStream: z.optional(required.wasteStream),
    sizeLitres: z.optional(required.sizeLitres),
    volumeControlLitres: z.optional(required.volumeControlLitres),
    ...optional,
  })
  .check(wholePoint);
export type UpdateContainerInput = z.output<typeof updateContainerInput>;
