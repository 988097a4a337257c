import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Sealer } from '../../database/keys/sealing.ts';
import { aMailServer, headerOf } from '../../mail/mail-server.fixture.ts';
import { mailing } from '../../mail/mailing.ts';
import { asOwner, dataKeys, db } from '../../testing/harness.ts';
import { isThorough } from '../../testing/rounds.ts';
import { aReceiver, deliverAll, evaluateAll } from './alert.fixture.ts';
import { secretPurpose } from './deliver.ts';
import { newSecret, webhooks } from './webhook.ts';
import {
  aScriptedTown,
  faultless,
  ledgerOf,
  momentAt,
  planFaults,
  randomOf,
  tellHour,
} from './scripted-faults.fixture.ts';

/** Fails at the next write of a table, once told to: a process that ends there leaves what PostgreSQL then rolls back. */
const brokenOff = ['incident', 'alert_delivery', 'alert_rule'] as const;
const prepareBreaks = (): Promise<void> =>
  asOwner(
    'create table break_at (what text)',
    `create function break_off() returns trigger language plpgsql security definer set search_path = public as $$
    begin
      if exists (select from break_at where what = tg_table_name) then
        raise exception 'broken off at %', tg_table_name;
      end if;
      return null;
    end $$`,
    ...brokenOff.map(
      (table) =>
        `create trigger break_off after insert or update on ${table} for each row execute function break_off()`,
    ),
  );

/** What `npm run test:long` scripts, and a part of it. */
const [few, many] = [
  { islands: 18, hours: 60, count: 12, readings: 3_000, breaks: 4 },
  { islands: 56, hours: 92, count: 50, readings: 20_000, breaks: 10 },
];
const script = isThorough ? many : few;

it(`${script.readings} readings with ${script.count} faults: as many incidents, each told once, though it is broken off between all steps, and by two at once`, async () => {
  const seed = fc.readConfigureGlobal().seed ?? 1;
  const random = randomOf(seed);
  const plan = planFaults({ ...script, containersEach: 2, roundMinutes: 60 }, random);
  const receiver = await aReceiver();
  const mails = await aMailServer();
  mailing.set(db, { mail: { smtpUrl: mails.url, from: 'Noa <noa@noa.test>' }, publicUrl: 'https://noa.test' });
  webhooks.set(db, { allowPrivate: true });
  await prepareBreaks();
  const town = await aScriptedTown(plan, {
    webhookUrl: receiver.url,
    secret: (ruleId, orgId) => new Sealer(dataKeys, secretPurpose).seal(newSecret(), [orgId, ruleId]),
  });
  let readings = 0;
  let breaks = 0;

  /** A round in which the process ends at one of the tables that are written, and is started again. */
  const brokenRound = async (at: Date) => {
    await asOwner(`insert into break_at values ('${brokenOff[Math.floor(random() * brokenOff.length)]}')`);
    await evaluateAll(at).catch(() => (breaks += 1));
    await deliverAll(at).catch(() => (breaks += 1));
    await asOwner('delete from break_at');
  };
  const twoAtOnce = (at: Date) =>
    Promise.all([evaluateAll(at).then(() => deliverAll(at)), evaluateAll(at).then(() => deliverAll(at))]);
  for (let minute = 0; minute < plan.hours * 60; minute += plan.roundMinutes) {
    if (minute % 60 === 0) {
      readings += await tellHour(plan, town, minute / 60);
    }
    const at = momentAt(minute);
    if (random() < 0.15) {
      await brokenRound(at);
      await twoAtOnce(at);
    }
    await evaluateAll(at);
    await deliverAll(at);
  }

  const { ids, flapping, flappingGap, ...ledger } = await ledgerOf(plan, town);
  expect(ledger, `TEST_SEED=${seed}`).toEqual(faultless);
  expect(readings).toBeGreaterThan(script.readings);
  expect(breaks).toBeGreaterThan(script.breaks);
  expect(ids).toHaveLength(plan.faults.length + flapping);
  expect(flapping).toBeGreaterThan(1);
  expect(flapping).toBeLessThanOrEqual(Math.ceil(plan.hours / 24));
  expect(flappingGap).toBeGreaterThanOrEqual(24);
  const told = new Map(receiver.calls.map(({ headers, body }) => [headers['webhook-id'], body]));
  expect(told.size).toBe(ids.length);
  expect(new Set([...told.values()].map((body) => JSON.parse(body).data.incidentId))).toEqual(new Set(ids));
  expect(new Set(mails.mails.map((mail) => headerOf(mail, 'message-id'))).size).toBe(ids.length);
  mailing.reset(db);
});
