import { requireSize } from '../../records/size.ts';
import type { Permission } from '@noa/domain/permissions.ts';
import type { ObjectRef } from '@pothos/core';
import { sql } from 'kysely';
import { builder, type SchemaTypes } from '../../graphql/builder.ts';
import { costs } from '../../graphql/cost.ts';
import { within } from '../../graphql/list.ts';
import { shownType } from '../../graphql/shown-type.ts';
import { Apartment } from '../../registry/apartments/apartment.schema.ts';
import { ContainerGroup } from '../../registry/container-groups/container-group.schema.ts';
import { Entrance } from '../../registry/entrances/entrance.schema.ts';
import type { Context } from '../../request/context.ts';
import { cardEvents, cardEventWhoReach, eventsOf } from '../card-events/card-event-list.ts';
import { countEmptyings, countEvents, countHandovers, type DayCounts, type TimelineTable } from './timeline.queries.ts';

/** Days that may be asked for at once. */
const maxDays = 92;
const defaultDays = 30;

const TimelineDayType = shownType('TimelineDay', {
  description: 'What happened on one day, as the record’s org counts its days, and as far as the caller reads it.',
  fields: {
    date: { type: 'Date' },
    from: { type: 'DateTime', description: 'When it began.' },
    to: { type: 'DateTime', description: 'When the next one begins.' },
    openings: {
      type: 'Int',
      nullable: true,
      description: 'What locks saw and did not refuse; null of an apartment whose org keeps of no event whose it was.',
    },
    refusals: { type: 'Int', nullable: true, description: 'Failed attempts; null as `openings`.' },
    cardActions: { type: 'Int', description: 'Cards blocked, unblocked and erased.' },
    handovers: {
      type: 'Int',
      nullable: true,
      description: 'Cards handed out, and taken back; null of container groups.',
    },
    emptyings: {
      type: 'Int',
      nullable: true,
      description: 'Of a container group; null to callers who read no status updates.',
    },
  },
});
export type TimelineDay = typeof TimelineDayType.$inferType;

/** Which events are those of a record `k`. */
const ofRecord = {
  container_group: eventsOf.containerGroup(sql`k.id`),
  entrance: eventsOf.entrance(sql`k.id`),
  apartment: eventsOf.apartment(sql`k.id`),
};

/**
 * The timelines of records that are asked for together. Who is told which event is decided as in the list `cardEvents` asked for one of
 * these records: its openings, refusals and actions of a day are the length of that list.
 *
 * @throws {AppError} `Forbidden` if that list is not for the caller.
 */
async function findTimelines(
  context: Context,
  table: TimelineTable,
  ids: readonly string[],
  days: number,
): Promise<Map<string, TimelineDay[]>> {
  const period = { days, to: new Date() };
  const conditions = within(context, {
    permission: 'cardEvent:read',
    reach: cardEvents.reach,
    visibleReach: cardEventWhoReach,
    conditions: [ofRecord[table]],
  });
  const [events, handovers, emptyings] = await Promise.all([
    context.read('cardEvent:read', (tx, scope) => countEvents(tx, scope, ids, { table, period, conditions })),
    table !== 'container_group' && context.viewer.may('card:read')
      ? context.read('card:read', (tx, scope) => countHandovers(tx, scope, ids, { table, period }))
      : null,
    table === 'container_group' && context.viewer.may('statusUpdate:read')
      ? context.read('statusUpdate:read', (tx, scope) => countEmptyings(tx, scope, ids, period))
      : null,
  ]);
  const on = (counts: DayCounts | null, id: string, date: string) => counts && (counts.get(id)?.get(date) ?? 0);
  return new Map(
    [...events].map(([id, each]) => [
      id,
      each.map((day) => ({
        ...day,
        handovers: on(handovers, id, day.date),
        emptyings: on(emptyings, id, day.date),
      })),
    ]),
  );
}

/** Adds its last days to a type, for those who read what happened to its records. */
function addTimeline<Parent extends { readonly id: string }>(
  type: ObjectRef<SchemaTypes, Parent>,
  table: TimelineTable,
  permission: Permission,
): void {
  builder.objectField(type, 'timeline', (t) =>
    t.field({
      type: [TimelineDayType],
      nullable: true,
      extensions: costs({ sizeBy: ['days'], weight: 0.1 }),
      description:
        'The last days, oldest first, today the last; a row for each, whatever happened. Null where the past is read.',
      authScopes: { may: permission },
      args: { days: t.arg.int({ required: true, defaultValue: defaultDays }) },
      resolve: async ({ id }, { days }, context) => {
        requireSize({ days }, maxDays);
        if (context.asOf) {
          return null;
        }
        const name = `timeline ${table} ${days}`;
        return (await context.loadBy(name, id, (ids) => findTimelines(context, table, ids, days))) ?? null;
      },
    }),
  );
}

addTimeline(ContainerGroup, 'container_group', 'cardEvent:read');
// Behind which entrance somebody lives is part of who.
addTimeline(Entrance, 'entrance', 'cardEvent:readWho');
addTimeline(Apartment, 'apartment', 'cardEvent:readWho');
