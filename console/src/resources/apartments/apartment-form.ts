import * as z from 'zod/mini';
import { apartment, createApartmentInput, updateApartmentInput } from '@noa/domain/kinds/apartment.ts';
import type { NewValues } from '@noa/domain/kinds/form.ts';
import { cleanIdNumber, idNumberKind } from '@noa/domain/id-number.ts';
import { pickedRecord } from '../../resource/picked-record.ts';

export type ApartmentValues = Omit<NewValues<typeof apartment>, 'entranceId'>;

/** What never reaches the browser's storage (domain.md, "Personal data"). */
export const secretFields = ['occupierIdNumber', 'occupierName', 'occupierFirstName'] as const;

export const newApartment = z.extend(createApartmentInput, { entranceId: pickedRecord });

/**
 * The form over an apartment whose ID number is known by its mask only: left as it is, the mask means "unchanged".
 *
 * @param mask - null when there is no ID number yet.
 */
export const apartmentForm = (mask: string | null) =>
  z.extend(updateApartmentInput, {
    occupierIdNumber: z.optional(
      z.nullable(
        z.string().check(
          z.overwrite((text) => (text === mask ? text : cleanIdNumber(text))),
          z.refine((text) => text === mask || idNumberKind(text) !== undefined, 'form.badIdNumber'),
        ),
      ),
    ),
  });
