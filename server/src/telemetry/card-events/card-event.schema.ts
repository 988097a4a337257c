import { refusedSingly } from '../../graphql/serving/batch-items.ts';
import { builder } from '../../graphql/builder.ts';
import { costs } from '../../graphql/cost.ts';
import { connectionOf } from '../../graphql/connection.ts';
import type { Context } from '../../request/context.ts';
import { pageArgs, within } from '../../graphql/list.ts';
import { addNamed, readOfEach } from '../../graphql/related-fields.ts';
import { rowConnection } from '../../graphql/row-list.ts';
import { CardEventKindEnum } from '../../graphql/scalars.ts';
import { sealed } from '../../graphql/sealed-ids.ts';
import { apartments } from '../../registry/apartments/apartment.queries.ts';
import { Apartment } from '../../registry/apartments/apartment.schema.ts';
import { cards } from '../../registry/cards/card.queries.ts';
import { Card } from '../../registry/cards/card.schema.ts';
import { containers } from '../../registry/containers/container.queries.ts';
import { Container } from '../../registry/containers/container.schema.ts';
import {
  atContainers,
  cardEventConditions,
  cardEvents,
  cardEventWhoReach,
  findListedFrom,
  findResidences,
  partsOf,
  type CardEventRow,
} from './card-event-list.ts';
import { recordCardEvents } from './card-event.service.ts';
import { RecordReceiptType } from '../receiving/record-receipt.schema.ts';
import { messagesWithin } from '../receiving/message-list.ts';

const CardEventInput = builder.inputType('CardEventInput', {
  extensions: refusedSingly,
  fields: (t) => ({
    containerId: t.id({ required: true }),
    bootNumber: t.int({ required: true, defaultValue: 0 }),
    eventNumber: t.int({ required: true, description: 'From 1, without gaps, per boot.' }),
    kind: t.field({ type: CardEventKindEnum, required: true }),
    at: t.field({ type: 'DateTime', required: true, description: 'By the clock of the device.' }),
    serialNumber: t.string(),
    listVersion: t.string({ description: 'As `cardsToSync` gave it last, between two pages too.' }),
  }),
});

builder.mutationField('recordCardEvents', (t) =>
  t.field({
    type: RecordReceiptType,
    extensions: costs({ sizeBy: ['events'] }),
    description:
      'Records what locks report; at most 1,000 events. Answered after the commit; sending again is harmless.',
    authScopes: { gateway: 'cardEvent:record' },
    args: { events: t.arg({ type: [CardEventInput], required: true }) },
    resolve: (_root, { events }, context) => recordCardEvents(context, events),
  }),
);

const livesSince = readOfEach('Apartment.livesSince', 'cardEvent:readWho', findResidences);

/**
 * Who opened is personal: it is told where the caller's permission for it reaches, which may be less than the list. Whoever lives in the apartment
 * learns of it since they do, by whichever role they read the event.
 */
async function isVisibleTo(
  context: Context,
  permission: 'cardEvent:readWho' | 'cardEvent:readActor',
  { org_id, manager_id, apartment_id, occurred_at }: CardEventRow,
): Promise<boolean> {
  const { all, orgIds, managerIds, apartmentIds } = context.viewer.scope(permission);
  if (all || orgIds.includes(org_id) || managerIds.includes(manager_id ?? '')) {
    return true;
  }
  const home = apartmentIds.find((id) => id === apartment_id);
  const since = home && (await livesSince(context, home));
  return typeof since === 'number' && since <= occurred_at.getTime();
}

