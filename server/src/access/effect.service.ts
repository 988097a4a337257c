import { execute, getRow } from '../database/statements.ts';
import type { Tx } from '../database/database.ts';
import type { Context } from '../request/context.ts';

/** What a change would do to who opens what. */
export interface Effect {
  /** Cards that gain a container at least. */
  readonly gainingCards: number;
  readonly losingCards: number;
  /** Containers that a card at least gains. */
  readonly gainedContainers: number;
  readonly lostContainers: number;
  /** Containers that from then on open without a card. */
  readonly openingContainers: number;
  readonly closingContainers: number;
  /** Ids of containers whose list would no longer fit into their lock. */
  readonly overCapacity: readonly string[];
}

/** A change that takes longer to try is too large to be previewed, in milliseconds for each of its statements. */
const timeoutMs = 3_000;

/** Ran out of time, waited in vain for somebody else's row, or each waited for the other's. */
const outOfTime = new Set(['57014', '55P03', '40P01']);

const isOutOfTime = (cause: unknown) => cause instanceof Error && 'code' in cause && outOfTime.has(String(cause.code));

/** By plans for what there is: this connection may have kept some of when there was next to nothing (settle_grants says more). */
async function findEffect(tx: Tx): Promise<Effect> {
  await execute(tx)`discard plans`;
  return getRow<Effect>(tx)`
    select gaining_cards as "gainingCards", losing_cards as "losingCards", gained_containers as "gainedContainers",
      lost_containers as "lostContainers", opening_containers as "openingContainers",
      closing_containers as "closingContainers", over_capacity as "overCapacity"
    from grant_effect()`;
}

/**
 * What a change would do to who opens what: the very change is made, looked at and undone. Lists stay as they are, and nobody
 * waits for them.
 *
 * @param change - makes it, by the function that would make it in earnest.
 * @returns null for a change that is too large to be tried in the time there is.
 * @throws {AppError} as the change itself.
 */
export async function previewEffect(
  context: Context,
  change: (dryRun: Context) => Promise<unknown>,
): Promise<Effect | null> {
  try {
    return await context.dryRun(change, findEffect, timeoutMs);
  } catch (cause) {
    if (isOutOfTime(cause)) {
      return null;
    }
    throw cause;
  }
}
