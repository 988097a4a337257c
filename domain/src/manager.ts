import * as z from 'zod/mini';
import { recordId, requiredText } from './text.ts';

/** Limits shared by the form, the API and the CHECK constraints. */
export const managerLimits = { nameLength: 120 } as const;

const name = requiredText(managerLimits.nameLength);

/** `orgId` may be left out by a caller who belongs to one org only. */
export const createManagerInput = z.object({ orgId: z.optional(z.nullable(recordId)), name });
export const updateManagerInput = z.object({ name: z.optional(name) });
