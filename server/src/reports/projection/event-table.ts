import { cardEventKinds, wasteStreams } from '@noa/domain/vocabulary.ts';
import { createTallies, turnThatIsOn } from './tallies.ts';

/** Zone of an org that has none on record any more. */
export const defaultZone = 'Europe/Bucharest';

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
export const calendar = [
  ['hour', 'utinyint', 'hour(local_at)'],
  ['day_of_month', 'utinyint', 'day(local_at)'],
  ['day_of_week', 'utinyint', 'isodow(local_at)'], // Monday is 1
  ['day_of_year', 'usmallint', 'dayofyear(local_at)'],
  ['week', 'integer', 'isoyear(local_at) * 100 + week(local_at)'], // ISO: 202601 may begin in 2025
  ['month', 'integer', 'year(local_at) * 100 + month(local_at)'],
  ['year', 'smallint', 'year(local_at)'],
  ['date', 'date', 'local_at::date'],
] as const;

/** What the file has of what is sent: all but local time. */
export const kept = sent.filter(([name]) => name !== 'local_at');
const columns = [...kept, ...calendar];

/**
 * Records that events are counted by. Beside its id each has a key, a number from nought on, which table `<record>_key` gives:
 * over numbers of a few bits the engine counts several times as fast as over ids (decision 20). Keys are this file's own.
 */
export const keyed: readonly string[] = sent.flatMap(([name, type]) =>
  type === 'uuid' ? [name.slice(0, -'_id'.length)] : [],
);

/** What a new projection file begins with. */
export const createTables = `
  create type event_kind as ${oneOf(cardEventKinds)};
  create type waste_stream as ${oneOf(wasteStreams)};
  create table card_event (${[
    ...columns.map(([name, type]) => `${name} ${type}`),
    ...keyed.map((record) => `${record}_key integer`),
    'taken integer', // in which turn (tallies.ts)
  ].join(', ')});
  ${keyed.map((record) => `create table ${record}_key (key integer, id uuid);`).join('\n  ')}
  ${createTallies}
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

const giveKeysTo = (record: string, ids: string): string => `
  insert into ${record}_key
  select (select coalesce(max(key), -1) from ${record}_key) + row_number() over (order by id), id
  from (select distinct id from (${ids}) where id is not null) i
  where not exists (select 1 from ${record}_key k where k.id = i.id)`;

/** Gives a key to each record of `incoming` that has none yet, kind by kind. */
export const giveKeys: readonly string[] = keyed.map((record) =>
  giveKeysTo(record, `select ${record}_id as id from incoming`),
);

/** Finds what is there of the events in `incoming`. For {@link deleteAgain}. */
export const findIncomingAgain = `
  create or replace temp table again as
  select e.org_id, e.id from card_event e join incoming i on i.org_id = e.org_id and i.id = e.id`;

/** Events that come again, of `card_event`. */
export const isAgain = '(org_id, id) in (select (org_id, id) from again)';

export const deleteAgain = `delete from card_event where ${isAgain}`;

/** Most reports ask for one org and a period: rows that stand together are read together. */
export const moveIncoming = `
  insert into card_event
  select i.*, ${keyed.map((record) => `${record}_key.key`).join(', ')}, ${turnThatIsOn} from incoming i
  ${joinKeys}
  order by i.org_id, i.occurred_at`;

const text = (value: string) => `'${value.replaceAll("'", "''")}'`;

/** Reads a file of `copyEvents` into `incoming`. */
export const loadFile = (path: string): string => `
  insert into incoming
  select ${columns.map(([name, , expression]) => (expression.startsWith('e.') ? name : expression)).join(', ')}
  from read_csv(${text(path)}, auto_detect = false, header = false, delim = ',', quote = '"', escape = '"', nullstr = '',
    columns = {${sent.map(([name, type]) => `${text(name)}: ${text(type)}`).join(', ')}})`;

const fromEvents = (condition: string) => `
  from card_event e
  left join (select distinct on (id) id, time_zone from org_version order by id, row_id desc) z on z.id = e.org_id
  where ${condition}`;

/** The query whose rows `COPY … (format csv)` sends; no column is free text, so that a line is a row. */
export const copyEvents = (condition: string): string => `
  select ${sent.map(([, , expression]) => expression).join(', ')} ${fromEvents(condition)}`;

/** A line of {@link recentEvents}: what is sent, and after it, once they are known, the keys. */
const inLine = [
  ...sent.map(([name, type]) => [name, type] as const),
  ...keyed.map((record) => [`${record}_key`, 'integer'] as const),
];

/** Where in a line the record of each kind is told, by kind. */
export const recordsInLine: readonly (readonly [record: string, place: number])[] = keyed.map((record) => [
  record,
  sent.findIndex(([name]) => name === `${record}_id`),
]);

/** The same events as `copyEvents`, at most so many, in a text: a line each, of what is sent, by commas. */
export const recentEvents = (condition: string, most: number): string => `
  select string_agg(concat(${sent.map(([name]) => name).join(`, ',', `)}), E'\\n')
  from (select ${sent.map(([name, , expression]) => `${expression} as ${name}`).join(', ')} ${fromEvents(condition)} limit ${most}) e`;

const lines = (columns: readonly (readonly [name: string, type: string])[]) => `(
  select ${columns.map(([name, type], place) => `nullif(cells[${place + 1}], '')::${type} as ${name}`).join(', ')}
  from (select string_split(unnest(string_split($1, chr(10))), ',') as cells))`;

/** Finds what is there of the events in the lines `$1`; only ids from `$2` to `$3` are. For {@link deleteAgain}. */
export const findLinesAgain = `
  create or replace temp table again as
  select e.org_id, e.id from card_event e join ${lines(inLine.slice(0, 2))} i on i.org_id = e.org_id and i.id = e.id
  where e.id between $2 and $3`;

/** Adds the events in the lines `$1`. They are so few that nothing is gained by their order. */
export const insertLines = `
  insert into card_event
  select ${[...kept.map(([name]) => name), ...calendar.map(([, , expression]) => expression), ...keyed.map((record) => `${record}_key`)].join(', ')},
    ${turnThatIsOn}
  from ${lines(inLine)} i`;

/** All keys of a kind of record, at most so many, the newest first. */
export const newestKeys = (record: string, most: number): string =>
  `select id::varchar, key from ${record}_key order by key desc limit ${most}`;

const idsOfText = `select unnest(string_split($1, ','))::uuid as id`;

/** The keys of the records whose ids `$1` has, by commas; a record that has none is not among them. */
export const keysOfText = (record: string): string =>
  `select k.id::varchar, k.key from (${idsOfText}) i join ${record}_key k on k.id = i.id`;

/** Gives a key to each record whose id `$1` has, by commas, if it has none yet. */
export const giveKeysToText = (record: string): string => giveKeysTo(record, idsOfText);
