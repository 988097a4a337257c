import { createHash } from 'node:crypto';
import { setImmediate as letOthers } from 'node:timers/promises';
import {
  BIGINT,
  BOOLEAN,
  DATE,
  DuckDBDataChunk,
  DuckDBEnumType,
  DuckDBUUIDValue,
  ENUM8,
  INTEGER,
  TIMESTAMP,
  UUID,
  type DuckDBType,
} from '@duckdb/node-api';
import { cardEventKinds, wasteStreams } from '@noa/domain/vocabulary.ts';
import type { EventForm } from '../source/event-source.ts';
import type { Connection } from './connection.ts';
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
const storedColumns = keptColumns.map(([name, type]): Column =>
  type === UUID ? [keyNameOf(name), INTEGER] : [name, type],
);

/** Of the columns that name records: each column's name, and its table of keys. */
export const keyColumns: readonly (readonly [idColumn: string, table: string])[] = keptColumns.flatMap(([name, type]) =>
  type === UUID ? [[name, keyNameOf(name)] as const] : [],
);

const keyTables: readonly string[] = keyColumns.map(([, table]) => table);

const declared = (columns: readonly (readonly [name: string, type: DuckDBType | string, ...rest: unknown[]])[]) =>
  columns.map(([name, type]) => `${name} ${type.toString()}`).join(', ');

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

/** Events as PostgreSQL sends them: in bytes. */
export const eventForm: EventForm = {
  select: (condition) =>
    `select ${[...ownColumns.map(([name]) => name), ...numberedColumns.keys()].map((name) => `e.${name}`).join(', ')}
    from card_event e where ${condition}`,
  together: `string_agg(record_send(e), '')`,
  format: 'binary',
  numbers: [...numberedColumns].map(([column, said]) => ({
    column,
    table: numbered[column]?.table ?? column,
    together: `string_agg(int4send(n.number) || ${said.map(saidBytes).join(' || ')}, '')`,
  })),
};

/** Of `staging`, where the rows of a batch wait to be sorted and moved to `card_event`, as `event-bytes.ts` writes them. */
export const stagedColumns: readonly Column[] = [...storedColumns, ['local_at', TIMESTAMP]];

export const createStaging = `create or replace temp table staging (${declared(stagedColumns)})`;

/** Most reports ask for one org and a period: rows that stand together are read together. */
export const moveStaged = `
  insert into card_event by name
  select ${[
    'staged.* exclude (local_at)',
    ...calendar.map(([name, , of]) => `${of('local_at')} as ${name}`),
    `${currentEpoch} as epoch_number`,
  ].join(', ')}
  from (from staging order by org_key, occurred_at) staged`;

/** Which events of `card_event` are among the staged ones, the lowest id of which is `$1`. */
export const isAgain =
  'id >= $1 and exists (from staging s where s.org_key = card_event.org_key and s.id = card_event.id)';

/** Changes with anything that decides what is in the file: a file of another layout is built anew. */
export const layout: string = createHash('sha256')
  .update([createTables, openEpoch, rollUpEpochs, eventForm.select(''), moveStaged].join())
  .digest('hex')
  .slice(0, 16);

/** 32-bit words of an id. */
const idWords = 4;

/** Keys that are written before others may use this thread. */
const keysAtOnce = 1024;

/**
 * The keys that a projection has given to one kind of record, some forty bytes each: numbers from nought on, in the order in which ids
 * are met. Those that a transaction wrote which came to nothing are not in the file, and so all have to be read anew.
 */
export class RecordKeys {
  readonly #table: string;
  #count = 0;
  /** The words of each id, by its key. */
  #ids = new Int32Array(idWords * 1024);
  /** Keys where their ids' hashes point to, or in the next free place; −1 where there is none. Never more than half full. */
  #slots = new Int32Array(2 * 1024).fill(-1);
  #written = 0;

  constructor(table: string) {
    this.#table = table;
  }

