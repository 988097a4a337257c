import type { ReportField, ReportGrouping } from '@noa/domain/reporting/report.ts';
import { cardEventKinds, cardKinds, cardStatuses, wasteStreams } from '@noa/domain/vocabulary.ts';
import type { LabelledTable } from '../../registry/kinds.ts';
import type { Dialect, RecordColumn } from './dialect.ts';

/**
 * How a grouping's values are kept and shown: `number` as it is, `month` and `week` as year × 100 + number, `date` as a
 * day, `word` out of a closed list, `record` as an id.
 */
export type Grouping = { readonly column: string } & (
  | { readonly kind: 'number' | 'month' | 'week' | 'date' }
  | { readonly kind: 'word'; readonly type: string; readonly words: readonly string[] }
  | { readonly kind: 'record'; readonly table: LabelledTable }
);

const record = (table: LabelledTable): Grouping => ({ kind: 'record', column: `${table}_id`, table });

/** Each grouping over what reports count (`sources.ts`). */
export const groupings: Readonly<Record<ReportGrouping, Grouping>> = {
  hour: { kind: 'number', column: 'hour' },
  day_of_month: { kind: 'number', column: 'day_of_month' },
  day_of_week: { kind: 'number', column: 'day_of_week' },
  day_of_year: { kind: 'number', column: 'day_of_year' },
  week: { kind: 'week', column: 'week' },
  month: { kind: 'month', column: 'month' },
  year: { kind: 'number', column: 'year' },
  date: { kind: 'date', column: 'date' },
  org: record('org'),
  manager: record('manager'),
  entrance: record('entrance'),
  tower_block: record('tower_block'),
  access_group: record('access_group'),
  container_group: record('container_group'),
  container: record('container'),
  waste_stream: { kind: 'word', column: 'waste_stream', type: 'waste_stream', words: wasteStreams },
  card: record('card'),
  apartment: record('apartment'),
  event_kind: { kind: 'word', column: 'kind', type: 'event_kind', words: cardEventKinds },
  card_kind: { kind: 'word', column: 'card_kind', type: 'card_kind', words: cardKinds },
  card_status: { kind: 'word', column: 'card_status', type: 'card_status', words: cardStatuses },
};

/** What a row has of a grouping: a column, and where it is that of a record, which table gives ids, as the engine's dialect says. */
export const columnOf = (name: ReportGrouping, { recordOf }: Dialect): RecordColumn => {
  const grouping = groupings[name];
  return grouping.kind === 'record' ? recordOf(grouping.table) : { by: grouping.column, ids: null };
};

export const isGrouping = (field: ReportField): field is ReportGrouping => field in groupings;
