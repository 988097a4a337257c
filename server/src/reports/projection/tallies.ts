import type { ReportGrouping } from '@noa/domain/report.ts';
import { addToSpans, createSpans, forgetInSpans } from './spans.ts';

/** Events counted beforehand, for every combination of what is told apart that occurred. */
export interface Tally {
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

const places = ['org', 'manager', 'entrance', 'tower_block', 'access_group', 'container_group', 'container'] as const;
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
export const tallies: readonly Tally[] = [
  {
    table: 'day_tally',
    unit: 'day',
    shortestHours: 22, // no day is shorter, whatever clocks do
    groupings: [...days, ...places, ...others],
    by: ['date', ...keysOf(places), ...otherColumns],
    derived: ofDate,
  },
  {
    table: 'hour_tally',
    unit: 'day',
    shortestHours: 60 * 24, // it has hardly fewer rows than there are events, and those of some days are found faster
    groupings: ['hour', ...days, ...places, ...others],
    by: ['date', 'hour', ...keysOf(places), ...otherColumns],
    derived: ofDate,
  },
  {
    table: 'month_tally',
    unit: 'month',
    shortestHours: 27 * 24,
    groupings: ['month', 'year', ...places, ...who, ...others],
    by: ['month', ...keysOf([...places, ...who]), ...otherColumns],
    derived: { year: 'month // 100' },
  },
];

const recordsOf = ({ groupings }: Tally) => [...places, ...who].filter((record) => groupings.includes(record));

/** The columns of a tally that `card_event` has as well. */
export const columnsOf = (tally: Tally): readonly string[] => [
  ...tally.by,
  ...Object.keys(tally.derived),
  ...recordsOf(tally).map((record) => `${record}_id`),
];

/**
 * For a new projection file, after `card_event`. Each event says in which turn it was taken in; the tallies hold those of all
 * turns but the open ones, which are in `turn`. The last of these is on: new events come into it.
 */
export const createTallies: string = [
  ...tallies.map(
    (tally) => `create table ${tally.table} as
    select ${columnsOf(tally).join(', ')}, 0::bigint as events, 0::bigint as litres from card_event limit 0;`,
  ),
  createSpans,
  'create table turn (number integer);',
  'insert into turn values (0);',
].join('\n');

/** Events as rows of a tally, but for what follows from its columns. */
const cellsOf = ({ by }: Tally, rows: string) => `
  select ${by.join(', ')}, count(*) as events, sum(litres)::bigint as litres from ${rows} group by all`;

const insertCells = (tally: Tally, cells: string) => `
  insert into ${tally.table}
  select ${tally.by.map((column) => `t.${column}`).join(', ')}, ${Object.values(tally.derived).join(', ')},
    ${recordsOf(tally)
      .map((record) => `${record}_key.id`)
      .join(', ')}, t.events, t.litres
  from (${cells}) t
  ${recordsOf(tally)
    .map((record) => `left join ${record}_key on ${record}_key.key = t.${record}_key`)
    .join('\n  ')}`;

/** Which turn events come into. */
export const turnThatIsOn = '(select max(number) from turn)';

/** Opens the next turn: no more events come into the one before. */
export const openTurn = 'insert into turn select max(number) + 1 from turn';

const ended = `turn.number < ${turnThatIsOn}`;

/** Brings the events of all turns but the one that is on into the tallies. In one transaction, which new events may overtake. */
export const tallyTurns: readonly string[] = [
  ...tallies.map((tally) =>
    insertCells(tally, cellsOf(tally, `card_event join turn on turn.number = card_event.taken where ${ended}`)),
  ),
  addToSpans(`card_event join turn on turn.number = card_event.taken where ${ended}`),
  `delete from turn where ${ended}`,
];

/** How many events are in no tally yet. */
export const countOpen = 'select count(*) from card_event join turn on turn.number = card_event.taken';

/**
 * Before events are deleted; in the transaction that deletes them. A cell that counts nothing any more goes: an apartment that is
 * forgotten must not be counted among those of a group.
 *
 * @param chosen - says which, of `card_event`.
 */
export const takeFromTallies = (chosen: string): readonly string[] =>
  tallies.flatMap((tally) => {
    const isSame = tally.by.map((column) => `t.${column} is not distinct from gone.${column}`).join(' and ');
    return [
      `create or replace temp table gone as ${cellsOf(tally, `card_event where taken < (select min(number) from turn) and ${chosen}`)}`,
      `create or replace temp table rest as
        select ${tally.by.join(', ')}, sum(events)::bigint as events, sum(litres)::bigint as litres from (
          select ${[...tally.by, 'events', 'litres'].join(', ')} from ${tally.table} t where exists (from gone where ${isSame})
          union all
          select ${tally.by.join(', ')}, -events, -litres from gone)
        group by all having sum(events) <> 0`,
      `delete from ${tally.table} t where exists (from gone where ${isSame})`,
      insertCells(tally, 'from rest'),
      'drop table gone',
      'drop table rest',
    ];
  });

/** Before all events of the org `$1` are deleted. */
export const forgetInTallies: readonly string[] = [
  ...tallies.map(({ table }) => `delete from ${table} where org_id = $1::uuid`),
  forgetInSpans,
];
