import type { Permission } from '@noa/domain/permissions.ts';
import { householdGroupings, type ReportGrouping, type ReportMetric } from '@noa/domain/reporting/report.ts';
import type { ReportDefinition } from '../catalogue.ts';
import type { Scope } from '../../database/scope.ts';
import type { FileAsked } from '../engine/engine.ts';
import { groupings } from '../query/groupings.ts';
import { countedBy, metrics, type Count } from '../query/metrics.ts';
import type { ReportSource } from '../query/sources.ts';
import type { FigureAsked, RecordPlan } from './record-query.ts';
import { asc, recordShapes, type RecordShape, type ShapeColumn } from './record-sources.ts';

/** How a column of a file of records is read. */
type RecordColumnKind = 'moment' | 'number' | 'record' | 'word' | 'yesNo';

/** One column of a file of records: a grouping that each row has one value of, or a fact of the row itself. */
export interface RecordColumn {
  readonly name: RecordColumnName;
  readonly kind: RecordColumnKind;
  readonly by: ShapeColumn;
  /** Empty where the caller may not read it, left out where that is everywhere. */
  readonly permission?: Permission;
}

/** A column as a file has it for its reader. */
export interface FileColumn extends RecordColumn {
  /** Where the caller may read it; null for wherever there is a record. */
  readonly within: Scope | null;
}

/** Facts of a row that are no groupings. */
export type RecordFact =
  | 'at'
  | 'litres'
  | 'failed_attempt'
  | 'unauthorised'
  | 'occupier_kind'
  | 'has_card'
  | 'is_named'
  | 'is_used'
  | 'is_controlled'
  | 'happening'
  | 'is_silent'
  | 'is_low'
  | 'is_behind'
  | 'is_emptying'
  | 'fill_pct'
  | 'hours_over';
export type RecordColumnName = ReportGrouping | RecordFact;

function groupingColumn(name: ReportGrouping, permission?: Permission): RecordColumn {
  const grouping = groupings[name];
  const told =
    grouping.kind === 'record'
      ? ({ kind: 'record', by: { record: grouping.table } } as const)
      : ({ kind: 'word', by: grouping.column } as const);
  return { name, ...told, ...(permission && { permission }) };
}

const homes = (['org', 'manager', 'tower_block', 'entrance', 'access_group'] as const).map((name) =>
  groupingColumn(name),
);

const platforms = (['container', 'container_group', 'waste_stream', 'org'] as const).map((name) =>
  groupingColumn(name),
);

const fact = (name: RecordFact, kind: RecordColumnKind, by: string = name, permission?: Permission): RecordColumn => ({
  name,
  kind,
  by,
  ...(permission && { permission }),
});

const sources: Readonly<Record<ReportSource, readonly RecordColumn[]>> = {
  events: [
    fact('at', 'moment', 'occurred_at'),
    groupingColumn('event_kind'),
    groupingColumn('container'),
    groupingColumn('container_group'),
    groupingColumn('waste_stream'),
    groupingColumn('card', 'cardEvent:readWho'),
    groupingColumn('apartment', 'cardEvent:readWho'),
    groupingColumn('org'),
    // Of a single event, the household is who it was.
    ...householdGroupings.map((name) => groupingColumn(name, 'cardEvent:readWho')),
    fact('litres', 'number'),
    fact('failed_attempt', 'yesNo'),
    fact('unauthorised', 'yesNo'),
  ],
  apartments: [
    groupingColumn('apartment'),
    ...homes,
    fact('occupier_kind', 'word', 'occupier_kind', 'apartment:readOccupierKind'),
    fact('is_named', 'yesNo', 'is_named', 'apartment:readOccupier'),
    fact('has_card', 'yesNo', 'has_card', 'card:count'),
    fact('is_used', 'yesNo', 'is_used', 'cardEvent:readWho'),
  ],
  platforms: [
    groupingColumn('container_group'),
    fact('is_controlled', 'yesNo'),
    groupingColumn('container'),
    groupingColumn('waste_stream'),
    groupingColumn('org'),
  ],
  card_lives: [
    groupingColumn('card'),
    fact('happening', 'word', 'kind'),
    fact('at', 'moment', `(at at time zone 'UTC')`),
    groupingColumn('card_kind'),
    groupingColumn('card_status'),
    groupingColumn('org'),
  ],
  fleet: [
    ...platforms,
    ...(['is_silent', 'is_low', 'is_behind'] as const).map((name) => fact(name, 'yesNo', name, 'statusUpdate:read')),
  ],
  emptyings: [
    fact('at', 'moment', `(at at time zone 'UTC')`),
    ...platforms,
    fact('is_emptying', 'yesNo', 'is_emptying', 'statusUpdate:read'),
    fact('fill_pct', 'number', 'fill_pct', 'statusUpdate:read'),
    fact('hours_over', 'number', 'round(seconds_over / 3600.0, 1)', 'statusUpdate:read'),
  ],
};

