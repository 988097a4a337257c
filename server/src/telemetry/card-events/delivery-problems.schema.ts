import { sql } from 'kysely';
import type { CardEventKind } from '@noa/domain/vocabulary.ts';
import { requireSize } from '../../records/size.ts';
import { inScope, getRecord } from '../../records/record.ts';
import { reachesOrg } from '../../database/scope.ts';
import { builder } from '../../graphql/builder.ts';
import { paged } from '../../graphql/cost.ts';
import { CardEventKindEnum } from '../../graphql/scalars.ts';
import { shownType } from '../../graphql/shown-type.ts';
import { containers } from '../../registry/containers/container.queries.ts';
import { addQuarantine } from '../receiving/quarantine.ts';
import { cardEvents } from './card-event-list.ts';
import { findGaps } from './delivery-problems.queries.ts';

/** Gaps of one answer at most. */
const maxGaps = 200;

const CardEventGapType = shownType('CardEventGap', {
  description: 'Numbers that have not arrived, though later ones have: `first` to `last`, both missing.',
  fields: { bootNumber: { type: 'Int' }, first: { type: 'Int' }, last: { type: 'Int' } },
});
export type CardEventGap = typeof CardEventGapType.$inferType;

const CardEventGapsType = shownType('CardEventGaps', {
  extensions: paged,
  description: 'What a lock has not delivered of its card events, as far as later ones show.',
  fields: {
    missing: { type: 'Float', description: 'Events missing in all.' },
    count: { type: 'Int', description: 'Gaps in all.' },
    gaps: { type: [CardEventGapType] },
  },
});
export type CardEventGaps = typeof CardEventGapsType.$inferType;

builder.queryField('cardEventGaps', (t) =>
  t.field({
    type: CardEventGapsType,
    description: 'What is missing of a container’s card events, oldest first; at most 200 gaps are listed.',
    authScopes: { may: 'statusUpdate:read' },
    args: { containerId: t.arg.id({ required: true }), first: t.arg.int({ required: true, defaultValue: 50 }) },
    resolve: (_root, { containerId, first }, context) => {
      requireSize({ first }, maxGaps);
      return context.read('statusUpdate:read', async (tx, scope) =>
        findGaps(tx, await getRecord(tx, containers, scope, containerId), first),
      );
    },
  }),
);

interface Kept {
  /** Null also where the caller may not read it. */
  readonly kept_kind: CardEventKind | null;
  readonly kept_at: Date | null;
}

addQuarantine({
  type: 'CardEventSetAside',
  query: 'cardEventsSetAside',
  table: 'card_event_set_aside',
  description: 'What a lock said under a number that was taken by something else, which is kept.',
  listDescription: 'What contradicts a container’s card events, newest first.',
  keptBy: 'cardEvent:read',
  kept: sql<Kept>`k.kind as kept_kind, k.device_at as kept_at`,
  // Within the brackets `r` is the event, as its reach has it; the columns of what was put aside have other names there.
  joined: (scope) => sql`
    left join lateral find_events_by_number(array[r.org_id], array[r.container_id], array[r.boot_number], array[r.event_number::integer]) f on true
    left join lateral (
      select r.kind, r.device_at from card_event r
      where r.org_id = f.org_id and r.occurred_at = f.occurred_at and r.id = f.id and ${inScope(cardEvents, scope)}) k on true`,
  fields: (t) => ({
    eventNumber: t.int({ resolve: ({ event_number }) => Number(event_number) }),
    kind: t.expose('kind', { type: CardEventKindEnum }),
    listVersion: t.exposeString('list_version', { nullable: true }),
    keptKind: t.expose('kept_kind', { type: CardEventKindEnum, nullable: true, description: 'Of the event kept.' }),
    keptDeviceAt: t.expose('kept_at', { type: 'DateTime', nullable: true, description: 'Of the event kept.' }),
    serialNumber: t.string({
      nullable: true,
      authScopes: { may: 'cardEvent:readWho' },
      resolve: ({ org_id, serial_number }, _args, { viewer }) =>
        reachesOrg(viewer.scope('cardEvent:readWho'), org_id) ? serial_number : null,
    }),
  }),
});
