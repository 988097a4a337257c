import { cardStatuses } from '@noa/domain/vocabulary.ts';
import type { Filter } from '../../crud/define-resource.ts';

/** Filters of cards that figures elsewhere are counted by. */
export const status = {
  id: 'status',
  kind: 'choice',
  values: cardStatuses,
  texts: 'values.status',
} as const satisfies Filter;
export const updatedAt = { id: 'updatedAt', kind: 'period' } as const satisfies Filter;
