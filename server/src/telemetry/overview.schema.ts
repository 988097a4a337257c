import { builder } from '../graphql/builder.ts';
import { costs } from '../graphql/cost.ts';
import { requireSize } from '../records/size.ts';
import { shownType } from '../graphql/shown-type.ts';
import { countEventsToday, listEventDays } from './overview.queries.ts';

/** Days that may be asked for at once. */
const maxDays = 31;
const defaultDays = 14;

const EventDayType = shownType('EventDay', {
  fields: {
    date: { type: 'Date', description: 'As each org counts its days.' },
    events: { type: 'Int' },
    refused: { type: 'Int', description: 'Failed attempts among them.' },
  },
});
export type EventDay = typeof EventDayType.$inferType;

const EventsTodayType = shownType('EventsToday', {
  description: 'Today so far, beside the same weekday a week ago up to the same time of day.',
  fields: {
    events: { type: 'Int' },
    refused: { type: 'Int', description: 'Failed attempts among them.' },
    eventsWeekBefore: { type: 'Int' },
    refusedWeekBefore: { type: 'Int' },
  },
});
export type EventsToday = typeof EventsTodayType.$inferType;

const Overview = builder.objectRef<object>('Overview').implement({
  description: 'Figures of recent events, as far as the caller reads events; never who.',
  fields: (t) => ({
    today: t.field({
      type: EventsTodayType,
      resolve: (_root, _args, context) => context.read('cardEvent:read', countEventsToday),
    }),
    days: t.field({
      type: [EventDayType],
      extensions: costs({ sizeBy: ['count'] }),
      description: 'The last days, oldest first, today the last; a row for each.',
      args: { count: t.arg.int({ required: true, defaultValue: defaultDays }) },
      resolve: (_root, { count }, context) => {
        requireSize({ count }, maxDays);
        return context.read('cardEvent:read', (tx, scope) => listEventDays(tx, scope, count));
      },
    }),
  }),
});

builder.queryField('overview', (t) =>
  t.field({ type: Overview, authScopes: { may: 'cardEvent:read' }, resolve: () => ({}) }),
);
