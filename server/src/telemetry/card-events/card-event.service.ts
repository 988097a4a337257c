import { lockEventKinds, type CardEventKind } from '@noa/domain/vocabulary.ts';
import { heldVersion } from '../../access/list-version.ts';
import type { MalformedItem } from '../../graphql/serving/batch-items.ts';
import { identityGoesOn } from '../../database/stored-events.ts';
import type { Context } from '../../request/context.ts';
import { insertEvents, quarantineEvents, type IncomingEvent } from './card-event.queries.ts';
import { openMonthsOf } from '../month-use/month-keys.ts';
import { ensureIdentityDays } from '../receiving/monthly-partitions.ts';
import { recordMessages, type Message, type MessageKind } from '../receiving/record-messages.ts';
import type { RecordReceipt } from '../receiving/record-receipt.schema.ts';

export interface CardEventInput extends Message {
  readonly eventNumber: number;
  readonly kind: CardEventKind;
  readonly serialNumber?: string | null | undefined;
  readonly listVersion?: string | null | undefined;
}

/** Events in which the drum was turned. */
const drumKinds: ReadonlySet<CardEventKind> = new Set(['full_use', 'open_after_use']);

const seenByLocks: ReadonlySet<CardEventKind> = new Set(lockEventKinds);

const cardEvents: MessageKind<CardEventInput, IncomingEvent> = {
  name: 'cardEvent',
  table: 'stored_event',
  receipts: 'card_event_receipt',
  permission: 'cardEvent:record',
  lastSeen: 'by the minute',
  numberOf: ({ eventNumber }) => eventNumber,
  rejectionOf({ eventNumber, kind, serialNumber, listVersion }) {
    if (!seenByLocks.has(kind)) {
      return { field: 'kind', reason: 'notSeenByLocks' };
    }
    if (eventNumber < 1) {
      return { field: 'eventNumber', reason: 'badEventNumber' };
    }
    if (serialNumber && !/^[0-9a-f]{2,40}$/i.test(serialNumber.replaceAll(':', ''))) {
      return { field: 'serialNumber', reason: 'badSerialNumber' };
    }
    return listVersion && heldVersion(listVersion) === undefined
      ? { field: 'listVersion', reason: 'badListVersion' }
      : null;
  },
  normalise: ({ kind, serialNumber, listVersion }, common, container) => ({
    ...common,
    kind,
    // A blank text says nothing, as in a status update: no card, and no version, least of all 0.
    serialNumber: serialNumber?.replaceAll(':', '').toUpperCase() || null,
    listVersion: listVersion ? (heldVersion(listVersion) ?? null) : null,
    litres: drumKinds.has(kind) ? container.volumeControlLitres : 0,
    container,
  }),
  makeRoom: (db, tx, events) => {
    const named = events.filter(({ anonymous, serialNumber }) => !anonymous && serialNumber !== null);
    const days = named.map(({ occurredAt, container }) => identityGoesOn(occurredAt, container.identityDays));
    return ensureIdentityDays(db, tx, new Set(days.filter((day) => day !== null)));
  },
  insert: async (tx, events, context) => {
    const orgIds = [...new Set(events.map(({ orgId }) => orgId))];
    await insertEvents(tx, events, await openMonthsOf(tx, context, orgIds));
  },
  quarantine: quarantineEvents,
};

/**
 * Records what locks saw, in the manner of `recordMessages`.
 *
 * @throws {AppError} `LimitExceeded` above 1,000 events; `Forbidden`.
 */
export const recordCardEvents = (
  context: Context,
  inputs: readonly (CardEventInput | MalformedItem)[],
): Promise<RecordReceipt> => recordMessages(context, cardEvents, inputs);
