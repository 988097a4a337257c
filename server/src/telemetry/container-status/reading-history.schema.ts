import { requireSize } from '../../records/size.ts';
import { builder } from '../../graphql/builder.ts';
import { costs } from '../../graphql/cost.ts';
import { presentOfEach } from '../../graphql/related-fields.ts';
import { shownType } from '../../graphql/shown-type.ts';
import { Container } from '../../registry/containers/container.schema.ts';
import {
  findReadingHistories,
  historySpans,
  maxReadings,
  percentKinds,
  type PercentKind,
} from './reading-history.queries.ts';

/** Days that may be asked for at once. */
const maxDays = 92;
const defaultDays = 30;

const PercentKindEnum = builder.enumType('PercentKind', {
  description: 'Kinds of status updates whose value is a percentage.',
  values: percentKinds,
});

const PercentReadingType = shownType('PercentReading', {
  fields: { at: { type: 'DateTime' }, pct: { type: 'Float', description: '0 to 100.' } },
});

const ReadingHistoryType = shownType('ReadingHistory', {
  description: 'What was told of a container’s fill, or of its battery, over some days.',
  fields: {
    readings: {
      type: [PercentReadingType],
      // They are read with the history and are plain numbers.
      extensions: costs({ rows: maxReadings, weight: 0.1 }),
      description: `Oldest first, ${maxReadings} at most: of each ${historySpans}th of the period the lowest and the highest, and the newest.`,
    },
    emptyings: {
      type: ['DateTime'],
      extensions: costs({ rows: historySpans }),
      description: `When it was emptied, oldest first: the last time of each ${historySpans}th of the period.`,
    },
    warningPct: {
      type: 'Int',
      description:
        'What deserves a warning, by the thresholds of its org now: so full or fuller, so much battery or less.',
    },
    errorPct: { type: 'Int' },
  },
});
export type ReadingHistory = typeof ReadingHistoryType.$inferType;

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
    resolve: ({ id }, { kind, days }, context) => {
      requireSize({ days }, maxDays);
      return historyOf(kind, days)(context, id);
    },
  }),
);

const historyOf = (kind: PercentKind, days: number) =>
  presentOfEach(`reading history ${kind} ${days}`, 'statusUpdate:read', (tx, scope, ids) =>
    findReadingHistories(tx, scope, ids, { kind, days, to: new Date() }),
  );
