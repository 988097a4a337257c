import type { BulkAction } from '@noa/domain/bulk.ts';
import type { Picker } from '../picker/picker.ts';

/** An action that a kind's list offers over many of its records. */
export interface BulkOffer {
  readonly action: BulkAction;
  /** Chooses where the records move, for an action that moves them. */
  readonly picker?: Picker;
}
