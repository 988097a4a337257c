import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import {
  applyImport,
  cancelImport,
  checkFile,
  countRecords,
  findImport,
  mapImport,
  settled,
  startImport,
} from './import.fixture.ts';
import { failLostImports, failWhenBack } from './import-lease.ts';
import { stopRuns } from './import-run.ts';
import { awaitedLocks } from '../testing/awaited-locks.ts';
import { anOrg } from '../testing/factories.ts';
import { asSystem, databaseUrl, db, internalErrors, signIn } from '../testing/harness.ts';
import { subscribe, withoutRepeats, type Subscription } from '../testing/subscribe.ts';

const root = await signIn(['root']);
const list = 'strada,nr,apartamente\nStr. A,1,2\n';

const owner = new pg.Client({ connectionString: databaseUrl });
await owner.connect();
afterAll(() => owner.end());
afterEach(() => owner.query('rollback'));

/** What another server would say of itself and of a job, by the database's clock. */
interface Elsewhere {
  readonly state: string;
  /** Seconds since it said that it runs; null if it says nothing any more. */
  readonly received: number | null;
  /** Seconds since the run began. */
  readonly began: number;
}

/** A job that another server works on. */
async function jobElsewhere({ state, received, began }: Elsewhere, orgId?: string): Promise<string> {
  const { id } = (await startImport(root, list, { orgId: orgId ?? (await anOrg()).id })).data.startImport;
  const server = randomUUID();
  await asSystem(async (tx) => {
    await sql`
      update import_job set state = ${state}, run = gen_random_uuid(), server = ${server}, run_share = 0.5,
        run_began_at = now() - make_interval(secs => ${began}) where id = ${id}`.execute(tx);
    if (received !== null) {
      await sql`
        insert into data_key_holder (server, key_id, seen_at)
        values (${server}, '\\x0000000000000000', now() - make_interval(secs => ${received}))`.execute(tx);
    }
  });
  return id;
}

/** A job that is applied here, and cannot go on before `owner` lets it. */
async function jobHeldHere(): Promise<{ id: string; orgId: string }> {
  const { id: orgId } = await anOrg();
  const { id } = await checkFile(root, list, { orgId });
  await owner.query('begin');
  await owner.query('lock table tower_block in access exclusive mode');
  await applyImport(root, id);
  await vi.waitUntil(async () => (await waitingFor('tower_block')) > 0, { timeout: 30_000 });
  return { id, orgId };
}

async function waitingFor(table: string): Promise<number> {
  const { rows } = await owner.query(`select from ${awaitedLocks} where relation = $1::regclass`, [table]);
  return rows.length;
}

const asOtherServer = (id: string, change: string) =>
  asSystem((tx) => sql`update import_job set ${sql.raw(change)} where id = ${id}`.execute(tx));

describe.each(['checking', 'applying'])('an import that is %s at another server', (state) => {
  it.each([
    ['that has just said that it runs', { received: 1, began: 3_600 }, state],
    ['that was silent for less than half a minute', { received: 10, began: 3_600 }, state],
    ['that was silent for longer', { received: 35, began: 3_600 }, 'failed'],
    ['that is not there any more', { received: null, began: 35 }, 'failed'],
    ['that began it, and has not said anything yet', { received: null, began: 1 }, state],
  ])('%s is left alone until that one is lost', async (_what, { received, began }, expected) => {
    const id = await jobElsewhere({ state, received, began });

    await failLostImports(db);

    const failure = expected === 'failed' ? 'import.interrupted' : null;
    expect(await findImport(root, id)).toMatchObject({ state: expected, failure });
  });

  it('is ended at once, when its server runs and has lost it with the database', async () => {
    const id = await jobElsewhere({ state, received: 1, began: 1 });
    const { rows } = await owner.query<{ run: string }>('select run from import_job where id = $1', [id]);

    failWhenBack(rows[0] ?? { run: null });
    await failLostImports(db);

    expect(await findImport(root, id)).toMatchObject({ state: 'failed', failure: 'import.interrupted' });
  });

  it('counts with those that run here: four of an org at once', async () => {
    const { id: crowded } = await anOrg();
    for (const state of ['checking', 'applying', 'checking', 'applying']) {
      await jobElsewhere({ state, received: 1, began: 60 }, crowded);
    }
    const { id, mapping } = (await startImport(root, list, { orgId: crowded })).data.startImport;

    const { errors } = await mapImport(root, id, mapping);

    expect(errors).toMatchObject([{ code: 'LimitExceeded' }]);
    expect(await findImport(root, id)).toMatchObject({ state: 'uploaded' });
  });

  it('that ran a version without leases is lost with the first that has them', async () => {
    const id = await jobElsewhere({ state, received: 1, began: 1 });
    await asOtherServer(id, 'run = null, server = null, run_began_at = null, run_share = null');

    await failLostImports(db);
    const { mapping, ...failed } = await findImport(root, id);
    await mapImport(root, id, mapping);

    expect(failed).toMatchObject({ state: 'failed', failure: 'import.interrupted' });
    expect(await settled(root, id)).toMatchObject({ state: 'checked', failure: null, counts: { problems: 0 } });
  });

  it('is seen here, and cancelled here', async () => {
    const id = await jobElsewhere({ state, received: 1, began: 10 });

    const { progress } = await findImport(root, id);
    await cancelImport(root, id);

    expect(progress).toEqual({ done: 0, total: 1 });
    expect(await findImport(root, id)).toMatchObject({ state: 'cancelled', progress: null });
  });
});

