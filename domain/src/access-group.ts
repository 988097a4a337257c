import * as z from 'zod/mini';
import { recordId, requiredText } from './text.ts';
import { accessModes } from './vocabulary.ts';

/** Limits shared by the form, the API and the CHECK constraints. */
export const accessGroupLimits = { nameLength: 120, containerGroups: 1000 } as const;

const name = requiredText(accessGroupLimits.nameLength);
const accessMode = z.enum(accessModes, 'form.required');
const containerGroupIds = z.array(recordId).check(z.maxLength(accessGroupLimits.containerGroups, 'form.tooMany'));

/** `orgId` may be left out by a caller who belongs to one org only. */
export const createAccessGroupInput = z.object({
  orgId: z.optional(z.nullable(recordId)),
  name,
  accessMode: z.optional(accessMode),
  containerGroupIds: z.optional(containerGroupIds),
});

/** `containerGroupIds`, when given, is the whole new set. */
export const updateAccessGroupInput = z.object({
  name: z.optional(name),
  accessMode: z.optional(accessMode),
  containerGroupIds: z.optional(containerGroupIds),
});