export const CardEvent = builder.objectRef<CardEventRow>('CardEvent').implement({
  description: 'What a lock saw, or what the console did to a card.',
  fields: (t) => ({
    id: t.exposeID('id', sealed('cardEvent')),
    kind: t.expose('kind', { type: CardEventKindEnum }),
    occurredAt: t.expose('occurred_at', { type: 'DateTime' }),
    deviceAt: t.expose('device_at', { type: 'DateTime', nullable: true }),
    receivedAt: t.expose('received_at', { type: 'DateTime' }),
    clockCorrected: t.exposeBoolean('clock_corrected'),
    litres: t.exposeInt('litres', { description: 'Estimated: openings times the drum.' }),
    unauthorised: t.exposeBoolean('unauthorised'),
    reason: t.string({
      nullable: true,
      description: 'In the words of who did it, which may name people: null to callers who may not read who it was.',
      resolve: async (row, _args, context) =>
        context.viewer.may('cardEvent:readWho') && (await isVisibleTo(context, 'cardEvent:readWho', row))
          ? row.reason
          : null,
    }),
    actor: t.string({
      nullable: true,
      description: 'Who did it, for what was done in the console; null for what a lock saw.',
      authScopes: { may: 'cardEvent:readActor' },
      resolve: async (row, _args, context) =>
        (await isVisibleTo(context, 'cardEvent:readActor', row)) ? row.actor : null,
    }),
    serialNumber: t.string({
      nullable: true,
      authScopes: { may: 'cardEvent:readWho' },
      resolve: async (row, _args, context) =>
        (await isVisibleTo(context, 'cardEvent:readWho', row)) ? row.serial_number : null,
    }),
    card: t.field({
      type: Card,
      nullable: true,
      authScopes: { may: 'cardEvent:readWho' },
      resolve: async (row, _args, context) =>
        (await isVisibleTo(context, 'cardEvent:readWho', row)) ? context.load(cards, 'card:read', row.card_id) : null,
    }),
    apartment: t.field({
      type: Apartment,
      nullable: true,
      authScopes: { may: 'cardEvent:readWho' },
      resolve: async (row, _args, context) =>
        (await isVisibleTo(context, 'cardEvent:readWho', row))
          ? context.load(apartments, 'apartment:read', row.apartment_id)
          : null,
    }),
  }),
});

addNamed(CardEvent, 'container_id', Container, containers);

const CardEventConnection = connectionOf('CardEvent', CardEvent);
const CardEventFilterInput = builder.inputType('CardEventFilter', {
  fields: (t) => ({
    kind: t.field({ type: CardEventKindEnum }),
    containerId: t.id(),
    containerGroupId: t.id({ description: 'At the containers that stand in it now.' }),
    entranceId: t.id({ description: 'For callers who may read who opened.' }),
    cardId: t.id({ description: 'For callers who may read who opened.' }),
    apartmentId: t.id({ description: 'For callers who may read who opened.' }),
    serialNumber: t.string({ description: 'In any notation. For callers who may read who opened.' }),
    from: t.field({ type: 'DateTime' }),
    to: t.field({ type: 'DateTime', description: 'Exclusive.' }),
  }),
});
export type CardEventFilter = typeof CardEventFilterInput.$inferInput;

builder.queryField('cardEvents', (t) =>
  t.field({
    type: CardEventConnection,
    description: 'Newest first.',
    authScopes: { may: 'cardEvent:read' },
    args: { ...pageArgs, filter: t.arg({ type: CardEventFilterInput }) },
    resolve: async (_root, { filter, ...args }, context) => {
      const permission = 'cardEvent:read';
      const atThem = await atContainers((work) => context.read(permission, work), filter);
      const conditions = within(context, {
        permission,
        reach: cardEvents.reach,
        visibleReach: cardEventWhoReach,
        conditions: [...cardEventConditions(filter), ...atThem],
      });
      return rowConnection(
        context,
        permission,
        messagesWithin({ ...cardEvents, partsOf: (scope) => partsOf(filter, scope) }, conditions),
        args,
      );
    },
  }),
);

builder.queryField('cardEventsFrom', (t) =>
  t.field({
    type: 'DateTime',
    nullable: true,
    description:
      'From when on all card events are listed: of months before, some lie outside the database, where reports count them. Null where none do.',
    authScopes: { may: 'cardEvent:read' },
    resolve: (_root, _args, context) => context.read('cardEvent:read', findListedFrom),
  }),
);
