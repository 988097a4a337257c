import type { Reading } from '@noa/domain/codes/card-code.ts';
import type { Tone } from './sound.ts';
import type { Step } from './steps.ts';

export interface WorkbenchApartment {
  readonly id: string;
  readonly addrAp: string;
}

/** What the last line came to: a locale key under `feedback.`, and what stands in its text. */
export interface Feedback {
  readonly tone: Tone;
  readonly key: string;
  readonly card?: string;
  readonly apartment?: string;
  /** Cards scanned after it, which were therefore left alone. */
  readonly dropped: number;
}

/** What has to be settled before a card can go on. */
export type Question =
  | { readonly kind: 'ambiguous'; readonly readings: readonly Reading[] }
  | { readonly kind: 'erased' | 'unregistered' | 'unrequested'; readonly reading: Reading };

export interface WorkbenchState {
  /** The apartment the next card goes to. */
  readonly position: string;
  readonly feedback: Feedback | null;
  readonly question: Question | null;
  /** The card that is on its way. */
  readonly sending: string | null;
  readonly steps: readonly Step[];
}
