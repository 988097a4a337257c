import { sql } from 'kysely';
import { cardStatusAfter, type CardTransition } from '@noa/domain/card.ts';
import { cardStatuses } from '@noa/domain/vocabulary.ts';
import { updateRecords } from '../../records/record.ts';
import type { BulkChange } from '../bulk-change.ts';
import { cards, recordCardActions } from './card.queries.ts';
import { cardMoves } from './card.service.ts';

/** Blocks or unblocks cards, each with its card event: what `moveCard` does to one. */
export function moveCards(transition: Exclude<CardTransition, 'erase'>, reason: string | null): BulkChange {
  const from = cardStatuses.filter((status) => cardStatusAfter(status, transition) !== undefined);
  const to = from.flatMap((status) => cardStatusAfter(status, transition) ?? [])[0];
  return {
    kind: cards,
    isDone: sql`r.status = ${to}`,
    refusal: sql`case when r.status <> all(${from}::text[]) then 'card.noSuchTransition' end`,
    write: async (tx, ids) => {
      await recordCardActions(tx, ids, cardMoves[transition].event, reason);
      await updateRecords(tx, cards, ids, { status: to });
    },
  };
}
