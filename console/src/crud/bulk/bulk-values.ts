import type { AccessMode } from '@noa/domain/vocabulary.ts';
import { bulkActions } from '@noa/domain/bulk.ts';
import type { BulkJobInput } from '../../api/generated/graphql.ts';
import type { BulkOffer } from './bulk-offer.ts';
import type { Chosen } from './use-selection.ts';

/** What somebody has told a bulk action so far. */
export interface BulkChoice {
  readonly accessMode: AccessMode | null;
  /** The record to move to. */
  readonly target: string | null;
  /** To no record at all, said on purpose. */
  readonly nobody: boolean;
  readonly reason: string;
}

export const nothingChosen: BulkChoice = { accessMode: null, target: null, nobody: false, reason: '' };

/** What the action takes; undefined while it was not told. */
export function valuesOf({ action }: BulkOffer, choice: BulkChoice): BulkJobInput['values'] | undefined {
  const { accessMode, target, nobody } = choice;
  switch (bulkActions[action].takes) {
    case 'reason':
    case 'nothing':
      return {};
    case 'accessMode':
      return accessMode ? { accessMode } : undefined;
    case 'accessGroupId':
      return target ? { accessGroupId: target } : undefined;
    case 'managerId':
      return target || nobody ? { managerId: nobody ? null : target } : undefined;
  }
}

/** The rows that were picked, or the list's own filter when everything was. */
export function recordsOf(
  { action }: BulkOffer,
  selection: Chosen,
  filter: Readonly<Record<string, unknown>>,
): Pick<BulkJobInput, 'selection' | 'filter'> {
  return selection.everything
    ? { filter: { [bulkActions[action].kind]: filter } }
    : { selection: [...selection.picked].map(([id, rowId]) => ({ id, rowId })) };
}
