import { AppError } from '@noa/domain/errors.ts';
import type { GatewayPermission } from '@noa/domain/permissions.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../database/database.ts';
import { findRecords, isUuid } from '../database/record.ts';
import { write } from '../database/transaction.ts';
import type { Context } from '../graphql/context.ts';
import { containers } from '../registry/containers/container.queries.ts';
import { noteHeard, type Heard } from './container-status.queries.ts';
import { findCompleteness, lockReceipts, type CompleteUpTo } from './receipt.queries.ts';

/** Reports of one batch at most (domain.md, "Card events"). */
const maxBatch = 1000;

/** A device's clock may be this far ahead of ours. */
const aheadMs = 5 * 60_000;

/** Reports older than this are past their retention: such a time can only be a wrong clock. */
const retentionMs = 3 * 366 * 86_400_000;

/** What a lock sends, of any kind. */
export interface Report {
  readonly containerId: string;
  readonly bootNumber: number;
  /** By the clock of the device. */
  readonly at: Date;
}

/** What is stored of a report of any kind, once its time has been decided. */
export interface IncomingReport {
  /** Place in the batch. */
  readonly index: number;
  readonly containerId: string;
  readonly bootNumber: number;
  readonly occurredAt: Date;
  readonly deviceAt: Date;
  readonly clockCorrected: boolean;
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

/** What one kind of report declares; `recordReports` does the rest. */
export interface ReportKind<Input extends Report, Incoming extends IncomingReport> {
  /** Begins the locale keys of its reasons. */
  readonly name: 'cardEvent' | 'statusUpdate';
  /** By month. */
  readonly table: 'card_event' | 'status_update';
  readonly permission: GatewayPermission;
  /** How exactly it is noted that the lock was heard from. */
  readonly heard: Heard;
  /** Last part of the locale key of what is wrong with a report by itself; null when it can be stored. */
  readonly reasonToReject: (input: Input) => string | null;
  readonly normalise: (input: Input, common: IncomingReport) => Incoming;
  /**
   * Stores the reports that have not arrived before; to be called with the receipts locked.
   *
   * @returns indexes of the reports that were stored; the others had arrived before, or stand twice in the batch.
   */
  readonly insert: (tx: Tx, reports: readonly Incoming[]) => Promise<ReadonlySet<number>>;
}

/**
 * Records what locks report. Sending again changes nothing and says `duplicate`; one bad report never loses the others. The
 * answer is given after the commit, and says up to which number nothing is missing, so that a lock deletes only what is safe.
 *
 * @throws {AppError} `LimitExceeded` above 1,000 reports; `Forbidden`.
 */
export async function recordReports<Input extends Report, Incoming extends IncomingReport>(
  context: Context,
  kind: ReportKind<Input, Incoming>,
  inputs: readonly Input[],
): Promise<RecordReceipt> {
  if (inputs.length > maxBatch) {
    throw new AppError('LimitExceeded', `A batch has at most ${maxBatch} reports`);
  }
  const scope = context.viewer.gatewayScope(kind.permission);
  const receivedAt = new Date();
  await ensureMonths(context, kind.table, inputs, receivedAt);
  return write(context.db, scope, context.viewer.actor, async (tx) => {
    const ids = [...new Set(inputs.map(({ containerId }) => containerId))].filter(isUuid);
    const known = new Set((await findRecords(tx, containers, scope, ids)).map(({ id }) => id));
    const reasons = inputs.map((input) => {
      const reason = reasonOfOrigin(input, known) ?? kind.reasonToReject(input);
      return reason && `${kind.name}.${reason}`;
    });
    const reports = inputs
      .map((input, index) => kind.normalise(input, commonOf(input, index, receivedAt)))
      .filter(({ index }) => reasons[index] === null);
    const receipts = `${kind.table}_receipt` as const;
    await noteHeard(tx, [...new Set(reports.map(({ containerId }) => containerId))], kind.heard);
    await lockReceipts(tx, receipts, reports);
    const stored = await kind.insert(tx, reports);
    const results = reasons.map((reason, index): RecordResult => {
      const outcome = reason !== null ? 'rejected' : stored.has(index) ? 'accepted' : 'duplicate';
      return { index, outcome, reason };
    });
    return { results, completeUpTo: await findCompleteness(tx, receipts, reports) };
  });
}

function reasonOfOrigin({ containerId, bootNumber }: Report, known: ReadonlySet<string>): string | null {
  if (!known.has(containerId)) {
    return 'containerNotFound';
  }
  return bootNumber < 0 ? 'badBootNumber' : null;
}

function commonOf({ containerId, bootNumber, at }: Report, index: number, receivedAt: Date): IncomingReport {
  const clockCorrected = !isPlausible(at, receivedAt);
  return {
    index,
    containerId,
    bootNumber,
    occurredAt: clockCorrected ? receivedAt : at,
    deviceAt: at,
    clockCorrected,
  };
}

export const isPlausible = (at: Date, receivedAt: Date) =>
  at.getTime() <= receivedAt.getTime() + aheadMs && at.getTime() >= receivedAt.getTime() - retentionMs;

/** Months whose partition is known to exist; a partition is never dropped while reports may still come for it. */
const monthsAtHand = new WeakMap<Db, Set<string>>();

/** Makes the partitions a batch needs, in a transaction of its own: it locks the table, if only once a month. */
export async function ensureMonths(
  { db }: Pick<Context, 'db'>,
  table: ReportKind<never, never>['table'],
  reports: readonly Pick<Report, 'at'>[],
  receivedAt: Date,
): Promise<void> {
  const times = [receivedAt, ...reports.map(({ at }) => at).filter((at) => isPlausible(at, receivedAt))];
  const atHand = monthsAtHand.get(db) ?? new Set();
  monthsAtHand.set(db, atHand);
  for (const month of new Set(times.map((at) => `${at.toISOString().slice(0, 7)}-01`))) {
    const key = `${table} ${month}`;
    if (!atHand.has(key)) {
      await sql`select ensure_month(${table}, ${month}::date)`.execute(db);
      atHand.add(key);
    }
  }
}
