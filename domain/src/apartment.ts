import * as z from 'zod/mini';
import { cleanIdNumber, idNumberKind, type IdNumberKind } from './id-number.ts';
import { recordId, requiredText } from './text.ts';
import { occupierKinds, type OccupierKind } from './vocabulary.ts';

/** Limits shared by the form, the API and the CHECK constraints. */
export const apartmentLimits = { addrApLength: 20, occupierNameLength: 120, occupierFirstNameLength: 120 } as const;

/** An ID number as people type it, cleaned; its check digit holds. */
const idNumber = z.string('form.required').check(
  z.overwrite(cleanIdNumber),
  z.refine((cleaned) => idNumberKind(cleaned) !== undefined, 'form.badIdNumber'),
);

const addrAp = requiredText(apartmentLimits.addrApLength);

/** What may be known of who occupies the apartment; a manager may change these and nothing else. */
const occupier = {
  occupierKind: z.optional(z.enum(occupierKinds, 'form.required')),
  occupierName: z.optional(z.nullable(requiredText(apartmentLimits.occupierNameLength))),
  occupierFirstName: z.optional(z.nullable(requiredText(apartmentLimits.occupierFirstNameLength))),
  occupierIdNumber: z.optional(z.nullable(idNumber)),
};

/** The org is that of the entrance. */
export const createApartmentInput = z.object({ entranceId: recordId, addrAp, ...occupier });

/** Absent leaves a field as it is; null clears it. An apartment may move to another entrance of its org. */
export const updateApartmentInput = z.object({
  entranceId: z.optional(recordId),
  addrAp: z.optional(addrAp),
  ...occupier,
});
export type UpdateApartmentInput = z.output<typeof updateApartmentInput>;

/** Whether an occupier of this kind may have an ID number of that kind: people a CNP, companies a CUI. */
export function fitsOccupier(occupierKind: OccupierKind, idKind: IdNumberKind): boolean {
  const only: Readonly<Record<OccupierKind, IdNumberKind | null>> = {
    domestic: 'cnp',
    business: 'cui',
    unknown: null,
    unoccupied: null,
  };
  return only[occupierKind] === null || only[occupierKind] === idKind;
}

/**
 * Whether what has to be known of an occupier is known (domain.md, "Reports": a valid apartment): the kind, and of people and
 * companies the name and the ID number.
 *
 * @param occupier - `occupierIdNumber` may be the masked one: only whether there is one counts.
 */
export function isOccupierComplete(occupier: {
  readonly occupierKind: OccupierKind;
  readonly occupierName?: string | null | undefined;
  readonly occupierIdNumber?: string | null | undefined;
}): boolean {
  const { occupierKind, occupierName, occupierIdNumber } = occupier;
  return (
    occupierKind === 'unoccupied' || (occupierKind !== 'unknown' && Boolean(occupierName) && Boolean(occupierIdNumber))
  );
}
