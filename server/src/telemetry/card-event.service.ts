import { AppError } from '@noa/domain/errors.ts';
import type { CardEventKind } from '@noa/domain/vocabulary.ts';
import { sql } from 'kysely';
import type { Db } from '../database/database.ts';
import { findRecords, isUuid } from '../database/record.ts';
import { write } from '../database/transaction.ts';
import type { Context } from '../graphql/context.ts';
import { containers } from '../registry/containers/container.queries.ts';
import {
  findCompleteness,
  insertEvents,
  lockReceipts,
  type CompleteUpTo,
  type IncomingEvent,
} from './card-event.queries.ts';

/** Events of one batch at most (domain.md, "Card events"). */
const maxBatch = 1000;

/** A device's clock may be this far ahead of ours. */
const aheadMs = 5 * 60_000;

/** Events older than this are past their retention: such a time can only be a wrong clock. */
const retentionMs = 3 * 366 * 86_400_000;

export interface CardEventInput {
  readonly containerId: string;
  readonly bootNumber: number;
  readonly eventNumber: number;
  readonly kind: CardEventKind;
  readonly at: Date;
  readonly serialNumber?: string | null | undefined;
  readonly listVersion?: string | null | undefined;
}

export interface RecordResult {
  readonly index: number;
  readonly outcome: 'accepted' | 'duplicate' | 'rejected';
  readonly reason: string | null;
}

export interface RecordReceipt {
  readonly results: readonly RecordResult[];
  readonly completeUpTo: readonly CompleteUpTo[];
}

/**
 * Records what locks report. Sending again changes nothing and says `duplicate`; one bad event never loses the others. The
 * answer is given after the commit, and says up to which number nothing is missing, so that a lock deletes only what is safe.
 *
 * @throws {AppError} `LimitExceeded` above 1,000 events; `Forbidden`.
 */
export async function recordCardEvents(context: Context, inputs: readonly CardEventInput[]): Promise<RecordReceipt> {
  if (inputs.length > maxBatch) {
    throw new AppError('LimitExceeded', `A batch has at most ${maxBatch} events`);
  }
  const scope = context.viewer.gatewayScope('cardEvent:record');
  const receivedAt = new Date();
  await ensureMonths(context, inputs, receivedAt);
  return write(context.db, scope, context.viewer.actor, async (tx) => {
    const ids = [...new Set(inputs.map(({ containerId }) => containerId))].filter(isUuid);
    const known = new Set((await findRecords(tx, containers, scope, ids)).map(({ id }) => id));
    const reasons = inputs.map((input) => reasonToReject(input, known));
    const events = inputs
      .map((input, index) => normalise(input, index, receivedAt))
      .filter(({ index }) => reasons[index] === null);
    await lockReceipts(tx, events);
    const stored = await insertEvents(tx, events);
    const results = reasons.map((reason, index): RecordResult => {
      const outcome = reason !== null ? 'rejected' : stored.has(index) ? 'accepted' : 'duplicate';
      return { index, outcome, reason };
    });
    return { results, completeUpTo: await findCompleteness(tx, events) };
  });
}

/** Locale key of what is wrong with an event by itself; null when it can be stored. */
function reasonToReject(
  { containerId, bootNumber, eventNumber, serialNumber, listVersion }: CardEventInput,
  known: ReadonlySet<string>,
) {
  if (!known.has(containerId)) {
    return 'cardEvent.containerNotFound';
  }
  if (bootNumber < 0) {
    return 'cardEvent.badBootNumber';
  }
  if (eventNumber < 1) {
    return 'cardEvent.badEventNumber';
  }
  if (serialNumber && !/^[0-9a-f]{2,40}$/i.test(serialNumber.replaceAll(':', ''))) {
    return 'cardEvent.badSerialNumber';
  }
  if (listVersion && !/^\d{1,18}$/.test(listVersion)) {
    return 'cardEvent.badListVersion';
  }
  return null;
}

function normalise(input: CardEventInput, index: number, receivedAt: Date): IncomingEvent {
  const clockCorrected = !isPlausible(input.at, receivedAt);
  return {
    index,
    containerId: input.containerId,
    bootNumber: input.bootNumber,
    eventNumber: input.eventNumber,
    kind: input.kind,
    occurredAt: clockCorrected ? receivedAt : input.at,
    deviceAt: input.at,
    clockCorrected,
    serialNumber: input.serialNumber?.replaceAll(':', '').toUpperCase() ?? null,
    listVersion: input.listVersion ?? null,
  };
}

const isPlausible = (at: Date, receivedAt: Date) =>
  at.getTime() <= receivedAt.getTime() + aheadMs && at.getTime() >= receivedAt.getTime() - retentionMs;

/** Months whose partition is known to exist; a partition is never dropped while events may still come for it. */
const monthsAtHand = new WeakMap<Db, Set<string>>();

/** Makes the partitions a batch needs, in a transaction of its own: it locks the table, if only once a month. */
async function ensureMonths({ db }: Context, inputs: readonly CardEventInput[], receivedAt: Date): Promise<void> {
  const times = [receivedAt, ...inputs.map(({ at }) => at).filter((at) => isPlausible(at, receivedAt))];
  const atHand = monthsAtHand.get(db) ?? new Set();
  monthsAtHand.set(db, atHand);
  for (const month of new Set(times.map((at) => `${at.toISOString().slice(0, 7)}-01`))) {
    if (!atHand.has(month)) {
      await sql`select ensure_month('card_event', ${month}::date)`.execute(db);
      atHand.add(month);
    }
  }
}
