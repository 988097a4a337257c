// Apart from what checks updates: the first screen says of readings what they are, and checks none.
import type { StatusUpdateKind } from './vocabulary.ts';

/** What is measured and grows old; the other kinds tell what happened once, which stays true. */
export const measuredKinds: readonly StatusUpdateKind[] = [
  'battery_life_pct',
  'battery_life_status',
  'fill_closed',
  'fill_level_pct',
  'sync',
];

/** Kinds whose value is a percentage. */
export const percentKinds: readonly StatusUpdateKind[] = ['battery_life_pct', 'fill_level_pct'];
