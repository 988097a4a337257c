import { sql, type RawBuilder } from 'kysely';
import { execute } from './statements.ts';
import type { Tx } from './database.ts';

const dayMs = 86_400_000;

/** Texts of days by their numbers since 1970. They are asked for with each event of a batch, and made in two microseconds. */
const dayTexts = new Map<number, string>();
const mostDayTexts = 5_000;

function dayText(day: number): string {
  const known = dayTexts.get(day);
  if (known !== undefined) {
    return known;
  }
  if (dayTexts.size >= mostDayTexts) {
    dayTexts.clear();
  }
  const text = new Date(day * dayMs).toISOString().slice(0, 10);
  dayTexts.set(day, text);
  return text;
}

/**
 * The day on which who it was is gone, in UTC, of an event under a term of so many days; null where it is never stored. As `identity_goes_on` of
 * PostgreSQL says it; here it tells which partitions a batch needs before any of its rows is sent.
 */
export function identityGoesOn(occurredAt: Date, days: number): string | null {
  if (days <= 0) {
    return null;
  }
  const after = (count: number) => dayText(Math.floor(occurredAt.getTime() / dayMs) + count);
  if (days <= 90) {
    return after(days + 1);
  }
  const month = `${after(days + 1).slice(0, 7)}-01`;
  return month > after(91) ? month : after(91);
}

/** Whether who it was must not be stored any more, or never is, of an event that arrives. */
export function isNobodyKept(occurredAt: Date, days: number, now: Date): boolean {
  const day = identityGoesOn(occurredAt, days);
  return day === null || day <= dayText(Math.floor(now.getTime() / dayMs));
}

/** Makes room for who did what in the console at this moment, in these orgs; the month's partition may be missing as well. */
export const ensureRoomForNow = (tx: Tx, orgs: RawBuilder<unknown>): Promise<void> => execute(tx)`
  select ensure_month('stored_event', now()::date), (
    select count(ensure_identity_day(day)) from (
      select distinct identity_goes_on(moment(), greatest(identity_days, 90)) as day from org_settings where org_id in (${orgs})) d)`;

const who = sql.raw('card_id, apartment_id, serial_number, actor, reason');

/**
 * Who an event `e` of `stored_event` was about, for each event by itself: PostgreSQL would rather read all days at once, as it does not reckon with finding
 * the one that an event names. `w.event_id` is null where nobody is kept.
 */
export const whoOfEach: RawBuilder<unknown> = sql`left join lateral (
  select * from event_identity i where i.forget_on = e.forget_on and i.event_id = e.id offset 0) w on true`;

/** What an event belonged to, of which it has a number alone: the function that gives it, and what that is given. */
const numbered = {
  container_number: {
    of: 'container_number_of',
    table: 'numbered_container',
    columns: ['container_id', 'container_group_id', 'waste_stream'],
  },
  entrance_number: {
    of: 'entrance_number_of',
    table: 'numbered_entrance',
    columns: ['entrance_id', 'tower_block_id', 'access_group_id', 'manager_id'],
  },
} as const;

type Numbered = (typeof numbered)[keyof typeof numbered];

/**
 * The number of what a row `g` belongs to, as what is joined with it and what is selected. The function, which takes longer than a look-up, is
 * called for what has none yet.
 *
 * @param told - what the row has; it belongs to nothing else.
 */
function numberOf(name: string, { of, table, columns }: Numbered, told: readonly string[]) {
  const [id, ...others] = columns.map((column) => ({ column, value: told.includes(column) ? `g.${column}` : 'null' }));
  const same = others.map(({ column, value }) => `${table}.${column} is not distinct from ${value}`);
  return {
    join: `left join ${table} on ${table}.org_id = g.org_id and ${table}.${id?.column} = ${id?.value} and ${same.join(' and ')}`,
    value: `coalesce(${table}.number, ${of}(g.org_id, ${[id, ...others].map((each) => each?.value).join(', ')})) as ${name}`,
  };
}

/**
 * The number of what each row `g` of a query belongs to, for those who know what many events have in common and ask once: what is joined with `g`, which
 * has all of these columns, and what is selected.
 */
export function numbersOf(name: keyof typeof numbered): {
  readonly join: RawBuilder<unknown>;
  readonly value: RawBuilder<unknown>;
} {
  const { join, value } = numberOf(name, numbered[name], numbered[name].columns);
  return { join: sql.raw(join), value: sql.raw(value) };
}

/** How an event keeps a column of `card_event`: as it is, unless this says otherwise. */
const kept: Readonly<Record<string, string | null>> = {
  kind: 'kind::card_event_kind',
  device_at: 'nullif(device_at, occurred_at)',
  clock_corrected: null, // follows
};

/**
 * A statement that stores card events, and apart from them who it was.
 *
 * @param columns - of `card_event`, in SQL: `org_id` and `occurred_at` among them, and neither `id`, `forget_on` nor `anonymous`. What an event belonged to
 *   is told by the ids, or by the numbers that they have (`numbersOf`).
 * @param rows - a query that gives these columns, `manager_id`, all that tell who, `forget_on`, and `anonymous`: who is left out of such an event.
 * @param before - queries by their names, each with a comma behind it, which `rows` read.
 */
export function storeEvents(columns: string, rows: RawBuilder<unknown>, before = sql``): RawBuilder<unknown> {
  const told = columns.split(',').map((column) => column.trim());
  const numbers = Object.entries(numbered).filter(
    ([name, each]) => !told.includes(name) && each.columns.some((column) => told.includes(column)),
  );
  const apart: readonly string[] = Object.values(numbered).flatMap((each) => each.columns);
  const own = told.filter((column) => !apart.includes(column) && kept[column] !== null);
  const names = sql.raw([...numbers.map(([name]) => name), ...own].join(', '));
  const values = sql.raw([...numbers.map(([name]) => name), ...own.map((column) => kept[column] ?? column)].join(', '));
  const given = numbers.map(([name, each]) => numberOf(name, each, told));
  return sql`
    with ${before} told as materialized (
      select ${sql.raw(['g.*', ...given.map(({ value }) => value)].join(', '))}, not g.anonymous and num_nonnulls(${who}) > 0 as has_who
      from (select nextval('card_event_id') as event_id, g.* from (${rows}) g) g
      ${sql.raw(given.map(({ join }) => join).join('\n      '))}),
    stored as (
      insert into stored_event (id, ${names}, anonymous, forget_on)
      select event_id, ${values}, anonymous, case when has_who then forget_on end from told)
    insert into event_identity (event_id, org_id, occurred_at, manager_id, forget_on, ${who})
    select event_id, org_id, occurred_at, manager_id, forget_on, ${who} from told where has_who`;
}
