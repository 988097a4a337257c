import { AppError } from '@noa/domain/errors.ts';
import { againWhenOvertaken } from '../../database/constraint.ts';
import type { GatewayPermission } from '@noa/domain/permissions.ts';
import type { Db, Tx } from '../../database/database.ts';
import { isNobodyKept } from '../../database/stored-events.ts';
import { write } from '../../database/transaction.ts';
import { MalformedItem } from '../../graphql/serving/batch-items.ts';
import type { Context } from '../../request/context.ts';
import { inSpan } from '../../instruments/tracing.ts';
import type { Scope } from '../../database/scope.ts';
import { clocksCorrected, messageDelays, messages as received } from '../../instruments/meters.ts';
import { noteLastSeen } from '../container-status/container-status.queries.ts';
import { Batch, joined } from './batch.ts';
import { writeTogether } from './group-commit.ts';
import { ensureMonths, withMonths, type MonthlyTable } from './monthly-partitions.ts';
import { findReported, noteReceipts, type Numbered, type ReceiptTable, type SeenContainer } from './receipt.queries.ts';
import type { RecordReceipt, RecordResult } from './record-receipt.schema.ts';

/** Messages of one batch at most (domain.md, "Card events"). */
const maxBatch = 1000;

/** Messages that are recorded in one transaction at most. */
const maxTogether = 4 * maxBatch;

/** A device's clock may be this far ahead of ours, in milliseconds. */
export const aheadMs = 5 * 60_000;

/** What a lock sends, of any kind. */
export interface Message {
  readonly containerId: string;
  readonly bootNumber: number;
  /** By the clock of the device. */
  readonly at: Date;
}

/** What is stored of a message of any kind, once its time has been decided. */
export interface IncomingMessage extends Numbered {
  /** Place in the batch. */
  readonly index: number;
  readonly occurredAt: Date;
  readonly deviceAt: Date;
  readonly clockCorrected: boolean;
  /** Who it is about must not be kept: its org keeps that of no message, or of none that comes so late. */
  readonly anonymous: boolean;
}

/** Why a message is not kept as it was sent. */
export interface Rejection {
  /** Of the message; null when none is to blame by itself. */
  readonly field: string | null;
  /** Last part of a locale key. */
  readonly reason: string;
}

/** What one kind of message declares; `recordMessages` does the rest. */
export interface MessageKind<Input extends Message, Incoming extends IncomingMessage> {
  /** Begins the locale keys of its reasons. */
  readonly name: 'cardEvent' | 'statusUpdate';
  /** By month. */
  readonly table: MonthlyTable;
  readonly receipts: ReceiptTable;
  readonly permission: GatewayPermission;
  /**
   * How exactly it is noted that the lock was seen: locks that only tell of cards speak often, and of hours it matters
   * little which minute.
   */
  readonly lastSeen: 'exactly' | 'by the minute';
  /** Its number within the run of the lock. */
  readonly numberOf: (input: Input) => number;
  /** What is wrong with a message by itself; null when it can be stored. */
  readonly rejectionOf: (input: Input) => Rejection | null;
  readonly normalise: (input: Input, common: IncomingMessage, container: SeenContainer) => Incoming;
  /** Makes room for what is stored of them apart. */
  readonly makeRoom?: (db: Db, tx: Tx, messages: readonly Incoming[]) => Promise<void>;
  /** Stores messages that have not arrived before; to be called with their receipts noted. */
  readonly insert: (tx: Tx, messages: readonly Incoming[], context: Context) => Promise<void>;
  /**
   * Puts aside what says something else than what is kept under the same number.
   *
   * @returns such messages; the others say the same again.
   */
  readonly quarantine?: (tx: Tx, messages: readonly Incoming[]) => Promise<ReadonlySet<Incoming>>;
}

/**
 * Records what locks report. Sending again changes nothing and says `duplicate`; one bad message never loses the others. What
 * says something else under a number that is taken is a duplicate too, as its number is what it is; it is put aside, the reason says so,
 * and the lock goes on. The answer is given after the commit, and says up to which number nothing is missing, so that a lock deletes only what is safe.
 *
 * @throws {AppError} `LimitExceeded` above 1,000 messages; `Forbidden`.
 */
