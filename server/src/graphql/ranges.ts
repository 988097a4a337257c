import { builder } from './builder.ts';

/** Filter over whole numbers. */
export const IntRange = builder.inputType('IntRange', {
  description: 'From `min` to `max`, both included; an absent end is open.',
  fields: (t) => ({ min: t.int(), max: t.int() }),
});

/** Filter over percentages. */
export const PercentRange = builder.inputType('PercentRange', {
  description: 'From `min` to `max` per cent, both included; an absent end is open.',
  fields: (t) => ({ min: t.float(), max: t.float() }),
});

/** Filter over moments. */
export const DateTimeRange = builder.inputType('DateTimeRange', {
  description: 'From `from`, included, to `to`, excluded; an absent end is open.',
  fields: (t) => ({ from: t.field({ type: 'DateTime' }), to: t.field({ type: 'DateTime' }) }),
});
