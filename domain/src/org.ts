import * as z from 'zod/mini';
import { optionalText, requiredText } from './text.ts';

/** Limits shared by the form, the API and the CHECK constraints. */
export const orgLimits = { nameLength: 120, addrLength: 200 } as const;

/** In which a new org counts days and hours unless told otherwise (domain.md, "Reports"). */
export const defaultTimeZone = 'Europe/Bucharest';

/** The zones an org may have: those known by one name everywhere, not offsets, which PostgreSQL reads the other way round. */
export const timeZones: readonly string[] = Intl.supportedValuesOf('timeZone');

const name = requiredText(orgLimits.nameLength);
const addr = optionalText(orgLimits.addrLength);
const timeZone = z
  .string('form.required')
  .check(z.refine((zone) => timeZones.includes(zone), { error: 'form.unknownTimeZone' }));

export const createOrgInput = z.object({ name, addr: z.optional(addr), timeZone: z.optional(timeZone) });
export type CreateOrgInput = z.output<typeof createOrgInput>;

export const updateOrgInput = z.object({
  name: z.optional(name),
  addr: z.optional(addr),
  enabled: z.optional(z.boolean('form.required')),
  timeZone: z.optional(timeZone),
});
export type UpdateOrgInput = z.output<typeof updateOrgInput>;
