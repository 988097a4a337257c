import * as z from 'zod/mini';
import { bulkActions, bulkLimits, type BulkAction, type BulkTakes, type BulkValues } from './bulk.ts';
import { cardLimits } from './card.ts';
import { optionalText, recordId } from './text.ts';
import { accessModes } from './vocabulary.ts';

const taken = {
  reason: z.strictObject({}),
  accessMode: z.strictObject({ accessMode: z.enum(accessModes, 'form.required') }),
  accessGroupId: z.strictObject({ accessGroupId: recordId }),
  managerId: z.strictObject({ managerId: z.nullable(recordId) }),
  nothing: z.strictObject({}),
} as const satisfies Record<BulkTakes, z.ZodMiniType<BulkValues>>;

/** What `action` has to be told. Whatever else is told is refused: who says it means it to be written. */
export const bulkInput = (action: BulkAction) =>
  z.object({
    values: taken[bulkActions[action].takes],
    reason: z.optional(z.nullable(optionalText(cardLimits.reasonLength))),
    selection: z.optional(
      z.nullable(
        z
          .array(z.object({ id: z.string(), rowId: z.string().check(z.regex(/^\d{1,18}$/, 'form.notFound')) }))
          .check(z.minLength(1, 'bulk.nothing'), z.maxLength(bulkLimits.selection, 'bulk.tooMany')),
      ),
    ),
  });
