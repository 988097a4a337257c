import * as z from 'zod/mini';
import { card } from './kinds/card.ts';
import { optionalText, recordId, requiredText } from './text.ts';
import { cardKinds, type CardStatus } from './vocabulary.ts';

/** Limits shared by the form and the API. */
export const cardLimits = { serialNumberLength: 60, reasonLength: 200 } as const;

/**
 * `serialNumber` in any notation that reads one way only (`card-code.ts`); `orgId` may be left out by a caller who belongs
 * to one org only.
 */
export const createCardInput = z.object({
  orgId: z.optional(z.nullable(recordId)),
  serialNumber: requiredText(cardLimits.serialNumberLength),
  kind: z.enum(cardKinds, 'form.required'),
  deliveryNote: z.optional(z.nullable(optionalText(card.fields.deliveryNote.max))),
});

/**
 * A card scanned at the hand-over of an entrance; `register` when one that is not known shall be registered, `reregister` when one that
 * was erased shall be a card again.
 */
export const handOutInput = z.object({
  serialNumber: requiredText(cardLimits.serialNumberLength),
  register: z.boolean(),
  reregister: z.boolean(),
});

/** The card that takes the place of another, and why: perhaps not told. */
export const replaceCardInput = z.object({
  serialNumber: requiredText(cardLimits.serialNumberLength),
  reason: z.optional(z.nullable(optionalText(cardLimits.reasonLength))),
});

/** Why somebody blocked, unblocked or erased a card, in their own words; perhaps not told. */
export const cardReasonInput = z.object({ reason: z.optional(z.nullable(optionalText(cardLimits.reasonLength))) });

export const cardTransitions = ['block', 'unblock', 'erase'] as const;
export type CardTransition = (typeof cardTransitions)[number];

const moves: Readonly<Record<CardTransition, { from: readonly CardStatus[]; to: CardStatus }>> = {
  block: { from: ['normal'], to: 'blocked' },
  unblock: { from: ['blocked'], to: 'normal' },
  erase: { from: ['normal', 'blocked'], to: 'erased' },
};

/** The status a card has after `transition`; undefined when a card of this status allows no such transition. */
export const cardStatusAfter = (status: CardStatus, transition: CardTransition): CardStatus | undefined =>
  moves[transition].from.includes(status) ? moves[transition].to : undefined;
