import * as z from 'zod/mini';
import { recordId, requiredText } from './text.ts';

/** Limits shared by the form, the API and the CHECK constraints. */
export const entranceLimits = { addrScLength: 20 } as const;

const fields = {
  addrSc: requiredText(entranceLimits.addrScLength),
  accessGroupId: z.optional(z.nullable(recordId)),
  managerId: z.optional(z.nullable(recordId)),
};

export const createEntranceInput = z.object({ towerBlockId: recordId, ...fields });
export type CreateEntranceInput = z.output<typeof createEntranceInput>;

/** Absent leaves a field as it is; null clears it. */
export const updateEntranceInput = z.object({ ...fields, addrSc: z.optional(fields.addrSc) });
export type UpdateEntranceInput = z.output<typeof updateEntranceInput>;