export async function recordMessages<Input extends Message, Incoming extends IncomingMessage>(
  context: Context,
  kind: MessageKind<Input, Incoming>,
  inputs: readonly (Input | MalformedItem)[],
): Promise<RecordReceipt> {
  if (inputs.length > maxBatch) {
    throw new AppError('LimitExceeded', `A batch has at most ${maxBatch} messages`);
  }
  const { db, bounded, bounds, viewer } = context;
  const scope = viewer.gatewayScope(kind.permission);
  const batch = new Batch<Input>(
    inputs.map((input, index) => ({ index, input })),
    new Date(),
  );
  const key = `${kind.name} ${viewer.actor} ${JSON.stringify(scope)}`;
  const record = async (batches: readonly Batch<Input>[]) => {
    const recorded = await againWhenOvertaken(() =>
      withMonths(db, () =>
        write(bounded, scope, viewer.actor, (tx) => recordBatches(tx, { context, scope, kind, batches })),
      ),
    );
    return recorded.map(({ receipt, fresh, receivedAt }) => {
      measure(kind.name, receipt, fresh, receivedAt);
      return receipt;
    });
  };
  const receipts = await inSpan(`record ${labels[kind.name]}`, { 'noa.messages': inputs.length }, () =>
    writeTogether(db, { key, largest: maxTogether, signal: bounds.writing }, batch, record),
  );
  return joined(receipts);
}

interface Recorded {
  readonly receipt: RecordReceipt;
  readonly receivedAt: Date;
  /** What was stored of a batch. */
  readonly fresh: readonly IncomingMessage[];
}

/** Records batches as if they came one after the other, and gives an answer for each. */
async function recordBatches<Input extends Message, Incoming extends IncomingMessage>(
  tx: Tx,
  given: {
    readonly context: Context;
    readonly scope: Scope;
    readonly kind: MessageKind<Input, Incoming>;
    readonly batches: readonly Batch<Input>[];
  },
): Promise<Recorded[]> {
  const { context, scope, kind, batches } = given;
  const containers = await findReported(tx, scope, new Set(batches.flatMap(({ locks }) => [...locks])));
  const read = batches.map((batch) => readBatch(kind, batch, containers));
  const messages = read.flatMap((batch) => batch.messages);
  await ensureMonths(
    context.db,
    tx,
    kind.table,
    messages.map(({ occurredAt }) => occurredAt),
  );
  await kind.makeRoom?.(context.db, tx, messages);
  await noteLastSeenOf(tx, kind, messages, containers);
  const { fresh, completeUpTo } = await noteReceipts(tx, kind.receipts, messages);
  if (fresh.length > 0) {
    await kind.insert(tx, fresh, context);
  }
  const stored = new Set(fresh);
  const known = messages.filter((message) => !stored.has(message));
  const contradicting = known.length > 0 ? await kind.quarantine?.(tx, known) : undefined;
  return read.map(({ messages: own, all, receivedAt }) => {
    const results = all.map(({ index, message, rejection }): RecordResult => {
      const told = rejection ?? (message && contradicting?.has(message) ? otherContent : null);
      return {
        index,
        outcome: !message ? 'rejected' : stored.has(message) ? 'accepted' : 'duplicate',
        field: told?.field ?? null,
        reason: told && `${kind.name}.${told.reason}`,
      };
    });
    return {
      receipt: { results, completeUpTo: completeUpTo(own) },
      receivedAt,
      fresh: own.filter((message) => stored.has(message)),
    };
  });
}

