import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { execute, findRows } from '../../database/statements.ts';
import type { Db, Tx } from '../../database/database.ts';
import type { Keyring } from '../../database/keys/keyring.ts';
import { Sealer, type DataKeys } from '../../database/keys/sealing.ts';
import { PerDatabase } from '../../database/per-database.ts';
import { aheadMs } from '../receiving/record-messages.ts';

/** A month of an org in which uses are counted. */
export interface CountedMonth {
  readonly orgId: string;
  /** Its first day: YYYY-MM-DD. */
  readonly month: string;
  readonly starts: Date;
  /** The first moment of the next one. */
  readonly ends: Date;
}

/** How PostgreSQL is handed the key of a month: as the two blocks that HMAC begins with (RFC 2104), never as it is. */
export interface MonthPads {
  readonly inner: Buffer;
  readonly outer: Buffer;
}

export interface OpenMonth extends CountedMonth, MonthPads {}

const monthKeyPurpose = 'month-key';
const keyBytes = 32;
const blockBytes = 64;

/** What a month of these columns is read as. */
export const monthColumns = sql`m.org_id as "orgId", m.month::text as month, m.starts, m.ends`;

const padOf = (key: Uint8Array, byte: number): Buffer =>
  Buffer.concat([key, Buffer.alloc(blockBytes - key.length)]).map((value) => value ^ byte) as Buffer;

const padsOf = (key: Uint8Array): MonthPads => ({ inner: padOf(key, 0x36), outer: padOf(key, 0x5c) });

interface KeptMonth extends CountedMonth {
  readonly cipher: Buffer;
}

/** The months of some orgs that have a key, the oldest first. @throws {DoesNotOpen} */
export async function findOpenMonths(tx: Tx, keys: DataKeys, orgIds: readonly string[]): Promise<OpenMonth[]> {
  const rows = await findRows<KeptMonth>(tx)`
    select ${monthColumns}, k.key_cipher as cipher
    from counted_month m join month_key k on k.org_id = m.org_id and k.month = m.month
    where m.org_id = any(${orgIds}::uuid[]) order by m.starts`;
  const sealer = new Sealer(keys, monthKeyPurpose);
  return rows.map(({ cipher, ...month }) => ({
    ...month,
    ...padsOf(sealer.open(cipher, [month.orgId, month.month])),
  }));
}

/**
 * Begins the months that run at these moments in those of the orgs where they have not begun, in one order: whoever waits for another that begins
 * them waits in no circle.
 *
 * @returns how many did.
 */
async function beginMonths(
  tx: Tx,
  keyring: Keyring,
  orgIds: readonly string[],
  moments: readonly Date[],
): Promise<number> {
  const sealer = new Sealer(await keyring.forWriting(tx), monthKeyPurpose);
  const rows = await findRows<Pick<CountedMonth, 'orgId' | 'month'>>(tx)`
    insert into counted_month as m (org_id, month, starts, ends)
    select o.id, l.month::date, l.month at time zone o.time_zone, (l.month + interval '1 month') at time zone o.time_zone
    from org o cross join lateral (
      select distinct date_trunc('month', moment at time zone o.time_zone) as month from unnest(${moments}::timestamptz[]) moment) l
    where o.id = any(${orgIds}::uuid[]) order by o.id, l.month
    on conflict do nothing returning m.org_id as "orgId", m.month::text as month`;
  for (const { orgId, month } of rows) {
    const cipher = sealer.seal(randomBytes(keyBytes), [orgId, month]);
    await execute(tx)`insert into month_key (org_id, month, key_cipher) values (${orgId}, ${month}, ${cipher})`;
  }
  return rows.length;
}

/** What this process read last of an org: its open months, and until when that need not be read again. */
interface Known {
  readonly months: readonly OpenMonth[];
  readonly until: number;
}

const known = new PerDatabase(() => new Map<string, Known>());

/** Milliseconds after which it is looked again for the key of a month that runs without one. */
const lookAgainMs = 60_000;

const running = (months: readonly OpenMonth[], at: number): OpenMonth | undefined =>
  months.find(({ starts, ends }) => starts.getTime() <= at && at < ends.getTime());

/**
 * The months of some orgs in which uses are counted now: the running one, the one before until it is closed, and the next one from when on a lock may
 * tell of it, whose clock is ahead. Where they have not begun, they begin, with the transaction. One that lost its key, as the database came back from a
 * backup, is not among them.
 *
 * @param db - of the transaction; what was read of it is known for as long as a month runs.
 */
export async function openMonthsOf(
  tx: Tx,
  { db, keys }: { readonly db: Db; readonly keys: Keyring },
  orgIds: readonly string[],
  now = new Date(),
): Promise<OpenMonth[]> {
  const byOrg = known.of(db);
  const latest = now.getTime() + aheadMs;
  const read = new Map<string, readonly OpenMonth[]>();
  const due = orgIds.filter((orgId) => (byOrg.get(orgId)?.until ?? 0) <= now.getTime());
  if (due.length > 0) {
    const begun = await beginMonths(tx, keys, due, [now, new Date(latest)]);
    const found = Map.groupBy(await findOpenMonths(tx, await keys.forReading(tx), due), ({ orgId }) => orgId);
    for (const orgId of due) {
      const months = found.get(orgId) ?? [];
      read.set(orgId, months);
      if (begun === 0) {
        // What has begun here may still come to nothing.
        const last = running(months, latest);
        byOrg.set(orgId, { months, until: last ? last.ends.getTime() - aheadMs : now.getTime() + lookAgainMs });
      }
    }
  }
  return orgIds.flatMap((orgId) => read.get(orgId) ?? byOrg.get(orgId)?.months ?? []);
}
