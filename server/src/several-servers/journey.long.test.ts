import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { headerOf, startMailServer, type Mail } from '../mail/mail-server.fixture.ts';
import { chromium, runJourneys } from '../testing/journey.fixture.ts';
import { Caller, Lost } from './caller.fixture.ts';
import { Watcher } from './feed.fixture.ts';
import { Import, listOf } from './import.fixture.ts';
import { makeContainer, ReportingLock } from './lock.fixture.ts';
import { startServers } from './servers.fixture.ts';

const backups = await mkdtemp(join(tmpdir(), 'noa-backups-'));
const mail = await startMailServer();
const servers = await startServers({
  SMTP_URL: mail.url,
  MAIL_FROM: 'Noa <noa@primaria.ro>',
  // It is past: each of them finds that today's is missing, ten seconds after its start.
  BACKUP_TO: backups,
  BACKUP_AT: '00:00',
});
const { proxy, database } = servers;
const [root, gateway] = [Caller.person(proxy.origin, 'root@noa.test'), Caller.gateway(proxy.origin)];
const callers: Caller[] = [root, gateway];
const say = (line: string) => process.stdout.write(`${line}\n`);

const person = (email: string, origin = proxy.origin) => {
  const caller = Caller.person(origin, email);
  callers.push(caller);
  return caller;
};

const wrongAnswers = () => callers.flatMap(({ wrong }) => wrong);

const countOf = async (query: string) => Number((await database.run(query))[0]?.['count']);

/** Whether an e-mail brings a file, as reports do and alerts do not. */
const hasFile = ({ source }: Mail) => /^content-disposition: attachment/im.test(source);

/** Apartments of a street, each with the versions that it has had before. */
const apartmentsOf = async (street: string) => {
  const [row] = await database.run(`
    select count(*)::int as count, count(*) filter (where exists (select from apartment_history h where h.id = a.id))::int as changed
    from apartment a join entrance e on e.id = a.entrance_id join tower_block b on b.id = e.tower_block_id
    where b.addr_street = '${street}'`);
  return row;
};

/** Whoever reports, reads and watches all the while. */
const ending = new AbortController();
const lock = new ReportingLock(gateway, await makeContainer(root, 'NOA-41-1'));
const watchers = Array.from({ length: 3 }, () => new Watcher(person('reporter@noa.test'), lock.container.id));
const living: Promise<void>[] = [];
function live(): void {
  living.push(
    lock.live(ending.signal),
    // Root knows who opened: to a reporter the events of a single household are not told.
    ...[1, 2].map(() => lock.read(person('root@noa.test'), ending.signal)),
    ...watchers.map((watcher) => watcher.watch(ending.signal)),
  );
  living.forEach((each) => void each.catch(() => undefined)); // what was wrong is written down
}

const began = performance.now();

afterAll(async () => {
  ending.abort();
  await Promise.allSettled(living);
  const errors = await servers.end();
  await mail.close();
  await rm(backups, { recursive: true, force: true });
  say(errors.length === 0 ? 'No server logged an error.' : `Logged errors:\n${errors.slice(0, 20).join('\n')}`);
});

describe('three servers behind a proxy that sends nobody back to where they were', () => {
  it.skipIf(!chromium)('serve the main journey in a browser', async () => {
    await runJourneys('several-servers', servers.port);
  });

  it('take an import, say at any of them how far it is, and stop it from any', async () => {
    live(); // not before: the browser's journey looks for who opened most
    const job = await Import.start(root, listOf('Str. Oprită', 300, 100));
    await job.check();
    await job.begin();
    await job.until(['applied'], 0.3);

    expect(await job.cancel()).toBe('cancelled');
    expect(await apartmentsOf('Str. Oprită')).toEqual({ count: 0, changed: 0 });
    expect(wrongAnswers()).toEqual([]);
  });

  it('are restarted one after the other in the middle of an import, a bulk job and a report by e-mail', async () => {
    const cards = await countOf(`select count(*) from card where status = 'normal'`);
    const bulk = await startBulk();
    await scheduleDue();

    for (const [index, street] of ['Str. Întâi', 'Str. A Doua', 'Str. A Treia'].entries()) {
      const applied = (await beginAt(index, listOf(street, 300, 100))).apply();
      const { code, stopped, ready } = await servers.restart(index);
      await applied;
      say(`Server ${index + 1}: ended after ${stopped.toFixed(1)} s, ready again after ${ready.toFixed(1)} s`);
      expect(code).toBe(0);
      expect(await apartmentsOf(street)).toEqual({ count: 30_000, changed: 0 });
    }

    await expectBulkOnce(bulk, cards);
    expect(wrongAnswers()).toEqual([]);
  });

  it('lose one for good: what it worked on is taken up by who asks again, and nothing is done twice', async () => {
    const job = await beginAt(1, listOf('Str. Pierdută', 300, 100));
    await servers.lose(1);

    await job.apply();

    expect(job.interrupted).toBe(1);
    expect(await apartmentsOf('Str. Pierdută')).toEqual({ count: 30_000, changed: 0 });
    expect(wrongAnswers()).toEqual([]);
  });

  it('have every event once, tell whoever watches, and have sent each report and made each backup once', async () => {
    ending.abort();
    await Promise.all(living.slice(0, 3));
    await lock.update();

    const last = new Watcher(person('reporter@noa.test', servers.origins[0]), lock.container.id);
    void last.watch(new AbortController().signal).catch(() => undefined);
    await vi.waitFor(() => expect(last.level).toBe(String(lock.updates % 100)), { timeout: 60_000 });

    const stored = await database.run(`
      select count(*)::int as count, count(distinct event_number)::int as distinct, max(event_number)::int as last
      from card_event where container_id = '${lock.container.id}'`);
    expect(stored).toEqual([{ count: lock.acknowledged, distinct: lock.acknowledged, last: lock.acknowledged }]);
    expect(lock.sent).toBe(lock.acknowledged);
    const [reports, alerts] = [true, false].map((isFile) => mail.mails.filter((each) => hasFile(each) === isFile));
    expect(reports).toHaveLength(1);
    expect(await countOf('select count(*) from report_schedule_run')).toBe(1);
    // The town's incidents, each by its own mail.
    expect(alerts).toHaveLength(await countOf(`select count(*) from alert_delivery where channel = 'mail'`));
    expect(new Set(alerts?.map((each) => headerOf(each, 'message-id'))).size).toBe(alerts?.length);
    expect(await countOf(`select count(*) from alert_delivery where state <> 'sent' or attempts <> 1`)).toBe(0);
    const made = await countOf('select count(*) from backup_run where name is not null');
    expect(made).toBe(await countOf('select count(*) from backup_run'));
    expect((await readdir(backups)).filter((name) => name !== 'latest')).toHaveLength(made);
    expect(made).toBeGreaterThan(0);
    expect(wrongAnswers()).toEqual([]);
    sayFigures();
  });
});

