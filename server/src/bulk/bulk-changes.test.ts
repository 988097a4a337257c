import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { openDatabase } from '../database/database.ts';
import { anOrg } from '../testing/factories.ts';
import { appUrl, asSystem, signIn, type Caller } from '../testing/harness.ts';
import { subscribe, withoutRepeats, type Subscription } from '../testing/subscribe.ts';
import { Cancel, picked, runAll, someCards, start } from './bulk.fixture.ts';
import { runStep } from './bulk-run.ts';

const org = await anOrg();
const implementer = await signIn(['local_implementer'], { orgIds: [org.id] });

/** As another server has it: with a pool of its own. */
const elsewhere = openDatabase(appUrl, { max: 2 });
afterAll(() => elsewhere.destroy());

const aJob = async (records = 3, caller: Caller = implementer) =>
  start(caller, { action: 'block_cards', selection: picked(await someCards(org.id, records)) });

async function watch(caller: Caller, id: string): Promise<Subscription> {
  const watching = await subscribe(caller, `subscription { bulkJobChanged(id: "${id}") { state done secondsLeft } }`);
  onTestFinished(() => watching.close());
  return watching;
}

const told = ({ answers }: Subscription) => withoutRepeats(answers.map(({ data }) => data.bulkJobChanged));
const eventually = (assertion: () => void) => vi.waitFor(assertion, { timeout: 30_000, interval: 25 });

describe('who watches a bulk job', () => {
  it('is told of each step that another server makes, with the time left, until the job has ended', async () => {
    const id = await aJob(4);
    const watching = await watch(implementer, id);
    await eventually(() => expect(told(watching)).toEqual([{ state: 'queued', done: 0, secondsLeft: null }]));

    await runStep(elsewhere, 2);
    await eventually(() =>
      expect(told(watching).at(-1)).toEqual({ state: 'running', done: 2, secondsLeft: expect.any(Number) as number }),
    );
    await runStep(elsewhere, 2);
    await watching.ended;

    expect(told(watching).at(-1)).toEqual({ state: 'done', done: 4, secondsLeft: null });
  });

  it('is told that somebody cancelled it', async () => {
    const id = await aJob();
    const watching = await watch(implementer, id);

    await (await signIn(['root'])).run(Cancel, { id });
    await watching.ended;

    expect(told(watching).at(-1)).toMatchObject({ state: 'cancelled' });
    await runAll();
  });

  it('is told once of a job that had ended before', async () => {
    const id = await aJob();
    await runAll();

    const watching = await watch(implementer, id);
    await watching.ended;

    expect(told(watching)).toEqual([{ state: 'done', done: 3, secondsLeft: null }]);
  });

  it('hears nothing of a job of another org, nor of one that is somebody else’s to see', async () => {
    const id = await aJob();
    const foreigner = await signIn(['local_implementer'], { orgIds: [(await anOrg()).id] });
    const manager = await signIn(['manager']);

    const refused = await Promise.all([foreigner, manager].map((caller) => watch(caller, id)));
    await Promise.all(refused.map(({ ended }) => ended));

    expect(refused.map(({ answers }) => answers)).toMatchObject([
      [{ errors: [{ code: 'NotFound' }] }],
      [{ errors: [{ code: 'NotFound' }] }],
    ]);
    await runAll();
  });

  it('hears no more of it once they are no member, while others do', async () => {
    const former = await signIn(['local_implementer'], { orgIds: [org.id] });
    const { data } = await former.run('{ viewer { id } }');
    const id = await aJob(4);
    const [leaving, staying] = [await watch(former, id), await watch(implementer, id)];
    await eventually(() => expect([told(leaving).length, told(staying).length]).toEqual([1, 1]));

    await asSystem((tx) => tx.deleteFrom('org_member').where('account_id', '=', data.viewer.id).execute());
    await runStep(elsewhere, 2);
    await leaving.ended;

    expect(told(leaving)).toHaveLength(1);
    await eventually(() => expect(told(staying).at(-1)).toMatchObject({ done: 2 }));
    await runAll();
  });

  it('who goes away makes room for others: no more than twenty streams of one caller are open', async () => {
    const id = await aJob();
    const caller = await signIn(['local_implementer'], { orgIds: [org.id] });
    const open = await Promise.all(Array.from({ length: 20 }, () => watch(caller, id)));
    const refused = await watch(caller, id);
    await refused.ended;
    expect(refused.answers).toMatchObject([{ errors: [{ code: 'LimitExceeded' }] }]);

    open.forEach((each) => each.close());

    await vi.waitFor(
      async () => {
        const again = await watch(caller, id);
        await eventually(() => expect(again.answers).not.toEqual([]));
        expect(again.answers[0]?.errors).toBeUndefined();
      },
      { timeout: 30_000 },
    );
    await runAll();
  });
});
