import { createHash } from 'node:crypto';
import {
  BIGINT,
  BOOLEAN,
  DATE,
  DuckDBEnumType,
  ENUM8,
  INTEGER,
  TIMESTAMP,
  UUID,
  type DuckDBType,
} from '@duckdb/node-api';
import { personalGroupings } from '@noa/domain/reporting/report.ts';
import { cardEventKinds, wasteStreams } from '@noa/domain/vocabulary.ts';
import type { Delivery, EventForm } from '../source/event-source.ts';
import { calendar, createRollups, currentEpoch, openEpoch, rollUpEpochs } from './rollups.ts';

const eventKind = ENUM8(cardEventKinds);
const wasteStream = ENUM8(wasteStreams);

/** A column's name, and how the engine keeps it. */
export type Column = readonly [name: string, type: DuckDBType];

/** What is kept of an event, by its names in PostgreSQL. */
const keptColumns: readonly Column[] = [
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
  ['forget_on', DATE], // null: it is not known who it was
];

/** What thousands of events say alike, which PostgreSQL keeps once, by a number (decision 96): its table, and what it says. */
const numbered: Readonly<Record<string, { readonly table: string; readonly says: readonly string[] }>> = {
  container_number: { table: 'numbered_container', says: ['container_id', 'container_group_id', 'waste_stream'] },
  entrance_number: {
    table: 'numbered_entrance',
    says: ['entrance_id', 'tower_block_id', 'access_group_id', 'manager_id'],
  },
};

/** By the column of a number, the columns that it says. */
export const numberedColumns: ReadonlyMap<string, readonly Column[]> = new Map(
  Object.entries(numbered).map(([name, { says }]) => [name, keptColumns.filter(([each]) => says.includes(each))]),
);

const saidByNumber = new Set([...numberedColumns.values()].flat());

/** What each event says itself; it is sent in this order, and then the numbers. The org is first: its zone tells local time. */
export const ownColumns: readonly Column[] = keptColumns.filter((column) => !saidByNumber.has(column));

/** What an event has in place of the id of a record. */
export const keyNameOf = (idColumn: string): string => idColumn.replace(/_id$/, '_key');

/**
 * In place of a record's id an event has its key, a number from nought on, which a table of the column's name gives: numbers of a few bits
 * take a twentieth of the room, and the engine counts by them several times as fast (decision 20). Keys are this file's own.
 */
const stored = ([name, type]: Column): Column => (type === UUID ? [keyNameOf(name), INTEGER] : [name, type]);

const storedColumns = keptColumns.map(stored);

/** Of the columns that name records: each column's name, and its table of keys. */
export const keyColumns: readonly (readonly [idColumn: string, table: string])[] = keptColumns.flatMap(([name, type]) =>
  type === UUID ? [[name, keyNameOf(name)] as const] : [],
);

export const keyTables: readonly string[] = keyColumns.map(([, table]) => table);

export const declared = (
  columns: readonly (readonly [name: string, type: DuckDBType | string, ...rest: unknown[]])[],
) => columns.map(([name, type]) => `${name} ${type.toString()}`).join(', ');

/** What a new projection file begins with. Each event says in which epoch it was taken in (rollups.ts). */
export const createTables = `
  create type event_kind as ${eventKind.toString()};
  create type waste_stream as ${wasteStream.toString()};
  create table card_event (${declared([...storedColumns, ...calendar])}, epoch_number integer);
  ${keyTables.map((table) => `create table ${table} (key integer, id uuid);`).join('\n  ')}
  ${createRollups}
  create table meta (layout varchar, identity varchar, snapshot varchar, zones varchar, forgotten varchar);`;

/** The bytes of a column that a number says: 16 of an id, 4 of a word's place in its closed list from one on; noughts where there is none. */
const saidBytes = ([name, type]: Column) =>
  type instanceof DuckDBEnumType
    ? `int4send(coalesce(array_position('{${type.values.join(',')}}', n.${name}), 0))`
    : `coalesce(uuid_send(n.${name}), '\\x${'00'.repeat(16)}')`;

/** Whether a column tells who it was, which PostgreSQL keeps apart (decision 90). */
const isPersonal = (name: string) => personalGroupings.some((who) => name === `${who}_id`);

const whoColumns = keptColumns.filter(([name]) => name === 'id' || isPersonal(name));

const selectEvents = (table: string, valueOf: (name: string) => string) =>
  `select ${[...ownColumns.map(([name]) => name), ...numberedColumns.keys()].map(valueOf).join(', ')} from ${table} e`;

/** Events as PostgreSQL sends them: in bytes. */
export const eventForm: EventForm = {
  select: (condition) => `${selectEvents('card_event', (name) => `e.${name}`)} where ${condition}`,
  together: `string_agg(record_send(e), '')`,
  format: 'binary',
  apart: {
    events: selectEvents('stored_event', (name) => (isPersonal(name) ? 'null::uuid' : `e.${name}`)),
    who: `select ${whoColumns.map(([name]) => (name === 'id' ? 'event_id' : name)).join(', ')} from event_identity`,
  },
  numbers: [...numberedColumns].map(([column, said]) => ({
    column,
    table: numbered[column]?.table ?? column,
    together: `string_agg(int4send(n.number) || ${said.map(saidBytes).join(' || ')}, '')`,
  })),
};

/** Of `staging`, where the rows of a batch wait to be sorted and moved to `card_event`, as `event-bytes.ts` writes them. */
export const stagedColumns: readonly Column[] = [...storedColumns, ['local_at', TIMESTAMP]];

export const createStaging = `create or replace temp table staging (${declared(stagedColumns)})`;

/** Rows that PostgreSQL sends: what each says itself, and then by numbers, and the columns that it is read into. */
export interface SentRows {
  /** Where they are. */
  readonly pieces: (delivery: Delivery) => Delivery['events'];
  readonly own: readonly Column[];
  readonly numbered: readonly (readonly Column[])[];
  readonly staged: readonly Column[];
}

export const sentEvents: SentRows = {
  pieces: ({ events }) => events,
  own: ownColumns,
  numbered: [...numberedColumns.values()],
  staged: stagedColumns,
};

export const sentWho: SentRows = {
  pieces: ({ who }) => who ?? [],
  own: whoColumns,
  numbered: [],
  staged: whoColumns.map(stored),
};

/**
 * Most reports ask for one org and a period: rows that stand together are read together.
 *
 * @param staged - `staging`, or what it is joined to.
 */
export const moveStaged = (staged: string): string => `
  insert into card_event by name
  select ${[
    'staged.* exclude (local_at)',
    ...calendar.map(([name, , of]) => `${of('local_at')} as ${name}`),
    `${currentEpoch} as epoch_number`,
  ].join(', ')}
  from (from ${staged} order by org_key, occurred_at) staged`;

/** Which events of `card_event` are among the staged ones, the lowest id of which is `$1`. */
export const isAgain =
  'id >= $1 and exists (from staging s where s.org_key = card_event.org_key and s.id = card_event.id)';

/** Changes with anything that decides what is in the file: a file of another layout is built anew. */
export const layout: string = createHash('sha256')
  .update([createTables, openEpoch, rollUpEpochs, eventForm.select(''), moveStaged('staging')].join())
  .digest('hex')
  .slice(0, 16);