describe('who watches a job', () => {
  const watch = (id: string) => subscribe(root, `subscription { importJobChanged(id: "${id}") { state } }`);
  const statesOf = ({ answers }: Subscription): string[] =>
    withoutRepeats(answers.map(({ data }) => data.importJobChanged.state as string));

  it('is told how it goes on here, until it has ended', async () => {
    const { id } = await checkFile(root, list, { orgId: (await anOrg()).id });
    const watching = await watch(id);
    await vi.waitFor(() => expect(statesOf(watching)).toEqual(['checked']), { timeout: 30_000 });

    await applyImport(root, id);
    await watching.ended;

    expect(statesOf(watching).at(-1)).toBe('applied');
  });

  it('is told how it goes on at another server', async () => {
    const id = await jobElsewhere({ state: 'applying', received: 1, began: 1 });
    const watching = await watch(id);
    await vi.waitFor(() => expect(statesOf(watching)).toEqual(['applying']), { timeout: 30_000 });

    await asOtherServer(id, `state = 'applied', content = null`);
    await watching.ended;

    expect(statesOf(watching)).toEqual(['applying', 'applied']);
  });

  it('is told that there is no such job', async () => {
    const watching = await watch(randomUUID());
    await watching.ended;

    expect(watching.answers).toMatchObject([{ errors: [{ code: 'NotFound' }] }]);
  });
});

describe('a run here', () => {
  it('takes no turn from what its caller asks meanwhile, however many run', async () => {
    const lists = await Promise.all([1, 2, 3, 4].map(async () => checkFile(root, list, { orgId: (await anOrg()).id })));
    await owner.query('begin');
    await owner.query('lock table tower_block in access exclusive mode');
    for (const { id } of lists) {
      await applyImport(root, id);
    }
    await vi.waitUntil(async () => (await waitingFor('tower_block')) === 3, { timeout: 30_000 });

    const { data } = await root.run('{ orgs(first: 1) { nodes { id } } }');
    await owner.query('rollback');

    expect(data.orgs.nodes).toHaveLength(1);
    for (const { id } of lists) {
      expect(await settled(root, id)).toMatchObject({ state: 'applied' });
    }
  });

  it.each([
    ['was cancelled at another server', `state = 'cancelled', content = null`, 'cancelled'],
    ['was taken for lost', `state = 'failed', failure = 'import.interrupted'`, 'failed'],
    ['was taken for lost, and runs anew elsewhere', 'run = gen_random_uuid(), server = gen_random_uuid()', 'applying'],
  ])('ends by itself, in the middle of a statement, when its job %s', async (_what, change, state) => {
    const { id, orgId } = await jobHeldHere();

    await asOtherServer(id, change);

    expect((await settled(root, id)).state).toBe(state); // while the statement would still wait
    await owner.query('rollback');
    expect(await countRecords(orgId)).toEqual([0, 0, 0]);
  });

  it('writes nothing when it comes to its end without having noticed that it was taken for lost', async () => {
    const { id, orgId } = await jobHeldHere();

    await Promise.all([
      asOtherServer(id, 'run = gen_random_uuid(), server = gen_random_uuid()'),
      owner.query('rollback'),
    ]);

    expect((await settled(root, id)).state).toBe('applying');
    expect(await countRecords(orgId)).toEqual([0, 0, 0]);
  });

  it('says how far it is', async () => {
    const { id } = await jobHeldHere();
    const share = async () => {
      const { rows } = await owner.query<{ run_share: number }>('select run_share from import_job where id = $1', [id]);
      return rows[0]?.run_share ?? 0;
    };

    expect(await vi.waitUntil(share, { timeout: 30_000 })).toBeCloseTo(0.3);
    await owner.query('rollback');
    expect(await settled(root, id)).toMatchObject({ state: 'applied', progress: null });
  });

  it('is done by a server that stops, if that can wait', async () => {
    const { id, orgId } = await jobHeldHere();

    const stopped = stopRuns(60_000);
    await owner.query('rollback');
    await stopped;

    expect((await findImport(root, id)).state).toBe('applied');
    expect(await countRecords(orgId)).toEqual([1, 1, 2]);
  });

  it('fails with its reason when the server that stops cannot wait, and may be checked again at once', async () => {
    const { id, orgId } = await jobHeldHere();

    await stopRuns(0);
    await owner.query('rollback');

    const { mapping, ...failed } = await findImport(root, id);
    expect(failed).toMatchObject({ state: 'failed', failure: 'import.interrupted' });
    expect(await countRecords(orgId)).toEqual([0, 0, 0]);
    await mapImport(root, id, mapping);
    expect((await settled(root, id)).state).toBe('checked');
  });
});

it('raises no error that nobody meant', () => {
  expect(internalErrors).toEqual([]);
});
