import { defaultTimeZone } from '@noa/domain/time/time-zone.ts';
import { cardEventKinds, wasteStreams } from '@noa/domain/vocabulary.ts';
import type { EventForm } from '../source/event-source.ts';

const wordOf = (words: readonly string[]) => `Enum8(${words.map((word, index) => `'${word}' = ${index}`).join(', ')})`;

/**
 * How ClickHouse keeps what reports bind and group by. Words have the order of their lists, ids that of their texts: its own type for them
 * orders by their second half first. Each text stands once in a part of a table, and a number for it in each row.
 */
export const types = {
  event_kind: wordOf(cardEventKinds),
  waste_stream: wordOf(wasteStreams),
  id: 'LowCardinality(Nullable(String))',
  timestamp: `DateTime64(6, 'UTC')`,
  date: 'Date32',
} as const;

/** A column, its type, how it is packed, and its value in PostgreSQL, of the event `e`. */
interface Column {
  readonly name: string;
  readonly type: string;
  readonly codec?: string;
  readonly value: string;
}

const plain = (name: string, type: string, codec?: string): Column => ({
  name,
  type,
  ...(codec !== undefined && { codec }),
  value: `e.${name}`,
});

/** Local time is only read: what follows from it is kept. */
export const local = 'local_at';

/**
 * Which of two rows of an event is the later one: PostgreSQL's clock when it began to tell of it, in microseconds. Only one server tells at a
 * time (`feeder.ts`), and the clock does not go back from one to the next.
 */
export const fed = 'fed';

const columns: readonly Column[] = [
  plain('org_id', 'LowCardinality(String)'),
  plain('id', 'UInt64', 'Delta, ZSTD(1)'),
  plain('kind', types.event_kind),
  {
    name: 'occurred_at',
    type: types.timestamp,
    codec: 'Delta, ZSTD(1)',
    value: `(e.occurred_at at time zone 'UTC')`,
  },
  ...['container_id', 'container_group_id'].map((name) => plain(name, types.id)),
  plain('waste_stream', `Nullable(${types.waste_stream})`),
  ...['card_id', 'apartment_id', 'entrance_id', 'tower_block_id', 'access_group_id', 'manager_id'].map((name) =>
    plain(name, types.id),
  ),
  plain('litres', 'Int32'),
  plain('failed_attempt', 'Bool'),
  plain('unauthorised', 'Bool'),
  plain('forget_on', `Nullable(${types.date})`), // null: it is not known who it was
  { name: local, type: `${types.timestamp} ephemeral`, value: '(e.occurred_at at time zone e.zone)' },
  { name: fed, type: 'UInt64', value: '(extract(epoch from now()) * 1000000)::bigint' },
];

/** The calendar of the org, as other engines have it: what is kept, and what follows from it when it is read. */
const calendar = [
  ['hour', 'UInt8', 'default', `toHour(${local})`],
  ['date', types.date, 'default', `toDate32(${local})`],
  ['day_of_month', 'UInt8', 'alias', 'toDayOfMonth(date)'],
  ['day_of_week', 'UInt8', 'alias', 'toDayOfWeek(date)'], // Monday is 1
  ['day_of_year', 'UInt16', 'alias', 'toDayOfYear(date)'],
  ['week', 'Int32', 'alias', 'toISOYear(date) * 100 + toISOWeek(date)'], // ISO: 202601 may begin in 2025
  ['month', 'Int32', 'alias', 'toYear(date) * 100 + toMonth(date)'],
  ['year', 'Int16', 'alias', 'toYear(date)'],
] as const;

/** Of a table of events, as it is created. */
export const declared: string = [
  ...columns.map(({ name, type, codec }) => `${name} ${type}${codec === undefined ? '' : ` codec(${codec})`}`),
  ...calendar.map(([name, type, how, value]) => `${name} ${type} ${how} ${value}`),
].join(', ');

/** What follows from a day, as it is read. */
export const followsFromDay: Readonly<Record<string, string>> = Object.fromEntries(
  calendar.flatMap(([name, , how, value]) => (how === 'alias' ? [[name, value]] : [])),
);

/** The types of all columns, of the calendar too. */
export const typeOf: Readonly<Record<string, string>> = Object.fromEntries([
  ...columns.map(({ name, type }) => [name, type] as const),
  ...calendar.map(([name, type]) => [name, type] as const),
]);

/** In the order in which they are sent. */
export const sentColumns: readonly string[] = columns.map(({ name }) => name);

const values = columns.map(({ name, value }) => `${value} as ${name}`).join(', ');

/** A null, and what stands between values and rows, as COPY writes them as text. None of the values has anything of it. */
const line = `concat_ws(E'\\t', ${columns.map(({ name }) => `coalesce(e.${name}::text, E'\\\\N')`).join(', ')}) || E'\\n'`;

/** Events as PostgreSQL sends them: as text. The zone of an org, of a past one too, is that of the same moment. */
export const eventForm: EventForm = {
  select: (condition) => `select ${values}
    from (select e.*, coalesce(z.time_zone, '${defaultTimeZone}') as zone
      from card_event e left join lateral (
        select v.time_zone from org_version v where v.id = e.org_id order by v.row_id desc limit 1) z on true
      where ${condition}) e`,
  together: `convert_to(string_agg(${line}, ''), 'UTF8')`,
  format: 'text',
  letsGo: true,
};
