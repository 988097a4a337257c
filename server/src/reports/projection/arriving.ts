import { cardEventKinds, wasteStreams } from '@noa/domain/vocabulary.ts';
import { calendar, kept, keyed } from './event-table.ts';
import { turnThatIsOn } from './tallies.ts';

const namesOf = (...types: string[]) => kept.flatMap(([name, type]) => (types.includes(type) ? [name] : []));

/** What a new projection is filled with: what is kept of an event, put together by what its bytes are. */
export const arriving = {
  /**
   * Eight bytes each: numbers, and moments in microseconds since 2000; the last is when it happened. They come as numbers of
   * JavaScript, which are exact up to 9·10¹⁵: ids are given from 1 on, and that many microseconds pass in 285 years.
   */
  wide: namesOf('bigint', 'timestamp'),
  /** Sixteen bytes each, or none; they come as keys, −1 for none. The first is the org. */
  ids: namesOf('uuid'),
  /** One of a closed list, or none; they come as places in it from 1 on, 0 for none. */
  words: [
    { name: 'kind', words: cardEventKinds },
    { name: 'waste_stream', words: wasteStreams },
  ],
  /** Four bytes each. */
  numbers: namesOf('integer'),
  /** A byte each. */
  flags: namesOf('boolean'),
} as const;
const arrivingNames = [
  ...arriving.wide,
  ...arriving.ids,
  ...arriving.words.map(({ name }) => name),
  ...arriving.numbers,
  ...arriving.flags,
];

/**
 * Where the rows of a batch wait for {@link moveArrived}; its columns are those of `arriving`, in that order, and by how many
 * seconds local time was ahead.
 */
export const createArrived = `
  create or replace temp table arrived (${arrivingNames
    .map((name) => `${name} ${(arriving.wide as readonly string[]).includes(name) ? 'double' : 'integer'}`)
    .join(', ')}, ahead integer)`;

/** PostgreSQL sends moments as microseconds since 2000; others count from 1970. */
export const microsecondsTo2000 = Date.UTC(2000, 0, 1) * 1000;

/** A column of `arrived` as it is kept. */
function arrivedAs([name, type]: (typeof kept)[number]): string {
  switch (type) {
    case 'uuid':
      return `nullif(${name}, -1) as ${name.slice(0, -'_id'.length)}_key`;
    case 'timestamp':
      return `make_timestamp(${name}::bigint + ${microsecondsTo2000}) as ${name}`;
    case 'event_kind':
    case 'waste_stream':
      return `enum_range(null::${type})[${name}] as ${name}`;
    case 'boolean':
      return `${name} = 1 as ${name}`;
    case 'bigint':
      return `${name}::bigint as ${name}`;
    case 'integer':
      return name;
  }
}

/** As `moveIncoming`, for rows that come with their keys: they are sorted while they are narrow. */
export const moveArrived = `
  insert into card_event
  select ${[
    ...kept.map(([name, type]) => (type === 'uuid' ? `${name.slice(0, -'_id'.length)}_key.id` : `i.${name}`)),
    ...calendar.map(([, , expression]) => expression),
    ...keyed.map((record) => `i.${record}_key`),
    turnThatIsOn,
  ].join(', ')}
  from (
    select ${kept.map(arrivedAs).join(', ')},
      make_timestamp(arrived.occurred_at::bigint + ${microsecondsTo2000} + ahead * 1000000::bigint) as local_at
    from arrived order by org_id, arrived.occurred_at) i
  ${keyed.map((record) => `left join ${record}_key on ${record}_key.key = i.${record}_key`).join('\n  ')}`;

/** Where the keys of each kind of record are, in the order of their ids in {@link arriving}. */
export const keyTables: readonly string[] = keyed.map((record) => `${record}_key`);

/** All events, for `COPY … (format binary)`; the columns are those of `arriving`, in that order. */
export const copyAllEvents: string = `select ${arrivingNames.join(', ')} from card_event`;