/** What a batch says of containers that its sender reaches, and of each of its messages what is wrong with it. */
function readBatch<Input extends Message, Incoming extends IncomingMessage>(
  kind: MessageKind<Input, Incoming>,
  { messages: told, receivedAt }: Batch<Input>,
  containers: ReadonlyMap<string, SeenContainer>,
) {
  const messages: Incoming[] = [];
  const all = told.map(({ index, input }) => {
    if (input instanceof MalformedItem) {
      return { index, rejection: rejectionOfMalformed(input) };
    }
    const container = containers.get(input.containerId);
    const rejection = rejectionOfOrigin(input, container) ?? kind.rejectionOf(input);
    if (!container || rejection) {
      return { index, rejection };
    }
    const message = kind.normalise(
      input,
      commonOf(input, kind.numberOf(input), index, receivedAt, container),
      container,
    );
    messages.push(message);
    return { index, message, rejection };
  });
  return { messages, all, receivedAt };
}

/** Counted once they are stored, which may be tried twice. */
function measure(
  name: MessageKind<Message, IncomingMessage>['name'],
  { results }: RecordReceipt,
  fresh: readonly IncomingMessage[],
  receivedAt: Date,
): void {
  const kind = labels[name];
  for (const outcome of ['accepted', 'duplicate', 'rejected'] as const) {
    const count = results.reduce((sum, result) => sum + Number(countedAs(result) === outcome), 0);
    received.inc({ kind, outcome }, count);
  }
  const believed = fresh.filter(({ clockCorrected }) => !clockCorrected);
  clocksCorrected.inc({ kind }, fresh.length - believed.length);
  const delays = messageDelays.labels(kind);
  for (const { occurredAt } of believed) {
    delays.observe(Math.max(0, (receivedAt.getTime() - occurredAt.getTime()) / 1000));
  }
}

/** A duplicate that says something else is counted among what was rejected: a network whose locks send many has to be looked at. */
const countedAs = ({ outcome, reason }: RecordResult) => (reason === null ? outcome : 'rejected');

const labels = { cardEvent: 'card_event', statusUpdate: 'status_update' } as const;

/** Whoever writes what the status is made of has it locked by this, and nobody else waits for it. */
async function noteLastSeenOf(
  tx: Tx,
  { lastSeen }: { readonly lastSeen: 'exactly' | 'by the minute' },
  messages: readonly Pick<Message, 'containerId'>[],
  containers: ReadonlyMap<string, SeenContainer>,
): Promise<void> {
  const due = new Set<string>();
  for (const { containerId } of messages) {
    if (lastSeen === 'exactly' || !containers.get(containerId)?.seenThisMinute) {
      due.add(containerId);
    }
  }
  if (due.size > 0) {
    await noteLastSeen(tx, [...due], true);
  }
}

/** Something else is kept under the number of the message. */
const otherContent: Rejection = { field: null, reason: 'otherContent' };

/** `badAt`, `badEventNumber`, …: what is not of the field's type is wrong in the same way as what is out of its range. */
function rejectionOfMalformed({ field }: MalformedItem): Rejection {
  return { field, reason: field === null ? 'malformed' : `bad${field.charAt(0).toUpperCase()}${field.slice(1)}` };
}

function rejectionOfOrigin({ bootNumber }: Message, container: SeenContainer | undefined): Rejection | null {
  if (!container) {
    return { field: 'containerId', reason: 'containerNotFound' };
  }
  return bootNumber < 0 ? { field: 'bootNumber', reason: 'badBootNumber' } : null;
}

function commonOf(
  { containerId, bootNumber, at }: Message,
  number: number,
  index: number,
  receivedAt: Date,
  { orgId, keptFrom, identityDays }: SeenContainer,
): IncomingMessage {
  const clockCorrected = !isPlausible(at, receivedAt, keptFrom);
  const occurredAt = clockCorrected ? receivedAt : at;
  return {
    index,
    orgId,
    containerId,
    bootNumber,
    number,
    occurredAt,
    deviceAt: at,
    clockCorrected,
    anonymous: isNobodyKept(occurredAt, identityDays, receivedAt),
  };
}

/** Whether a clock may be right: not far ahead of ours, nor behind all that is kept. */
export const isPlausible = (at: Date, receivedAt: Date, keptFrom: Date) =>
  at.getTime() <= receivedAt.getTime() + aheadMs && at >= keptFrom;