/** An import that one of the servers is in the middle of; it is followed at all of them. */
async function beginAt(index: number, list: File): Promise<Import> {
  const job = await Import.start(person('root@noa.test', servers.origins[index]), list);
  await job.check();
  await job.begin();
  await job.until(['applied'], 0.1);
  return job.of(root);
}

/** Asks for what makes something, and looks before it asks again, should no answer have come. */
async function makeOnce(caller: Caller, make: string, variables: object, look: string): Promise<string> {
  for (;;) {
    const { made } = await caller.insist<{ made: { nodes: { id: string }[] } }>(look);
    if (made.nodes[0]) {
      return made.nodes[0].id;
    }
    await caller.ask(make, { ...variables }).catch((error: unknown) => {
      if (!(error instanceof Lost)) {
        throw error;
      }
    });
  }
}

const startBulk = (): Promise<string> =>
  makeOnce(
    root,
    'mutation ($input: BulkJobInput!) { startBulkJob(input: $input) { id } }',
    { input: { action: 'block_cards', filter: { card: {} } } },
    '{ made: bulkJobs(first: 1) { nodes { id } } }',
  );

async function expectBulkOnce(id: string, cards: number): Promise<void> {
  const query = 'query ($id: ID!) { bulkJob(id: $id) { state done total changed refused } }';
  const look = async () => (await root.insist<{ bulkJob: Record<string, unknown> }>(query, { id })).bulkJob;
  await vi.waitFor(async () => expect(await look()).toMatchObject({ state: 'done' }), { timeout: 300_000 });
  expect(await look()).toMatchObject({ changed: cards });
  const twice = `select count(*) from (
    select card_id from card_event where kind = 'card_blocked' and received_at > now() - interval '1 hour'
    group by card_id having count(*) > 1) t`;
  expect(await countOf(twice)).toBe(0);
  say(`The bulk job changed ${cards} cards, each once`);
}

/** A report by e-mail that is due now. */
async function scheduleDue(): Promise<void> {
  const reporter = person('reporter@noa.test');
  const { orgs } = await reporter.insist<{ orgs: { nodes: { id: string }[] } }>('{ orgs(first: 1) { nodes { id } } }');
  const input = {
    orgId: orgs.nodes[0]?.id,
    report: 'usage',
    period: 'yesterday',
    groupBy: ['waste_stream'],
    metrics: ['event_count'],
    frequency: 'daily',
    hour: 6,
    format: 'CSV',
    recipients: ['reporter@noa.test'],
  };
  await makeOnce(
    reporter,
    'mutation ($input: CreateReportScheduleInput!) { createReportSchedule(input: $input) { id } }',
    { input },
    '{ made: reportSchedules(first: 1) { nodes { id } } }',
  );
  await database.run(`update report_schedule set counts_from = now() - interval '3 days', next_due_at = now()`);
}

function sayFigures(): void {
  const { requests, retried, cut, nobody, byServer } = proxy.figures;
  const sum = (of: (caller: Caller) => number) => callers.reduce((all, caller) => all + of(caller), 0);
  const seconds = (performance.now() - began) / 1_000;
  const opened = watchers.map((watcher) => `${watcher.opened} (${watcher.told} told)`).join(', ');
  say(
    [
      `${seconds.toFixed(0)} s; the proxy passed ${requests} requests on, ${[...byServer.values()].join(' / ')} to each server`,
      `${retried} tried again at another server, ${cut} cut off by a server that was lost, ${nobody} without a server`,
      `${sum(({ answered }) => answered)} operations answered, ${sum(({ lost }) => lost)} lost on the way, ${sum(({ putOff }) => putOff)} put off, ${wrongAnswers().length} answered wrongly`,
      `${lock.acknowledged} events acknowledged and stored; ${lock.compared} reports and files compared with them`,
      `feeds opened: ${opened}`,
    ].join('\n'),
  );
}
