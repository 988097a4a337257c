import { createHash } from 'node:crypto';
import { BIGINT, INTEGER, TIMESTAMP, UUID, type DuckDBType } from '@duckdb/node-api';
import { cardEventKinds, wasteStreams } from '@noa/domain/vocabulary.ts';
import { createRollups, openEpoch, rollUpEpochs, currentEpoch } from './rollups/rollups.ts';

const oneOf = (words: readonly string[]) => `enum (${words.map((word) => `'${word}'`).join(', ')})`;

/** What is kept of an event, by its names in PostgreSQL, in the order in which it is sent. The org is first: its zone tells local time. */
export const storedColumns = [
  ['org_id', 'uuid'],
  ['id', 'bigint'],
  ['kind', 'event_kind'],
  ['occurred_at', 'timestamp'], // UTC
  ['container_id', 'uuid'],
  ['container_group_id', 'uuid'],
  ['waste_stream', 'waste_stream'],
  ['card_id', 'uuid'],
  ['apartment_id', 'uuid'],
  ['entrance_id', 'uuid'],
  ['tower_block_id', 'uuid'],
  ['access_group_id', 'uuid'],
  ['manager_id', 'uuid'],
  ['litres', 'integer'],
  ['failed_attempt', 'boolean'],
  ['unauthorised', 'boolean'],
] as const;

/** The closed lists among them. */
export const wordsOf = { event_kind: cardEventKinds, waste_stream: wasteStreams } as const;

/** What is worked out once, so that no report has to: the calendar in the org's zone. */
const calendar = [
  ['hour', 'utinyint', 'hour(local_at)'],
  ['day_of_month', 'utinyint', 'day(local_at)'],
  ['day_of_week', 'utinyint', 'isodow(local_at)'], // Monday is 1
  ['day_of_year', 'usmallint', 'dayofyear(local_at)'],
  ['week', 'integer', 'isoyear(local_at) * 100 + week(local_at)'], // ISO: 202601 may begin in 2025
  ['month', 'integer', 'year(local_at) * 100 + month(local_at)'],
  ['year', 'smallint', 'year(local_at)'],
  ['date', 'date', 'local_at::date'],
] as const;

/**
 * Records that events are counted by. Beside its id each has a key, a number from nought on, which table `<record>_key` gives:
 * over numbers of a few bits the engine counts several times as fast as over ids (decision 20). Keys are this file's own.
 */
export const keyed: readonly string[] = storedColumns.flatMap(([name, type]) =>
  type === 'uuid' ? [name.slice(0, -'_id'.length)] : [],
);

/** What a new projection file begins with. */
export const createTables = `
  create type event_kind as ${oneOf(cardEventKinds)};
  create type waste_stream as ${oneOf(wasteStreams)};
  create table card_event (${[
    ...[...storedColumns, ...calendar].map(([name, type]) => `${name} ${type}`),
    ...keyed.map((record) => `${record}_key integer`),
    'epoch_number integer', // in which epoch (rollups.ts)
  ].join(', ')});
  ${keyed.map((record) => `create table ${record}_key (key integer, id uuid);`).join('\n  ')}
  ${createRollups}
  create table org_zones (zones varchar);
  create table meta (layout varchar, source varchar, snapshot varchar);`;

/** The events that meet a condition on `e`, as PostgreSQL sends them: in bytes. */
export const selectEvents = (condition: string): string =>
  `select ${storedColumns.map(([name]) => `e.${name}`).join(', ')} from card_event e where ${condition}`;

/**
 * Where the ids of staged events are: few carry theirs, as looking them up would take longer than all else; of many, the rows are
 * written and sorted in a third of the width without them.
 */
export type IdsOf = 'few' | 'many';

/** How columns are written to `staging`: one of a closed list by its place from 1 on, 0 for none; a flag by 0 or 1. */
const stagedTypes = {
  uuid: UUID,
  bigint: BIGINT,
  timestamp: TIMESTAMP,
  integer: INTEGER,
  event_kind: INTEGER,
  waste_stream: INTEGER,
  boolean: INTEGER,
};

/**
 * Where the rows of a batch wait to be sorted and moved to `card_event`, as `event-bytes.ts` writes them: records by key, −1 for none,
 * and by id where they carry it.
 */
export const stagedColumns = (ids: IdsOf): readonly (readonly [name: string, type: DuckDBType])[] => [
  ...storedColumns
    .filter(([, type]) => type !== 'uuid' || ids === 'few')
    .map(([name, type]) => [name, stagedTypes[type]] as const),
  ['local_at', TIMESTAMP],
  ...keyed.map((record) => [`${record}_key`, INTEGER] as const),
];

export const createStaging = (ids: IdsOf): string => {
  const columns = stagedColumns(ids).map(([name, type]) => `${name} ${type.toString()}`);
  return `create or replace temp table staging (${columns.join(', ')})`;
};

/** A column of `staging` as it is kept. */
function asKept([name, type]: (typeof storedColumns)[number], ids: IdsOf): string {
  if (type === 'uuid') {
    const key = name.replace(/_id$/, '_key');
    return ids === 'few' ? `case when ${key} >= 0 then ${name} end` : `${name}s[${key} + 1]`;
  }
  if (type === 'event_kind' || type === 'waste_stream') {
    return `enum_range(null::${type})[${name}]`;
  }
  return type === 'boolean' ? `${name} = 1` : name;
}

/** All ids of each record in the order of their keys, which leave none out: one row of lists, which the engine reads where they are. */
const idLists = keyed.map((record) => `(select list(id order by key) as ${record}_ids from ${record}_key)`);

/** Most reports ask for one org and a period: rows that stand together are read together. */
export const moveStaged = (ids: IdsOf): string => `
  insert into card_event
  select ${[
    ...storedColumns.map((column) => asKept(column, ids)),
    ...calendar.map(([, , expression]) => expression),
    ...keyed.map((record) => `nullif(${record}_key, -1)`),
    currentEpoch,
  ].join(', ')}
  from ${['(from staging order by org_key, occurred_at)', ...(ids === 'many' ? idLists : [])].join(', ')}`;

/** Whether an event is there with this id or a higher one: few blocks of the file can have such. */
export const isThereFrom = 'select 1 from card_event where id >= $1 limit 1';

/** Finds what is there of the staged events, the lowest id of which is at least `$1`. */
export const findAgain = `
  create or replace temp table again as
  select e.org_id, e.id from card_event e join staging s on s.org_key = e.org_key and s.id = e.id where e.id >= $1`;

/** Events that come again, of `card_event`. */
export const isAgain = '(org_id, id) in (select (org_id, id) from again)';

/** Changes with anything that decides what is in the file: a file of another layout is built anew. */
export const layout: string = createHash('sha256')
  .update([createTables, openEpoch, ...rollUpEpochs, selectEvents(''), moveStaged('few'), moveStaged('many')].join())
  .digest('hex')
  .slice(0, 16);
