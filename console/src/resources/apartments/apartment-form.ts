import * as z from 'zod/mini';
import { apartment } from '@noa/domain/kinds/apartment.ts';
import { createInput, updateInput } from '@noa/domain/kinds/input.ts';
import { cleanIdNumber, idNumberKind } from '@noa/domain/codes/id-number.ts';
import { pickedRecord } from '../../crud/picker/picked-record.ts';

/** What never reaches the browser's storage (domain.md, "Personal data"). */
export const secretFields = ['occupierIdNumber', 'occupierName', 'occupierFirstName'] as const;

export const newApartment = z.extend(createInput(apartment), { entranceId: pickedRecord });

/**
 * The form over an apartment whose ID number is known by its mask only: left as it is, the mask means "unchanged".
 *
 * @param mask - null when there is no ID number yet.
 */
export const apartmentForm = (mask: string | null) =>
  z.extend(updateInput(apartment), {
    occupierIdNumber: z.optional(
      z.nullable(
        z.string().check(
          z.overwrite((text) => (text === mask ? text : cleanIdNumber(text))),
          z.refine((text) => text === mask || idNumberKind(text) !== undefined, 'form.badIdNumber'),
        ),
      ),
    ),
  });
