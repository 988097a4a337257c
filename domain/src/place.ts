import * as z from 'zod/mini';
import { optionalText } from './text.ts';

/** Limits shared by the forms, the API and the CHECK constraints. */
export const placeLimits = {
  addrStreetLength: 120,
  addrNrLength: 40,
  addrBlLength: 60,
  lat: { min: -90, max: 90 },
  lng: { min: -180, max: 180 },
} as const;

const degrees = ({ min, max }: { min: number; max: number }) =>
  z.nullable(z.number('form.badNumber').check(z.gte(min, 'form.tooSmall'), z.lte(max, 'form.tooLarge')));

/** A street address and a point in WGS 84 degrees, for what stands outdoors; every part may be left out. */
export const placeFields = {
  addrStreet: z.optional(optionalText(placeLimits.addrStreetLength)),
  addrNr: z.optional(optionalText(placeLimits.addrNrLength)),
  addrBl: z.optional(optionalText(placeLimits.addrBlLength)),
  lat: z.optional(degrees(placeLimits.lat)),
  lng: z.optional(degrees(placeLimits.lng)),
};

/** A point has both coordinates or none; whoever changes one sends the other with it. */
export const wholePoint = z.refine<{ lat?: number | null | undefined; lng?: number | null | undefined }>(
  ({ lat, lng }) => typeof lat === typeof lng && (lat === null) === (lng === null),
  { error: 'form.wholePoint', path: ['lng'] },
);
