import * as z from 'zod/mini';
import { percentKinds } from './status-kinds.ts';
import { optionalText, recordId } from './text.ts';
import { statusLevels, statusUpdateKinds, type StatusUpdateKind } from './vocabulary.ts';

/** Limits shared by the form, the API and the CHECK constraints. */
export const statusUpdateLimits = { valueLength: 200, noteLength: 500 } as const;

/** Kinds that say nothing without a value. */
const kindsWithValue: readonly StatusUpdateKind[] = [...percentKinds, 'battery_life_status', 'sync'];

/**
 * Locale key of what is wrong with the value of an update, null when nothing is.
 *
 * @param value - null or empty for none. Percentages: 0 to 100, with as many decimals behind a point as a sensor works out.
 */
export function wrongValue(kind: StatusUpdateKind, value: string | null): string | null {
  if (!value) {
    return kindsWithValue.includes(kind) ? 'form.required' : null;
  }
  if (value.length > statusUpdateLimits.valueLength) {
    return 'form.tooLong';
  }
  if (percentKinds.includes(kind)) {
    return /^\d{1,3}(\.\d+)?$/.test(value) && Number(value) <= 100 ? null : 'form.notPercent';
  }
  if (kind === 'sync') {
    return /^\d{1,18}$/.test(value) ? null : 'form.notVersion';
  }
  return optionalText(statusUpdateLimits.valueLength).safeParse(value).success ? null : 'form.badCharacter';
}

/** What a technician tells of a container. */
export const createStatusUpdateInput = z
  .object({
    containerId: recordId,
    kind: z.enum(statusUpdateKinds, 'form.required'),
    /** Null for the one that follows from the value. */
    level: z.nullish(z.enum(statusLevels, 'form.required')),
    value: z.nullish(z.string().check(z.trim())),
    /** Absent: now. */
    at: z.nullish(z.date()),
    note: z.nullish(optionalText(statusUpdateLimits.noteLength)),
  })
  .check((context) => {
    const { kind, value } = context.value;
    const message = wrongValue(kind, value ?? null);
    if (message) {
      context.issues.push({ code: 'custom', input: value, path: ['value'], message });
    }
  });
