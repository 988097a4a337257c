import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Client } from '../client.ts';
import { Random } from '../simulate/random.ts';
import { KilledImport, listOf, readContents, type Job, type Operation } from './killed-import.ts';
import { freePort, ServerProcess, type Victim } from './server-process.ts';
import { furnish, makeOrg } from './small-town.ts';

/** How often it is killed; `TEST_KILLS=6` when there is little time. */
const kills = Number(process.env['TEST_KILLS'] ?? 30);
const seed = Number(process.env['TEST_SEED'] ?? 2026);
/** So that applying takes a moment that can be hit. */
const apartments = 2_000;
/** Moments are drawn from when it is asked for until a little after it ends. */
const beyond = 1.3;

const victims: readonly Victim[] = ['server', 'server', 'both', 'postgres', 'backend'];
const say = (line: string) => process.stdout.write(`${line}\n`);
const random = new Random(seed, 'imports');

const dataDir = await mkdtemp(join('/tmp', 'noa-kill-'));
const server = new ServerProcess({ dataDir, port: await freePort() });
const contents = () => readContents(server.databaseUrl);

/** What is in the registry, by whether the list is in it. */
const expected = { with: '', without: '' };
/** Milliseconds that each takes when nobody is killed. */
const takes: Record<Operation, number> = { apply: 0, undo: 0 };
let root: Client;
let job: KilledImport;

beforeAll(async () => {
  await chmod(dataDir, 0o755); // PostgreSQL, as another user, must get in
  await server.start({ demo: false, program: 'server/src/main.ts' });
  await makeOrg(server.databaseUrl);
  await server.startAgain({ demo: true, program: 'server/src/main.ts' });
  root = await Client.person(server.origin, 'root@noa.test');
  await furnish(root, 3, 4);
  const registered = await KilledImport.upload(root, listOf(apartments, false));
  await registered.check();
  await registered.complete('apply');
  expected.without = await contents();

  await uploadAnew();
  takes.apply = await job.complete('apply');
  expected.with = await contents();
  takes.undo = await job.complete('undo');
  say(
    `TEST_SEED=${seed}; applying takes ${takes.apply.toFixed(0)} ms, undoing ${takes.undo.toFixed(0)} ms; ${expected.with} with the list`,
  );
}, 600_000);
afterAll(async () => {
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
});

async function uploadAnew(): Promise<void> {
  job = await KilledImport.upload(root, listOf(apartments, true));
  await job.check();
}

/** Has everything as it must be for the next: nothing of the list applied, or all of it. */
async function prepare(operation: Operation, { state }: Job): Promise<void> {
  if (operation === 'undo') {
    if (state !== 'applied') {
      await (state === 'checked' ? undefined : state === 'failed' ? job.check() : uploadAnew());
      await job.complete('apply');
    }
    return;
  }
  if (state === 'applied') {
    await job.complete('undo');
  }
  await (state === 'failed' ? job.check() : state === 'checked' ? undefined : uploadAnew());
}

/** What a job says that was interrupted, or the end that it came to. */
const told: Readonly<Record<Operation, readonly Job[]>> = {
  apply: [
    { state: 'applied', failure: null },
    { state: 'failed', failure: 'import.interrupted' },
    { state: 'checked', failure: null }, // killed before it was asked for
  ],
  undo: [
    { state: 'undone', failure: null },
    { state: 'applied', failure: 'import.undoInterrupted' },
    { state: 'applied', failure: null },
  ],
};

async function killIn(operation: Operation, victim: Victim): Promise<Job> {
  const share = random.between(0, beyond);
  const begun = job.begin(operation);
  begun.catch(() => undefined); // awaited once the victim is back
  await pause(share * takes[operation]);
  say(`${operation} at ${(100 * share).toFixed(0)} %: kill ${victim}`);
  await server.kill(victim);
  await begun;
  const rested = await job.rest();
  const found = await contents();
  const isWith = rested.state === 'applied';
  say(`  ${rested.state} ${rested.failure ?? ''}: ${found}`);
  expect(told[operation]).toContainEqual(rested);
  expect(found).toBe(isWith ? expected.with : expected.without);
  return rested;
}

describe('an import whose server or database is killed in the middle', () => {
  it(
    'is applied or undone as a whole or not at all, says which, and can be done again',
    async () => {
      let rested: Job = { state: 'undone', failure: null };
      const ends = new Set<string>();
      for (let kill = 0; kill < kills; kill += 1) {
        const operation = kill % 2 === 0 ? 'apply' : 'undo';
        await prepare(operation, rested);
        expect(await contents()).toBe(operation === 'apply' ? expected.without : expected.with);
        rested = await killIn(operation, random.pick(victims));
        ends.add(`${rested.state} ${rested.failure}`);
      }

      expect(ends).toContain('failed import.interrupted');
    },
    kills * 300_000,
  );
});
