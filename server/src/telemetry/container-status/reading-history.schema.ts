import { requireSize } from '../../records/size.ts';
import { builder } from '../../graphql/builder.ts';
import { costs } from '../../graphql/cost.ts';
import type { Context } from '../../request/context.ts';
import { Container } from '../../registry/containers/container.schema.ts';
import {
  findReadingHistories,
  historySpans,
  maxReadings,
  percentKinds,
  type PercentKind,
  type PercentReading,
  type ReadingHistory,
} from './reading-history.queries.ts';

/** Days that may be asked for at once. */
const maxDays = 92;
const defaultDays = 30;

const PercentKindEnum = builder.enumType('PercentKind', {
  description: 'Kinds of status updates whose value is a percentage.',
  values: percentKinds,
});

const PercentReadingType = builder.objectRef<PercentReading>('PercentReading').implement({
  fields: (t) => ({
    at: t.expose('at', { type: 'DateTime' }),
    pct: t.exposeFloat('pct', { description: '0 to 100.' }),
  }),
});

const ReadingHistoryType = builder.objectRef<ReadingHistory>('ReadingHistory').implement({
  description: 'What was told of a container’s fill, or of its battery, over some days.',
  fields: (t) => ({
    readings: t.field({
      type: [PercentReadingType],
      // They are read with the history and are plain numbers.
      extensions: costs({ rows: maxReadings, weight: 0.1 }),
      description: `Oldest first, ${maxReadings} at most: of each ${historySpans}th of the period the lowest and the highest, and the newest.`,
      resolve: ({ readings }) => [...readings],
    }),
    emptyings: t.field({
      type: ['DateTime'],
      extensions: costs({ rows: historySpans }),
      description: `When it was emptied, oldest first: the last time of each ${historySpans}th of the period.`,
      resolve: ({ emptyings }) => [...emptyings],
    }),
    warningPct: t.exposeInt('warningPct', {
      description:
        'What deserves a warning, by the thresholds of its org now: so full or fuller, so much battery or less.',
    }),
    errorPct: t.exposeInt('errorPct'),
  }),
});

builder.objectField(Container, 'readingHistory', (t) =>
  t.field({
    type: ReadingHistoryType,
    nullable: true,
    description:
      'The last days of its fill or of its battery up to now, as many readings as a drawing shows; null where the past is read.',
    authScopes: { may: 'statusUpdate:read' },
    args: {
      kind: t.arg({ type: PercentKindEnum, required: true, defaultValue: 'fill_level_pct' }),
      days: t.arg.int({ required: true, defaultValue: defaultDays }),
    },
    resolve: async ({ id }, { kind, days }, context) => {
      requireSize({ days }, maxDays);
      return context.asOf ? null : ((await historyOf(context, id, kind, days)) ?? null);
    },
  }),
);

const historyOf = (context: Context, containerId: string, kind: PercentKind, days: number) =>
  context.loadBy(`reading history ${kind} ${days}`, containerId, (ids) =>
    context.read('statusUpdate:read', (tx, scope) =>
      findReadingHistories(tx, scope, ids, { kind, days, to: new Date() }),
    ),
  );
