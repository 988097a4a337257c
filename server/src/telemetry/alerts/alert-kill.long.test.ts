import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Sealer } from '../../database/keys/sealing.ts';
import { aMailServer, headerOf } from '../../mail/mail-server.fixture.ts';
import { appUrl, dataKey, dataKeys } from '../../testing/harness.ts';
import { aReceiver } from './alert.fixture.ts';
import { secretPurpose } from './deliver.ts';
import { newSecret } from './webhook.ts';
import {
  aScriptedTown,
  faultless,
  ledgerOf,
  momentAt,
  planFaults,
  randomOf,
  tellHour,
} from './scripted-faults.fixture.ts';

const kills = Number(process.env['TEST_KILLS'] ?? 50);

/** A process that looks at the rules and tells people, which is killed now and then, and started again. */
class Evaluator {
  readonly #smtpUrl: string;
  #child: ChildProcess | undefined;

  constructor(smtpUrl: string) {
    this.#smtpUrl = smtpUrl;
  }

  async #running(): Promise<ChildProcess> {
    if (!this.#child) {
      const file = fileURLToPath(new URL('./alert-process.fixture.ts', import.meta.url));
      this.#child = fork(file, [appUrl, dataKey.toString('hex'), this.#smtpUrl]);
      await once(this.#child, 'message');
    }
    return this.#child;
  }

  /** Does all that is to be done at a moment. */
  async round(at: Date): Promise<void> {
    const child = await this.#running();
    const done = once(child, 'message');
    child.send(at.toISOString());
    await done;
  }

  /** Begins the same, and is killed within. */
  async killedRound(at: Date, afterMs: number): Promise<void> {
    const child = await this.#running();
    const ended = once(child, 'exit');
    child.send(at.toISOString());
    await wait(afterMs);
    child.kill('SIGKILL');
    await ended;
    this.#child = undefined;
  }

  async close(): Promise<void> {
    this.#child?.disconnect();
    await (this.#child && once(this.#child, 'exit'));
  }
}

it(`10⁶ readings with 500 faults: 500 incidents, each told, over ${kills} kills`, { timeout: 1_800_000 }, async () => {
  const seed = fc.readConfigureGlobal().seed ?? 1;
  const random = randomOf(seed);
  const plan = planFaults({ islands: 250, containersEach: 4, hours: 505, roundMinutes: 30, count: 500 }, random);
  const receiver = await aReceiver();
  const mails = await aMailServer();
  const evaluator = new Evaluator(mails.url);
  const town = await aScriptedTown(plan, {
    webhookUrl: receiver.url,
    secret: (ruleId, orgId) => new Sealer(dataKeys, secretPurpose).seal(newSecret(), [orgId, ruleId]),
  });
  const rounds = (plan.hours * 60) / plan.roundMinutes;
  let readings = 0;
  let killed = 0;

  for (let minute = 0; minute < plan.hours * 60; minute += plan.roundMinutes) {
    if (minute % 60 === 0) {
      readings += await tellHour(plan, town, minute / 60);
    }
    const isDue = killed < kills && minute / plan.roundMinutes >= (killed * rounds) / kills;
    if (isDue) {
      await evaluator.killedRound(momentAt(minute), random() * 60);
      killed += 1;
    }
    await evaluator.round(momentAt(minute));
  }
  await evaluator.round(momentAt(plan.hours * 60 + 10));
  await evaluator.close();

  const { ids, flapping, flappingGap, ...ledger } = await ledgerOf(plan, town);
  console.log({
    seed,
    readings,
    killed,
    incidents: ids.length,
    flapping,
    flappingGap,
    calls: receiver.calls.length,
    mails: mails.mails.length,
    ...ledger,
  });
  expect(ledger, `TEST_SEED=${seed}`).toEqual(faultless);
  expect(readings).toBeGreaterThan(999_000);
  expect(killed).toBe(kills);
  expect(ids).toHaveLength(plan.faults.length + flapping);
  expect(flapping).toBeGreaterThan(1);
  expect(flapping).toBeLessThanOrEqual(Math.ceil(plan.hours / 24));
  expect(flappingGap).toBeGreaterThanOrEqual(24);
  const told = new Map(receiver.calls.map(({ headers, body }) => [headers['webhook-id'], body]));
  expect(told.size).toBe(ids.length);
  expect(new Set([...told.values()].map((body) => JSON.parse(body).data.incidentId))).toEqual(new Set(ids));
  expect(new Set(mails.mails.map((mail) => headerOf(mail, 'message-id'))).size).toBe(ids.length);
});