  /** The key of the id whose 16 bytes stand `at` this place. */
  keyOf(bytes: DataView, at: number): number {
    const a = bytes.getInt32(at);
    const b = bytes.getInt32(at + 4);
    const c = bytes.getInt32(at + 8);
    const d = bytes.getInt32(at + 12);
    const slot = this.#slotOf(a, b, c, d);
    const known = this.#slots[slot] ?? -1;
    if (known >= 0) {
      return known;
    }
    const key = this.#count;
    this.#ids.set([a, b, c, d], key * idWords);
    this.#slots[slot] = key;
    this.#count += 1;
    this.#makeRoomFor(this.#count);
    return key;
  }

  /** Where the key of an id is, or the free place for it. */
  #slotOf(a: number, b: number, c: number, d: number): number {
    const ids = this.#ids;
    const slots = this.#slots;
    const mixed =
      Math.imul(d, 0x9e3779b1) ^ Math.imul(c, 0x85ebca6b) ^ Math.imul(b, 0xc2b2ae35) ^ Math.imul(a, 0x27d4eb2f);
    for (let slot = mixed ^ (mixed >>> 15); ; slot += 1) {
      slot &= slots.length - 1;
      const key = slots[slot] ?? -1;
      const at = key * idWords;
      if (key < 0 || (ids[at] === a && ids[at + 1] === b && ids[at + 2] === c && ids[at + 3] === d)) {
        return slot;
      }
    }
  }

  #makeRoomFor(next: number): void {
    while ((next + 1) * idWords > this.#ids.length) {
      const ids = new Int32Array(this.#ids.length * 2);
      ids.set(this.#ids);
      this.#ids = ids;
      this.#slots = new Int32Array(this.#slots.length * 2).fill(-1);
      for (let key = 0; key < this.#count; key += 1) {
        const [a = 0, b = 0, c = 0, d = 0] = this.#wordsOf(key);
        this.#slots[this.#slotOf(a, b, c, d)] = key;
      }
    }
  }

  /** The id of a key that was given, in words. */
  #wordsOf(key: number): Int32Array {
    return this.#ids.subarray(key * idWords, (key + 1) * idWords);
  }

  /** The id of a key that was given, as a number of 128 bits. */
  idOf(key: number): bigint {
    return this.#wordsOf(key).reduce((id, word) => (id << 32n) | BigInt(word >>> 0), 0n);
  }

  /** Takes over the keys of a file. Where a record is forgotten, its key is left out: then another may have the last. */
  async read(connection: Connection): Promise<void> {
    const all = `select key, replace(id::varchar, '-', '') from ${this.#table} order by key`;
    for await (const rows of connection.pieces(all)) {
      const bytes = Buffer.from(rows.map(([, id]) => id).join(''), 'hex');
      const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
      for (const [index, [key]] of rows.entries()) {
        this.#makeRoomFor(Number(key));
        this.#count = Number(key);
        this.keyOf(view, 16 * index);
      }
    }
    this.#written = this.#count;
  }

  /** Writes those that were given since, a few at a time: in a big town they are many. */
  async write(connection: Connection): Promise<void> {
    while (this.#written < this.#count) {
      const many = Math.min(keysAtOnce, this.#count - this.#written);
      const given = Array.from({ length: many }, (_, position) => this.#written + position);
      const chunk = DuckDBDataChunk.create([INTEGER, UUID]);
      chunk.setColumns([given, given.map((key) => DuckDBUUIDValue.fromUint128(this.idOf(key)))]);
      await connection.append(this.#table, [chunk].values(), many);
      this.#written += many;
      await letOthers();
    }
  }
}

/** By table. */
export type Keys = ReadonlyMap<string, RecordKeys>;

/** The keys of a file. */
export async function readKeys(connection: Connection): Promise<Keys> {
  const keys = new Map(keyTables.map((table) => [table, new RecordKeys(table)]));
  for (const each of keys.values()) {
    await each.read(connection);
  }
  return keys;
}
