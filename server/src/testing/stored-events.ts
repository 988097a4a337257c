import { sql, type RawBuilder, type Selectable } from 'kysely';
import type { Tx } from '../database/database.ts';
import { storeEvents } from '../database/stored-events.ts';
import type { Database } from '../database/tables.ts';

const who = ['card_id', 'apartment_id', 'serial_number', 'actor', 'reason'] as const;

/** A card event, with who it was, as `card_event` tells it. */
export type TestEvent = Partial<
  Omit<Selectable<Database['card_event']>, 'occurred_at' | 'id' | 'forget_on' | 'who_occurred_at'>
> & {
  org_id: string;
  occurred_at: Date | string;
};

/** What a row has that is not told. */
const untold: Readonly<Record<string, string>> = {
  card_id: 'null::uuid',
  apartment_id: 'null::uuid',
  serial_number: 'null::text',
  actor: 'null::text',
  reason: 'null::text',
  manager_id: 'null::uuid',
  anonymous: 'false',
};

/**
 * Card events as they were stored when they were young, by the term that their org has now: with who it was, though that may be due to be
 * forgotten since.
 *
 * @param columns - of the view `card_event`, which `rows` gives: `org_id` and `occurred_at` among them.
 */
export async function storeYoung(tx: Tx, columns: readonly string[], rows: RawBuilder<unknown>): Promise<void> {
  const others = Object.entries(untold).filter(([column]) => !columns.includes(column));
  const term = sql`(select identity_days from org_settings s where s.org_id = r.org_id)`;
  const all = sql`
    select r.*, identity_goes_on(occurred_at, case when actor is null then ${term} else greatest(${term}, 90) end) as forget_on
    from (
      select ${sql.raw(['r.*', ...others.map(([column, value]) => `${value} as ${column}`)].join(', '))} from (${rows}) r) r`;
  await sql`
    select ensure_month('stored_event', day) from (
      select distinct date_trunc('month', occurred_at at time zone 'UTC')::date as day from (${rows}) r) d`.execute(tx);
  await sql`
    select ensure_identity_day(forget_on) from (
      select distinct forget_on from (${all}) r where num_nonnulls(${sql.raw(who.join(', '))}) > 0 and not anonymous) d`.execute(
    tx,
  );
  const apart: readonly string[] = [...who, 'anonymous'];
  await storeEvents(
    [...new Set([...columns, 'manager_id'])].filter((column) => !apart.includes(column)).join(', '),
    all,
  ).execute(tx);
}

const ofTable: Readonly<Record<string, unknown>> = {
  litres: 0,
  failed_attempt: false,
  unauthorised: false,
  clock_corrected: false,
  received_at: new Date(),
  anonymous: false,
};

/** As `storeYoung`, of events that are told one by one. */
export async function storeYoungEvents(tx: Tx, events: readonly TestEvent[]): Promise<void> {
  const columns = [...new Set(events.flatMap((event) => Object.keys(event)))];
  const ofView = sql.raw(columns.map((column) => `j.${column}`).join(', '));
  for (let start = 0; start < events.length; start += 1000) {
    const told = events.slice(start, start + 1000).map((event) => ({ ...ofTable, ...event }));
    const rows = sql`select ${ofView} from jsonb_populate_recordset(null::card_event, ${JSON.stringify(told)}::jsonb) j`;
    await storeYoung(tx, columns, rows);
  }
}
