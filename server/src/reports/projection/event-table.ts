import { createHash } from 'node:crypto';
import { cardEventKinds, wasteStreams } from '@noa/domain/vocabulary.ts';

/** Zone of an org that has none on record any more. */
const defaultZone = 'Europe/Bucharest';

const oneOf = (words: readonly string[]) => `enum (${words.map((word) => `'${word}'`).join(', ')})`;

/** What PostgreSQL sends of an event, in this order: the name it has there, its type here, and how it is selected. */
const sent = [
  ['org_id', 'uuid', 'e.org_id'],
  ['id', 'bigint', 'e.id'],
  ['kind', 'event_kind', 'e.kind'],
  ['occurred_at', 'timestamp', 'e.occurred_at'], // UTC, the session's zone
  ['local_at', 'timestamp', `e.occurred_at at time zone coalesce(z.time_zone, '${defaultZone}')`],
  ['container_id', 'uuid', 'e.container_id'],
  ['container_group_id', 'uuid', 'e.container_group_id'],
  ['waste_stream', 'waste_stream', 'e.waste_stream'],
  ['card_id', 'uuid', 'e.card_id'],
  ['apartment_id', 'uuid', 'e.apartment_id'],
  ['entrance_id', 'uuid', 'e.entrance_id'],
  ['tower_block_id', 'uuid', 'e.tower_block_id'],
  ['access_group_id', 'uuid', 'e.access_group_id'],
  ['manager_id', 'uuid', 'e.manager_id'],
  ['litres', 'integer', 'e.litres'],
  ['failed_attempt', 'boolean', 'e.failed_attempt'],
  ['unauthorised', 'boolean', 'e.unauthorised'],
] as const;

/**
 * What is worked out once, so that no report has to: the calendar in the org's zone. PostgreSQL turns the moment into local
 * time, so that both engines agree on every zone and every change of clocks.
 */
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

const kept = sent.filter(([name]) => name !== 'local_at');
const columns = [...kept, ...calendar];

/**
 * Records that events are counted by. Beside its id each has a key, a number from nought on, which table `<record>_key` gives:
 * over numbers of a few bits the engine counts several times as fast as over ids (decision 20). Keys are this file's own.
 */
const keyed = sent.flatMap(([name, type]) => (type === 'uuid' ? [name.slice(0, -'_id'.length)] : []));

/** What a new projection file begins with. */
export const createTables = `
  create type event_kind as ${oneOf(cardEventKinds)};
  create type waste_stream as ${oneOf(wasteStreams)};
  create table card_event (${[
    ...columns.map(([name, type]) => `${name} ${type}`),
    ...keyed.map((record) => `${record}_key integer`),
  ].join(', ')});
  ${keyed.map((record) => `create table ${record}_key (key integer, id uuid);`).join('\n  ')}
  create table org_zone (org_id uuid, time_zone varchar);
  create table meta (layout varchar, source varchar, snapshot varchar);`;

/** Where rows wait until they are sorted and moved to `card_event`, in the same transaction. */
export const createIncoming = `
  create or replace temp table incoming as select ${columns.map(([name]) => name).join(', ')} from card_event limit 0`;

const joinKeys = keyed.map((record) => `left join ${record}_key on ${record}_key.id = i.${record}_id`).join('\n  ');

/** A row if a record of `incoming` has no key yet: hardly ever, and asked in a fraction of the time that giving keys takes. */
export const findKeyless = `
  select 1 from incoming i ${joinKeys}
  where ${keyed.map((record) => `(i.${record}_id is not null and ${record}_key.key is null)`).join(' or ')} limit 1`;

/** Gives a key to each record of `incoming` that has none yet, kind by kind. */
export const giveKeys: readonly string[] = keyed.map(
  (record) => `
  insert into ${record}_key
  select (select coalesce(max(key), -1) from ${record}_key) + row_number() over (order by id), id
  from (select distinct ${record}_id as id from incoming where ${record}_id is not null) i
  where not exists (select 1 from ${record}_key k where k.id = i.id)`,
);

/** Most reports ask for one org and a period: rows that stand together are read together. */
export const moveIncoming = `
  insert into card_event
  select i.*, ${keyed.map((record) => `${record}_key.key`).join(', ')} from incoming i
  ${joinKeys}
  order by i.org_id, i.occurred_at`;

const text = (value: string) => `'${value.replaceAll("'", "''")}'`;

/** Reads a file of `copyEvents` into `incoming`. */
export const loadFile = (path: string): string => `
  insert into incoming
  select ${columns.map(([name, , expression]) => (expression.startsWith('e.') ? name : expression)).join(', ')}
  from read_csv(${text(path)}, auto_detect = false, header = false, delim = ',', quote = '"', escape = '"', nullstr = '',
    columns = {${sent.map(([name, type]) => `${text(name)}: ${text(type)}`).join(', ')}})`;

/** The query whose rows `COPY … (format csv)` sends; no column is free text, so that a line is a row. */
export const copyEvents = (condition: string): string => `
  select ${sent.map(([, , expression]) => expression).join(', ')}
  from card_event e
  left join (select distinct on (id) id, time_zone from org_version order by id, row_id desc) z on z.id = e.org_id
  where ${condition}`;

/** Changes with anything above that decides what is in the file: a file of another layout is built anew. */
export const layout: string = createHash('sha256')
  .update([createTables, ...giveKeys, moveIncoming, loadFile(''), copyEvents('')].join())
  .digest('hex')
  .slice(0, 16);
