import * as z from 'zod/mini';
import { cardLimits } from './card.ts';
import { requiredText } from './text.ts';

/** A card that somebody who may register none has asked the org for: waiting, registered and handed out, or refused. */
export const cardRequestStates = ['open', 'accepted', 'refused'] as const;
export type CardRequestState = (typeof cardRequestStates)[number];

/** Requests that one person may send: more than anybody scans by hand, and few enough for a clerk to read. */
export const cardRequestLimit = { times: 120, minutes: 60 } as const;

/** The card that is asked for. */
export const requestCardInput = z.object({ serialNumber: requiredText(cardLimits.serialNumberLength) });

/** Why a request is refused, for whoever sent it. */
export const refuseCardRequestInput = z.object({ reason: requiredText(cardLimits.reasonLength) });
