import { notFound, validationFailed } from '@noa/domain/errors.ts';
import { parseInput } from '@noa/domain/input.ts';
import { createStatusUpdateInput, wrongValue } from '@noa/domain/status-update.ts';
import type { StatusLevel, StatusUpdateKind } from '@noa/domain/vocabulary.ts';
import type { Tx } from '../../database/database.ts';
import { findRecord } from '../../records/record.ts';
import type { Scope } from '../../database/scope.ts';
import type { Row } from '../../database/tables.ts';
import type { MalformedItem } from '../../graphql/serving/batch-items.ts';
import type { Context } from '../../request/context.ts';
import { containers } from '../../registry/containers/container.queries.ts';
import { noteLastSeen } from '../container-status/container-status.queries.ts';
import { ensureMonths, withMonths } from '../receiving/monthly-partitions.ts';
import { findReported } from '../receiving/receipt.queries.ts';
import { isPlausible, recordMessages, type Message, type MessageKind } from '../receiving/record-messages.ts';
import type { RecordReceipt } from '../receiving/record-receipt.schema.ts';
import {
  findOwnUpdate,
  insertOwnUpdate,
  insertUpdates,
  quarantineUpdates,
  type IncomingUpdate,
} from './status-update.queries.ts';

export interface StatusUpdateInput extends Message {
  readonly updateNumber: number;
  readonly kind: StatusUpdateKind;
  readonly value?: string | null | undefined;
  readonly level?: StatusLevel | null | undefined;
}

const statusUpdates: MessageKind<StatusUpdateInput, IncomingUpdate> = {
  name: 'statusUpdate',
  table: 'status_update',
  receipts: 'status_update_receipt',
  permission: 'statusUpdate:record',
  lastSeen: 'exactly',
  numberOf: ({ updateNumber }) => updateNumber,
  rejectionOf({ updateNumber, kind, value }) {
    if (updateNumber < 1) {
      return { field: 'updateNumber', reason: 'badUpdateNumber' };
    }
    return wrongValue(kind, value ?? null) ? { field: 'value', reason: 'badValue' } : null;
  },
  normalise: ({ kind, value, level }, common) => ({
    ...common,
    kind,
    value: value || null,
    level: level ?? null,
  }),
  insert: insertUpdates,
  quarantine: quarantineUpdates,
};

/**
 * Records what locks tell of their state, in the manner of `recordMessages`.
 *
 * @throws {AppError} `LimitExceeded` above 1,000 updates; `Forbidden`.
 */
export const recordStatusUpdates = (
  context: Context,
  inputs: readonly (StatusUpdateInput | MalformedItem)[],
): Promise<RecordReceipt> => recordMessages(context, statusUpdates, inputs);

/**
 * Records what a technician says of a container. It is no sign of life of its lock. Said again with the same `at`, it is the same:
 * a phone that lost its network before it was answered sends it once more.
 *
 * @throws {AppError} `ValidationFailed` naming the field; `NotFound`; `Forbidden`.
 */
export async function createStatusUpdate(context: Context, input: unknown): Promise<Row<'status_update'>> {
  const { containerId, kind, level, value, at, note } = parseInput(createStatusUpdateInput, input);
  const now = new Date();
  const occurredAt = at ?? now;
  const make = async (tx: Tx, scope: Scope) => {
    const container = await findRecord(tx, containers, scope, containerId);
    const reported = (await findReported(tx, scope, new Set([containerId]))).get(containerId);
    if (!container || !reported) {
      throw notFound('container', containerId);
    }
    if (!isPlausible(occurredAt, now, reported.keptFrom)) {
      throw validationFailed({ at: 'form.badMoment' });
    }
    await ensureMonths(context.db, tx, 'status_update', [occurredAt]);
    await noteLastSeen(tx, [container.id], false);
    const update = {
      kind,
      value: value || null,
      level: level ?? null,
      occurredAt,
      note: note || null,
      actor: context.viewer.actor,
    };
    return (at && (await findOwnUpdate(tx, container, update))) || insertOwnUpdate(tx, container, update);
  };
  return withMonths(context.db, () => context.write('statusUpdate:create', make));
}
