import { createHash } from 'node:crypto';
import { BIGINT, BOOLEAN, ENUM8, INTEGER, TIMESTAMP, UUID, type DuckDBType } from '@duckdb/node-api';
import { cardEventKinds, wasteStreams } from '@noa/domain/vocabulary.ts';
import { calendar, createRollups, currentEpoch, openEpoch, rollUpEpochs } from './rollups.ts';

const eventKind = ENUM8(cardEventKinds);
const wasteStream = ENUM8(wasteStreams);

/** A column's name, and how the engine keeps it. */
type Column = readonly [name: string, type: DuckDBType];

/** What is kept of an event, by its names in PostgreSQL, in the order in which it is sent. The org is first: its zone tells local time. */
export const storedColumns: readonly Column[] = [
  ['org_id', UUID],
  ['id', BIGINT],
  ['kind', eventKind],
  ['occurred_at', TIMESTAMP], // UTC
  ['container_id', UUID],
  ['container_group_id', UUID],
  ['waste_stream', wasteStream],
  ['card_id', UUID],
  ['apartment_id', UUID],
  ['entrance_id', UUID],
  ['tower_block_id', UUID],
  ['access_group_id', UUID],
  ['manager_id', UUID],
  ['litres', INTEGER],
  ['failed_attempt', BOOLEAN],
  ['unauthorised', BOOLEAN],
];

/**
 * Records that events are counted by. Beside its id each has a key, a number from nought on, which table `<record>_key` gives:
 * over numbers of a few bits the engine counts several times as fast as over ids (decision 20). Keys are this file's own.
 */
export const keyed: readonly string[] = storedColumns.flatMap(([name, type]) =>
  type === UUID ? [name.slice(0, -'_id'.length)] : [],
);

const keyColumns = keyed.map((record): Column => [`${record}_key`, INTEGER]);

const declared = (columns: readonly (readonly [name: string, type: DuckDBType | string, ...rest: unknown[]])[]) =>
  columns.map(([name, type]) => `${name} ${type.toString()}`).join(', ');

/** What a new projection file begins with. Each event says in which epoch it was taken in (rollups.ts). */
export const createTables = `
  create type event_kind as ${eventKind.toString()};
  create type waste_stream as ${wasteStream.toString()};
  create table card_event (${declared([...storedColumns, ...calendar, ...keyColumns])}, epoch_number integer);
  ${keyed.map((record) => `create table ${record}_key (key integer, id uuid);`).join('\n  ')}
  ${createRollups}
  create table meta (layout varchar, source varchar, snapshot varchar, zones varchar);`;

/** The events that meet a condition on `e`, as PostgreSQL sends them: in bytes. */
export const selectEvents = (condition: string): string =>
  `select ${storedColumns.map(([name]) => `e.${name}`).join(', ')} from card_event e where ${condition}`;

/** Events that come together: a few, or all that were missed. */
export type HowMany = 'few' | 'many';

/**
 * Of `staging`, where the rows of a batch wait to be sorted and moved to `card_event`, as `event-bytes.ts` writes them. Few events carry their
 * ids, as looking them up would take longer than all else; of many, the rows are written and sorted in a third of the width without them.
 */
export const stagedColumns = (are: HowMany): readonly Column[] => [
  ...storedColumns.filter(([, type]) => type !== UUID || are === 'few'),
  ['local_at', TIMESTAMP],
  ...keyColumns,
];

export const createStaging = (are: HowMany): string =>
  `create or replace temp table staging (${declared(stagedColumns(are))})`;

/**
 * Most reports ask for one org and a period: rows that stand together are read together. All ids of each record come in the order of
 * their keys, which leave none out: one row of lists, which the engine reads where they are.
 */
export function moveStaged(are: HowMany): string {
  const apart = are === 'few' ? [] : keyed;
  const lists = apart.map((record) => `(select list(id order by key) as ${record}_ids from ${record}_key)`);
  return `
    insert into card_event by name
    select ${[
      'staged.* exclude (local_at)',
      ...calendar.map(([name, , of]) => `${of('local_at')} as ${name}`),
      ...apart.map((record) => `${record}_ids[${record}_key + 1] as ${record}_id`),
      `${currentEpoch} as epoch_number`,
    ].join(', ')}
    from ${['(from staging order by org_key, occurred_at) staged', ...lists].join(', ')}`;
}

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
