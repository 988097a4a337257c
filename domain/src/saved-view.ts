import * as z from 'zod/mini';
import { recordId, requiredText } from './text.ts';

/** Limits shared by the form, the API and the CHECK constraints. */
export const savedViewLimits = {
  nameLength: 80,
  searchLength: 2_000,
  columns: 50,
  columnLength: 40,
  /** Views of one kind that a person, or an org, may keep. */
  perKind: 50,
} as const;

const name = requiredText(savedViewLimits.nameLength);
const search = z.string('form.required').check(z.maxLength(savedViewLimits.searchLength, 'form.tooLong'));
const hiddenColumns = z
  .array(z.string().check(z.maxLength(savedViewLimits.columnLength, 'form.tooLong')))
  .check(z.maxLength(savedViewLimits.columns, 'form.tooMany'));

/** `orgId` shares the view with everybody who belongs to the org; without one it is the caller's own. */
export const createSavedViewInput = z.object({
  kind: z.string('form.required'),
  name,
  search,
  hiddenColumns,
  orgId: z.optional(z.nullable(recordId)),
});

/** Absent leaves a field as it is. */
export const updateSavedViewInput = z.object({
  name: z.optional(name),
  search: z.optional(search),
  hiddenColumns: z.optional(hiddenColumns),
});
