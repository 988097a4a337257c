import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { identityGoesOn, isNobodyKept } from '../../database/stored-events.ts';
import { anOrg } from '../../testing/factories.ts';
import { asSystem, databaseUrl, db } from '../../testing/harness.ts';
import { storeYoungEvents } from '../../testing/stored-events.ts';
import { forgetDue } from './retention.ts';

const dayMs = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * dayMs);

const change = (orgId: string, identity_days: number) =>
  asSystem((tx) =>
    tx
      .updateTable('org_settings')
      .set({ identity_days, pay_by_use: identity_days > 90, legal_basis: 'ordinance' })
      .where('org_id', '=', orgId)
      .execute(),
  );

/** An event of each of these days ago, with a card, an apartment and a serial that are nowhere else. */
async function givenWho(days: readonly number[], term = 90) {
  const org = await anOrg();
  await change(org.id, term);
  const container_id = randomUUID();
  const events = days.map((ago, index) => ({
    org_id: org.id,
    kind: 'full_use' as const,
    occurred_at: daysAgo(ago),
    container_id,
    boot_number: 0,
    event_number: index + 1,
    card_id: randomUUID(),
    apartment_id: randomUUID(),
    serial_number: randomUUID().replaceAll('-', '').slice(0, 14).toUpperCase(),
  }));
  await asSystem((tx) => storeYoungEvents(tx, events));
  return { org, events };
}

/** The events as they lie in their pages: what is written anew has other places and another writer. */
const rowsOf = (orgId: string) =>
  asSystem(async (tx) => {
    const { rows } = await sql`
      select tableoid::regclass::text as table, ctid::text, xmin::text, e.* from stored_event e where org_id = ${orgId} order by id`.execute(
      tx,
    );
    return rows;
  });

const named = (orgId: string) =>
  asSystem(async (tx) => {
    const { rows } = await sql<{ card_id: string | null; anonymous: boolean }>`
      select card_id, anonymous from card_event where org_id = ${orgId} order by occurred_at`.execute(tx);
    return rows.map(({ card_id, anonymous }) => [card_id, anonymous]);
  });

const unknownBefore = (orgId: string) =>
  asSystem(async (tx) => {
    const { unknown_before } = await tx
      .selectFrom('event_forgetting')
      .selectAll()
      .where('org_id', '=', orgId)
      .executeTakeFirstOrThrow();
    return unknown_before;
  });

/** Who owns the tables, and looks into each partition by itself. */
const owner = new pg.Client({ connectionString: databaseUrl });
beforeAll(() => owner.connect());
afterAll(() => owner.end());

/** Every table in which one of these texts is found. */
async function tablesWith(texts: readonly string[]): Promise<string[]> {
  const { rows } = await owner.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  );
  const found: string[] = [];
  for (const { name } of rows) {
    const { rowCount } = await owner.query(`select from ${name} t where t::text ilike any ($1::text[]) limit 1`, [
      texts.map((text) => `%${text}%`),
    ]);
    found.push(...(rowCount === 0 ? [] : [name]));
  }
  return found;
}

it('what the console did to a card is known for 90 days, also where it is known of no opening, and not a day longer', async () => {
  const { org, events } = await givenWho([10]);
  const acts = [95, 40].map((ago) => ({
    org_id: org.id,
    kind: 'card_blocked' as const,
    occurred_at: daysAgo(ago),
    card_id: randomUUID(),
    actor: 'ana',
    reason: 'lost',
  }));
  await asSystem((tx) => storeYoungEvents(tx, acts));
  await change(org.id, 0);

  await forgetDue(db);

  expect(events).toHaveLength(1);
  expect(await named(org.id)).toEqual([
    [null, true],
    [acts[1]?.card_id, false],
    [null, true],
  ]);
});

describe('who opened', () => {
  it('goes with its day, and no event is written for it', async () => {
    const { org } = await givenWho([200, 91, 89]);
    const before = await rowsOf(org.id);

    await forgetDue(db);

    expect(await rowsOf(org.id)).toEqual(before);
    expect(await named(org.id)).toEqual([
      [null, true],
      [null, true],
      [expect.any(String), false],
    ]);
  });

  it('goes before its day where the term was made shorter, and no event is written for that either', async () => {
    const { org } = await givenWho([80, 40, 5]);
    const before = await rowsOf(org.id);
    await change(org.id, 30);

    await forgetDue(db);

    expect(await rowsOf(org.id)).toEqual(before);
    expect((await named(org.id)).map(([card]) => card === null)).toEqual([true, true, false]);
  });

  it('stays where an org keeps it longer than another', async () => {
    const [brief, thorough] = [await givenWho([91]), await givenWho([91, 150, 260], 200)];

    await forgetDue(db);

    expect(await named(brief.org.id)).toEqual([[null, true]]);
    expect((await named(thorough.org.id)).map(([card]) => card === null)).toEqual([true, false, false]);
  });

  it('does not come back by a longer term, nor is said to be known', async () => {
    const { org } = await givenWho([40, 20], 30);
    await forgetDue(db);
    await change(org.id, 90);

    await forgetDue(db);

    expect((await named(org.id)).map(([card]) => card === null)).toEqual([true, false]);
    const [from, until] = [31, 29].map((days) => daysAgo(days).getTime());
    expect((await unknownBefore(org.id)).getTime()).toBeGreaterThan(from as number);
    expect((await unknownBefore(org.id)).getTime()).toBeLessThan(until as number);
  });

  it('is in no table of the database once its day has come', async () => {
    const { events } = await givenWho([95, 91]);
    const canaries = events.flatMap((event) => [event.card_id, event.apartment_id, event.serial_number]);
    expect(await tablesWith(canaries)).not.toEqual([]);

    await forgetDue(db);

    expect(await tablesWith(canaries)).toEqual([]);
  });
});

it('PostgreSQL and the server agree on which day who opened goes, and whether it is kept at all', async () => {
  const terms = [0, 1, 30, 89, 90, 91, 92, 120, 121, 365, 1_095, 3_650];
  const days = Array.from({ length: 140 }, (_, index) => daysAgo(index * 27.7));
  const cases = terms.flatMap((term) => days.map((at) => ({ term, at })));
  const { rows } = await asSystem((tx) =>
    sql<{ day: string | null; kept: boolean }>`
      select identity_goes_on(at, term)::text as day, at >= identity_kept_from(term) as kept
      from unnest(${cases.map(({ term }) => term)}::int[], ${cases.map(({ at }) => at)}::timestamptz[]) as c (term, at)`.execute(
      tx,
    ),
  );

  expect(rows).toEqual(
    cases.map(({ term, at }) => ({ day: identityGoesOn(at, term), kept: !isNobodyKept(at, term, new Date()) })),
  );
  for (const { term, at } of cases.filter(({ term: days90 }) => days90 > 0)) {
    const kept = (Date.parse(identityGoesOn(at, term) ?? '') - at.getTime()) / dayMs;
    expect(kept).toBeLessThanOrEqual(term + 1);
    expect(kept).toBeGreaterThan(term <= 90 ? term : Math.max(90, term - 31));
  }
});
