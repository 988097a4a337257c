import { sql } from 'kysely';
import { countWritten, execute, findRows } from '../../database/statements.ts';
import type { Db } from '../../database/database.ts';
import type { Row } from '../../database/tables.ts';
import type { Keyring } from '../../database/keys/keyring.ts';
import { everything, ofOrgs } from '../../database/scope.ts';
import { read, write } from '../../database/transaction.ts';
import { eachByItself, startWork, type Work } from '../../database/work-loop.ts';
import { findOpenMonths, monthColumns, openMonthsOf, type CountedMonth } from '../../telemetry/month-use/month-keys.ts';
import { noEventFacts } from '../facts/facts.ts';
import { findUsers } from '../facts/month-use.ts';
import { registryFacts } from '../query/sources.ts';

/** How long a month stays open after its end, in hours: a lock that had no network on its last day tells of it the day after. */
const graceHours = 24;

/** Months that are over, as far as they are not closed. */
const findEnded = (db: Db): Promise<CountedMonth[]> =>
  read(
    db,
    everything,
    (tx) => findRows<CountedMonth>(tx)`
    select ${monthColumns} from counted_month m
    where m.closed_at is null and m.ends + make_interval(hours => ${graceHours}) <= now() order by m.ends`,
  );

/** How many apartments there were at the end of a month, and how many of them used a container in it, by where they belong. */
type Participation = Omit<Row<'month_participation'>, 'org_id' | 'month' | 'id'>;

/** @returns null if the month has no key: nobody knows any more who used a container in it. */
function countParticipation(db: Db, keyring: Keyring, { orgId, month, starts, ends }: CountedMonth) {
  const at = new Date(ends.getTime() - 1);
  return read(
    db,
    everything,
    async (tx): Promise<Participation[] | null> => {
      const open = await findOpenMonths(tx, await keyring.forReading(tx), [orgId]);
      const own = open.filter((each) => each.month === month);
      if (own.length === 0) {
        return null;
      }
      const facts = registryFacts.apartments({
        ...noEventFacts,
        isPast: true,
        byDay: false,
        scopes: [ofOrgs([orgId])],
        used: await findUsers(tx, own, 'now'),
        from: starts,
        to: ends,
        at,
      });
      return findRows<Participation>(tx)`
        select manager_id, tower_block_id, entrance_id, access_group_id, has_card, is_used, count(*)::int as apartments
        from (${facts}) facts where org_id = ${orgId} group by 1, 2, 3, 4, 5, 6`;
    },
    at,
  );
}

/** Writes what is kept of a month, and takes away its key and its pseudonyms with it. One that another server has closed stays as it is. */
async function closeMonth(db: Db, { orgId, month }: CountedMonth, participation: readonly Participation[] | null) {
  await write(db, everything, 'system', async (tx) => {
    const isThis = sql`org_id = ${orgId} and month = ${month}::date`;
    const change = participation ? sql`update counted_month set closed_at = now()` : sql`delete from counted_month`;
    const changed = await countWritten(tx)`${change} where ${isThis} and closed_at is null`;
    if (participation && participation.length > 0 && changed === 1) {
      await execute(tx)`
        insert into month_participation (org_id, month, manager_id, tower_block_id, entrance_id, access_group_id, has_card, is_used,
          apartments)
        select ${orgId}, ${month}::date, p.* from jsonb_to_recordset(${JSON.stringify(participation)}::jsonb) as p (manager_id uuid,
          tower_block_id uuid, entrance_id uuid, access_group_id uuid, has_card boolean, is_used boolean, apartments integer)`;
    }
    await execute(tx)`delete from month_key where ${isThis}`;
    await execute(tx)`delete from month_pseudonym where ${isThis}`;
  });
}

/** Pseudonyms of closed months: a batch that was on its way while its month was closed may have left some. */
const dropLeft = (db: Db) =>
  write(db, everything, 'system', (tx) =>
    sql`delete from month_pseudonym p using counted_month m
      where m.org_id = p.org_id and m.month = p.month and m.closed_at is not null`.execute(tx),
  );

/** Months of orgs that are looked at together. */
const orgsAtOnce = 500;

/** Begins the month that runs in every org, whether its locks tell of anything or not: what is not counted is not known to be none. */
async function beginRunning(db: Db, keyring: Keyring): Promise<void> {
  const orgs = await read(db, everything, (tx) => tx.selectFrom('org').select('id').orderBy('id').execute());
  for (let start = 0; start < orgs.length; start += orgsAtOnce) {
    const ids = orgs.slice(start, start + orgsAtOnce).map(({ id }) => id);
    await write(db, everything, 'system', (tx) => openMonthsOf(tx, { db, keys: keyring }, ids));
  }
}

/**
 * Closes the months that are over: how many apartments took part is kept, by where they belong, and who they are can be learnt by nobody from
 * then on (decision 89).
 *
 * @param leaving - looked at between two of them.
 * @throws what failed, once all others were closed.
 */
export async function closeMonths(db: Db, keyring: Keyring, leaving?: AbortSignal): Promise<void> {
  const ended = await findEnded(db);
  const closing = ended.map((month) => async () => closeMonth(db, month, await countParticipation(db, keyring, month)));
  await eachByItself([() => beginRunning(db, keyring), ...closing, () => dropLeft(db)], leaving);
}

const pauses = { firstMs: 20_000, idleMs: 3_600_000, failedMs: 600_000 } as const;

/** Closes months that are over, each hour, for as long as the process lives. */
export const startClosingMonths = (db: Db, keyring: Keyring, reportFailure: (cause: unknown) => void): Work =>
  startWork((leaving) => closeMonths(db, keyring, leaving), pauses, reportFailure);
