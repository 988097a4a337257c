import { sql } from 'kysely';
import pg from 'pg';
import { describe, expect, it, vi } from 'vitest';
import { openDatabase } from '../database/database.ts';
import { anAccessGroup, anEntrance, anOrg } from '../testing/factories.ts';
import { appUrl, asSystem, databaseUrl, db, signIn } from '../testing/harness.ts';
import { Cancel, look, picked, runAll, someCards, start } from './bulk.fixture.ts';
import { runStep, startBulkRunner } from './bulk-run.ts';

const org = await anOrg();
const caller = await signIn(['local_implementer'], { orgIds: [org.id] });

/** More than two steps. */
const many = 1_200;

/** How many old versions and events the cards have: one and one each when every card was changed exactly once. */
async function traces(cards: readonly { id: string }[]) {
  const ids = cards.map(({ id }) => id);
  const { rows } = await asSystem((tx) =>
    sql<{ versions: number; events: number; count: number }>`
      select versions, events, count(*)::int as count from (
        select (select count(*)::int from card_history h where h.id = c.id) as versions,
          (select count(*)::int from card_event e where e.card_id = c.id) as events
        from card c where c.id = any(${ids}::uuid[])) t
      group by 1, 2 order by 1, 2`.execute(tx),
  );
  return rows;
}

/** Ends the wait of jobs whose step failed. */
const hurry = () => asSystem((tx) => sql`update bulk_job set run_after = now() where finished_at is null`.execute(tx));

/** Runs `work` while somebody else holds the row of a card, with that other connection. */
async function holding(cardId: string, work: (other: pg.Client) => Promise<void>): Promise<void> {
  const other = new pg.Client({ connectionString: databaseUrl });
  await other.connect();
  await other.query('begin');
  await other.query('select from card where id = $1 for update', [cardId]);
  await work(other);
  await other.query('rollback');
  await other.end();
}

