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
 * @param masks - that it was opened with, and that there is now: a colleague may have changed it. Null when there is no ID number yet.
 */
export const apartmentForm = (...masks: readonly (string | null)[]) =>
  z.extend(updateInput(apartment), {
    occupierIdNumber: z.optional(
      z.nullable(
        z.string().check(
          z.overwrite((text) => (masks.includes(text) ? text : cleanIdNumber(text))),
          z.refine((text) => masks.includes(text) || idNumberKind(text) !== undefined, 'form.badIdNumber'),
        ),
      ),
    ),
  });