/** What is asked of apartments only by some reports: what none of a report's figures looks at is not in its file. */
const askedOnly: readonly RecordColumnName[] = ['occupier_kind', 'has_card', 'is_named', 'is_used'];

/** Whether a condition is about a column. */
const looksAt = (condition: string, by: ShapeColumn) =>
  typeof by === 'string' && new RegExp(`\\b${by}\\b`).test(condition);

/** The columns of a report's records. */
export function recordColumns({ counts, metrics: offered, only = '' }: ReportDefinition): readonly RecordColumn[] {
  const conditions = [only, ...offered.map((name) => countedBy(metrics[name]).where ?? '')];
  return sources[counts].filter(
    ({ name, by }) => !askedOnly.includes(name) || conditions.some((condition) => looksAt(condition, by)),
  );
}

/** Columns that rest on events, which are looked for where a figure needs them. */
const ofEvents: readonly RecordColumnName[] = ['is_used', 'is_silent'];

/** The figures of a report that look at what its columns tell of events: the columns need what they need. */
export const figuresBehind = (
  columns: readonly RecordColumn[],
  { metrics: offered }: ReportDefinition,
): ReportMetric[] =>
  offered.filter((metric) =>
    columns.some(({ name, by }) => ofEvents.includes(name) && looksAt(countedBy(metrics[metric]).where ?? '', by)),
  );

/** Rows that are no records, but only add to figures, are left out. */
const fileRows: Readonly<Partial<Record<ReportSource, Pick<Count, 'where'>>>> = {
  fleet: { where: 'is_container' },
};

/** What is in a file: every row of the report that is a record. */
export const fileFigure = ({ counts }: ReportDefinition): FigureAsked => ({ cell: [], metric: fileRows[counts] ?? {} });

/** Files hold every row, whichever figure it is counted by: what tells rows apart is more than what tells records apart. */
export const fileShapes: Readonly<Record<ReportSource, RecordShape>> = {
  events: recordShapes.events({}),
  apartments: recordShapes.apartments({}),
  platforms: {
    ...recordShapes.platforms({}),
    order: [
      asc('item_number_key'),
      asc('container_group_id', 'uuid'),
      asc(`coalesce(serial_number_key, '')`),
      asc(`coalesce(container_id::text, '')`),
    ],
  },
  card_lives: {
    ...recordShapes.card_lives({}),
    order: [...recordShapes.card_lives({}).order, asc('kind')],
  },
  fleet: recordShapes.fleet({ where: 'is_container' }),
  emptyings: {
    ...recordShapes.emptyings({}),
    order: [...recordShapes.emptyings({}).order, asc('is_emptying::text')],
  },
};

/** Tells the org of a record, and with it the time zone; the last column. */
export const zoneColumn = 'zone';

/** How a page of a file's records is read. */
export function filePlan(
  { counts }: ReportDefinition,
  { told, columns }: FileAsked,
  asked: Pick<RecordPlan, 'first' | 'after' | 'isCounted'>,
): RecordPlan {
  const cells = Object.fromEntries(columns.map(({ name, by }) => [name, by]));
  const within = Object.fromEntries(columns.flatMap((column) => (column.within ? [[column.name, column.within]] : [])));
  return {
    shape: { ...fileShapes[counts], columns: { ...cells, [zoneColumn]: { record: 'org' } } },
    within,
    told,
    ...asked,
  };
}