/** The connection that waits for a row of ours; there must be one before long. */
const waiting = (other: pg.Client): Promise<number> =>
  vi.waitFor(async () => {
    await other.query('select pg_stat_clear_snapshot()');
    const { rows } = await other.query(
      `select pid from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
    );
    expect(rows).toHaveLength(1);
    return rows[0].pid;
  }, 30_000);

describe('the run of a bulk job', () => {
  it('goes on behind the last step that was committed when its connection dies in one', async () => {
    const cards = await someCards(org.id, many);
    const id = await start(caller, { action: 'block_cards', selection: picked(cards) });
    await runStep(db);
    expect(await look(caller, id)).toMatchObject({ state: 'running', done: 500 });

    const doomed = openDatabase(appUrl, { max: 1 });
    await holding(String(cards[700]?.id), async (other) => {
      const step = expect(runStep(doomed)).rejects.toThrow();
      await other.query('select pg_terminate_backend($1)', [await waiting(other)]);
      await step;
    });
    await doomed.destroy();
    expect(await look(caller, id)).toMatchObject({ state: 'running', done: 500 });
    await hurry();
    await runAll();

    expect(await look(caller, id)).toMatchObject({ state: 'done', changed: many, refused: 0 });
    expect(await traces(cards)).toEqual([{ versions: 1, events: 1, count: many }]);
  });

  it('changes each record once, however many processes work on it', async () => {
    const cards = await someCards(org.id, many);
    const id = await start(caller, { action: 'block_cards', selection: picked(cards) });
    const failures: unknown[] = [];
    const runners = [1, 2, 3].map(() => startBulkRunner(db, (cause) => failures.push(cause)));

    await vi.waitFor(async () => expect(await look(caller, id)).toMatchObject({ state: 'done' }), { timeout: 20_000 });
    await Promise.all(runners.map((runner) => runner.close()));

    expect(failures).toEqual([]);
    expect(await look(caller, id)).toMatchObject({ changed: many });
    expect(await traces(cards)).toEqual([{ versions: 1, events: 1, count: many }]);
  });

  it('lets jobs take turns, so that a small one need not wait for a large one', async () => {
    const large = await someCards(org.id, many);
    const small = await someCards(org.id, 1);
    const largeId = await start(caller, { action: 'block_cards', selection: picked(large) });
    await runStep(db);
    const smallId = await start(caller, { action: 'block_cards', selection: picked(small) });
    await runStep(db);
    await runStep(db);

    expect(await look(caller, smallId)).toMatchObject({ state: 'done' });
    expect(await look(caller, largeId)).toMatchObject({ state: 'running' });
    await runAll();
  });

  it('waits for a single change under way, and does not overwrite it', async () => {
    const cards = await someCards(org.id, 2);
    const [card] = cards;
    const id = await start(caller, { action: 'block_cards', selection: picked(cards) });

    const other = new pg.Client({ connectionString: databaseUrl });
    await other.connect();
    await other.query(`begin; set local noa.actor = 'somebody'`);
    await other.query(`update card set kind = 'virtual' where id = $1`, [card?.id]);
    const step = runStep(db);
    await waiting(other);
    await other.query('commit');
    await other.end();
    await step;

    expect(await look(caller, id)).toMatchObject({ state: 'done', changed: 1, refused: 1 });
    expect(await look(caller, id, { outcome: 'refused' })).toMatchObject({
      results: { nodes: [{ recordId: card?.id, reason: 'bulk.movedOn' }] },
    });
  });

  it('stops between two steps when it is cancelled; what it changed stays', async () => {
    const cards = await someCards(org.id, many);
    const id = await start(caller, { action: 'block_cards', selection: picked(cards) });
    await runStep(db);

    const { data } = await caller.run(Cancel, { id });
    await runAll();

    expect(data.cancelBulkJob).toMatchObject({ state: 'cancelled', changed: 500, done: 500 });
    expect(await look(caller, id)).toMatchObject({ state: 'cancelled', results: { totalCount: 500 } });
    expect(await traces(cards)).toEqual([
      { versions: 0, events: 0, count: many - 500 },
      { versions: 1, events: 1, count: 500 },
    ]);
    expect((await caller.run(Cancel, { id })).data.cancelBulkJob).toMatchObject({ state: 'cancelled' });
  });

  it('cannot be cancelled once it is done', async () => {
    const id = await start(caller, { action: 'block_cards', selection: picked(await someCards(org.id, 1)) });
    await runAll();

    expect((await caller.run(Cancel, { id })).errors).toMatchObject([{ code: 'Conflict', state: 'done' }]);
  });

  it('tries a step that fails four times, and then gives up and says so', async () => {
    const cards = await someCards(org.id, 2);
    const owner = new pg.Client({ connectionString: databaseUrl });
    await owner.connect();
    await owner.query(
      `alter table card add constraint card_stuck check (id <> '${cards[1]?.id}' or status = 'normal')`,
    );
    const id = await start(caller, { action: 'block_cards', selection: picked(cards) });

    for (let attempt = 1; attempt <= 4; attempt++) {
      expect((await look(caller, id)).state).toBe('queued');
      await expect(runStep(db)).rejects.toThrow('card_stuck');
      await hurry();
    }
    expect(await runStep(db)).toBe(false);
    await owner.query('alter table card drop constraint card_stuck');
    await owner.end();

    expect(await look(caller, id)).toMatchObject({ state: 'failed', done: 0, failure: 'bulk.failures.internal' });
    expect(await traces(cards)).toEqual([{ versions: 0, events: 0, count: 2 }]);
  });

  it('shows its results page by page, each record once', async () => {
    const group = await anAccessGroup({ org_id: org.id });
    const entrances = await Promise.all(Array.from({ length: 7 }, () => anEntrance({ org_id: org.id })));
    const id = await start(caller, {
      action: 'move_entrances_to_access_group',
      selection: picked(entrances),
      values: { accessGroupId: group.id },
    });
    await runAll();

    const seen: string[] = [];
    let after: string | null = null;
    do {
      const { results } = await look(caller, id, { first: 3, after });
      seen.push(...results.nodes.map(({ recordId }: { recordId: string }) => recordId));
      after = results.pageInfo.hasNextPage ? results.pageInfo.endCursor : null;
    } while (after !== null);
    expect(seen).toEqual(entrances.map((entrance) => entrance.id));
  });
});
