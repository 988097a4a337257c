import type { ReportGrouping } from '@noa/domain/reporting/report.ts';
import { addActiveDays, createActiveDays, deleteActiveDays } from './active-days.ts';

/** Events counted in advance, for every combination of what is told apart that occurred. */
export interface Rollup {
  readonly table: string;
  /** Its rows are of whole days, or of whole months, in the org's zone. */
  readonly unit: 'day' | 'month';
  /** Of a shorter period it need not be asked. */
  readonly shortestHours: number;
  /** What it can be grouped by, and its events be chosen by. */
  readonly groupings: readonly ReportGrouping[];
  /** Columns that tell events apart. */
  readonly by: readonly string[];
  /** What follows from those. */
  readonly derived: Readonly<Record<string, string>>;
}

const registryGroupings = [
  'org',
  'manager',
  'entrance',
  'tower_block',
  'access_group',
  'container_group',
  'container',
] as const;
const who = ['card', 'apartment'] as const;
const others = ['waste_stream', 'event_kind'] as const;
const otherColumns = ['waste_stream', 'kind', 'failed_attempt', 'unauthorised'];
const days = ['date', 'day_of_month', 'day_of_week', 'day_of_year', 'week', 'month', 'year'] as const;
const keysOf = (records: readonly string[]) => records.map((record) => `${record}_key`);

const ofDate = {
  day_of_month: 'day(date)',
  day_of_week: 'isodow(date)',
  day_of_year: 'dayofyear(date)',
  week: 'isoyear(date) * 100 + week(date)',
  month: 'year(date) * 100 + month(date)',
  year: 'year(date)',
};

/**
 * The smallest first: where several can answer, the first one does. Together they answer all but who used a container on which
 * day, or at which hour.
 */
export const rollups: readonly Rollup[] = [
  {
    table: 'day_rollup',
    unit: 'day',
    shortestHours: 22, // no day is shorter, whatever clocks do
    groupings: [...days, ...registryGroupings, ...others],
    by: ['date', ...keysOf(registryGroupings), ...otherColumns],
    derived: ofDate,
  },
  {
    table: 'hour_rollup',
    unit: 'day',
    shortestHours: 60 * 24, // it has hardly fewer rows than there are events, and those of some days are found faster
    groupings: ['hour', ...days, ...registryGroupings, ...others],
    by: ['date', 'hour', ...keysOf(registryGroupings), ...otherColumns],
    derived: ofDate,
  },
  {
    table: 'month_rollup',
    unit: 'month',
    shortestHours: 27 * 24,
    groupings: ['month', 'year', ...registryGroupings, ...who, ...others],
    by: ['month', ...keysOf([...registryGroupings, ...who]), ...otherColumns],
    derived: { year: 'month // 100' },
  },
];

const recordsOf = ({ groupings }: Rollup) =>
  [...registryGroupings, ...who].filter((record) => groupings.includes(record));

/** The columns of a rollup that `card_event` has as well. */
export const columnsOf = (rollup: Rollup): readonly string[] => [
  ...rollup.by,
  ...Object.keys(rollup.derived),
  ...recordsOf(rollup).map((record) => `${record}_id`),
];

/**
 * For a new projection file, after `card_event`. Each event says in which epoch it was taken in; the rollups hold those of all
 * epochs but the open ones, which are in `epoch`. The last of these is on: new events come into it.
 */
export const createRollups: string = [
  ...rollups.map(
    (rollup) => `create table ${rollup.table} as
    select ${columnsOf(rollup).join(', ')}, 0::bigint as events, 0::bigint as litres from card_event limit 0;`,
  ),
  createActiveDays,
  'create table epoch (number integer);',
  'insert into epoch values (0);',
].join('\n');

/** Events as rows of a rollup, but for what follows from its columns. */
const cellsOf = ({ by }: Rollup, rows: string) => `
  select ${by.join(', ')}, count(*) as events, sum(litres)::bigint as litres from ${rows} group by all`;

const insertCells = (rollup: Rollup, cells: string) => `
  insert into ${rollup.table}
  select ${rollup.by.map((column) => `t.${column}`).join(', ')}, ${Object.values(rollup.derived).join(', ')},
    ${recordsOf(rollup)
      .map((record) => `${record}_key.id`)
      .join(', ')}, t.events, t.litres
  from (${cells}) t
  ${recordsOf(rollup)
    .map((record) => `left join ${record}_key on ${record}_key.key = t.${record}_key`)
    .join('\n  ')}`;

/** Which epoch events come into. */
export const currentEpoch = '(select max(number) from epoch)';

/** Opens the next epoch: no more events come into the one before. */
export const openEpoch = 'insert into epoch select max(number) + 1 from epoch';

const ended = `epoch.number < ${currentEpoch}`;

/** Brings the events of all epochs but the one that is on into the rollups. In one transaction, which new events may overtake. */
export const rollUpEpochs: readonly string[] = [
  ...rollups.map((rollup) =>
    insertCells(
      rollup,
      cellsOf(rollup, `card_event join epoch on epoch.number = card_event.epoch_number where ${ended}`),
    ),
  ),
  addActiveDays(`card_event join epoch on epoch.number = card_event.epoch_number where ${ended}`),
  `delete from epoch where ${ended}`,
];

/** How many events are in no rollup yet. */
export const countOpen = 'select count(*) from card_event join epoch on epoch.number = card_event.epoch_number';

/**
 * Before events are deleted; in the transaction that deletes them. A cell that counts nothing any more goes: an apartment that is
 * forgotten must not be counted among those of a group.
 *
 * @param chosen - says which, of `card_event`.
 */
export const subtractFromRollups = (chosen: string): readonly string[] =>
  rollups.flatMap((rollup) => {
    const isSame = rollup.by.map((column) => `t.${column} is not distinct from gone.${column}`).join(' and ');
    return [
      `create or replace temp table gone as ${cellsOf(rollup, `card_event where epoch_number < (select min(number) from epoch) and ${chosen}`)}`,
      `create or replace temp table rest as
        select ${rollup.by.join(', ')}, sum(events)::bigint as events, sum(litres)::bigint as litres from (
          select ${[...rollup.by, 'events', 'litres'].join(', ')} from ${rollup.table} t where exists (from gone where ${isSame})
          union all
          select ${rollup.by.join(', ')}, -events, -litres from gone)
        group by all having sum(events) <> 0`,
      `delete from ${rollup.table} t where exists (from gone where ${isSame})`,
      insertCells(rollup, 'from rest'),
      'drop table gone',
      'drop table rest',
    ];
  });

/** Before all events of the org `$1` are deleted. */
export const deleteFromRollups: readonly string[] = [
  ...rollups.map(({ table }) => `delete from ${table} where org_id = $1::uuid`),
  deleteActiveDays,
];
