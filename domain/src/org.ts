import * as z from 'zod/mini';
import { optionalText, requiredText } from './text.ts';

/** Limits shared by the form, the API and the CHECK constraints. */
export const orgLimits = { nameLength: 120, addrLength: 200 } as const;

const name = requiredText(orgLimits.nameLength);
const addr = optionalText(orgLimits.addrLength);

export const createOrgInput = z.object({ name, addr: z.optional(addr) });
export type CreateOrgInput = z.output<typeof createOrgInput>;

export const updateOrgInput = z.object({
  name: z.optional(name),
  addr: z.optional(addr),
  enabled: z.optional(z.boolean('form.required')),
});
export type UpdateOrgInput = z.output<typeof updateOrgInput>;
