import { builder } from '../graphql/builder.ts';
import { costs } from '../graphql/cost.ts';
import { requireSize } from '../records/size.ts';
import { countEventsToday, listEventDays, type EventDay, type EventsToday } from './overview.queries.ts';

/** Days that may be asked for at once. */
const maxDays = 31;
const defaultDays = 14;

const EventDayType = builder.objectRef<EventDay>('EventDay').implement({
  fields: (t) => ({
    date: t.expose('date', { type: 'Date', description: 'As each org counts its days.' }),
    events: t.exposeInt('events'),
    refused: t.exposeInt('refused', { description: 'Failed attempts among them.' }),
  }),
});

const EventsTodayType = builder.objectRef<EventsToday>('EventsToday').implement({
  description: 'Today so far, beside the same weekday a week ago up to the same time of day.',
  fields: (t) => ({
    events: t.exposeInt('events'),
    refused: t.exposeInt('refused', { description: 'Failed attempts among them.' }),
    eventsWeekBefore: t.exposeInt('eventsWeekBefore'),
    refusedWeekBefore: t.exposeInt('refusedWeekBefore'),
  }),
});

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
