import * as z from 'zod/mini';
import { createStatusUpdateInput } from '@noa/domain/status-update.ts';
import type { StatusLevel, StatusUpdateKind } from '@noa/domain/vocabulary.ts';
import { pickedRecord } from '../../crud/picker/picked-record.ts';

/** What the form holds. */
export interface StatusUpdateValues {
  readonly containerId: string | null;
  readonly kind: StatusUpdateKind | null;
  readonly value: string;
  /** Null for the one that follows from the value. */
  readonly level: StatusLevel | null;
  readonly note: string;
}

export const statusUpdateForm = z.safeExtend(createStatusUpdateInput, { containerId: pickedRecord });

/** The form for the next container: whoever goes from one to the next mostly does the same at each. */
export const valuesForNext = ({ kind }: Pick<StatusUpdateValues, 'kind'>): StatusUpdateValues => ({
  containerId: null,
  kind,
  value: '',
  level: null,
  note: '',
});

export const emptyValues = valuesForNext({ kind: null });

/** Whether there is something that would be a pity to lose. */
export const isWorthKeeping = ({ value, note, level }: StatusUpdateValues): boolean =>
  value !== '' || note !== '' || level !== null;
