import { sql } from 'kysely';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { aHangingServer, aMailServer } from '../../mail/mail-server.fixture.ts';
import { mailing } from '../../mail/mailing.ts';
import { stopRequests } from '../../request/request-bounds.ts';
import { anOrg } from '../../testing/factories.ts';
import { asSystem, databaseUrl, db } from '../../testing/harness.ts';
import '../testing/events.ts'; // opens the reports of the test's database
import { aReporter, aSchedule, runsOf, sendDue, SendTest } from './schedule.fixture.ts';
import { sendNext } from './send-due.ts';
import { startReportSender } from './sender.ts';

it('leaves a mail server that hangs as the server stops, to be asked again later', async () => {
  const { address, reached } = await aHangingServer();
  const { id: orgId } = await anOrg();
  const owner = await aReporter(orgId);
  const asked = { report: 'controlled-coverage', groupBy: [], metrics: ['total_container_groups'] };
  const { id } = await aSchedule(owner, orgId, asked);
  await asSystem((tx) =>
    sql`update report_schedule set next_due_at = now(), counts_from = now() - interval '3 days'`.execute(tx),
  );
  const failures: unknown[] = [];
  const sender = startReportSender(db, {
    mail: { smtpUrl: `smtp://${address}`, from: 'noa@noa.test' },
    publicUrl: 'https://noa.test',
    reportFailure: (cause) => void failures.push(cause),
  });
  await reached;

  await sender.close();

  expect(failures).toEqual([]);
  expect(await runsOf(owner, id)).toMatchObject([{ state: 'waiting', failure: 'mail_server_unreachable' }]);
}, 10_000);

it('goes on at once after a restart with what was prepared as the server stopped, however often that happens', async () => {
  const server = await aMailServer();
  const { id: orgId } = await anOrg();
  const owner = await aReporter(orgId);
  await asSystem((tx) => sql`update report_schedule set active = false, next_due_at = null`.execute(tx));
  const asked = { report: 'controlled-coverage', groupBy: [], metrics: ['total_container_groups'] };
  const { id, nextRunAt } = await aSchedule(owner, orgId, asked);
  const failures: unknown[] = [];
  const due = new Date(nextRunAt);
  const stopping = {
    mail: { smtpUrl: server.url, from: 'noa@noa.test' },
    publicUrl: 'https://noa.test',
    now: () => due,
    leaving: AbortSignal.abort(),
    reportFailure: (cause: unknown) => void failures.push(cause),
  };
  for (let stops = 0; stops < 6; stops += 1) {
    await sendNext(db, stopping);
  }
  expect([server.mails, failures]).toEqual([[], []]);

  await sendDue({ smtpUrl: server.url, at: due });

  expect(server.mails).toHaveLength(1);
  expect(await runsOf(owner, id)).toMatchObject([{ state: 'sent', attempts: 1, refused: [] }]);
});

it.each([
  ['that was killed', null, 1],
  ['that was killed a while ago', 40, 1],
  ['that runs', 5, 0],
])('takes up what a server was preparing %s, as soon as it is silent', async (_what, silent, mails) => {
  const server = await aMailServer();
  const owner = await aReporter((await anOrg()).id);
  const [org] = (await owner.run('{ viewer { orgs { id } } }')).data.viewer.orgs;
  await asSystem((tx) => sql`update report_schedule set active = false, next_due_at = null`.execute(tx));
  const asked = { report: 'controlled-coverage', groupBy: [], metrics: ['total_container_groups'] };
  const { id } = await aSchedule(owner, org.id, asked);
  await asSystem(async (tx) => {
    await sql`
      insert into report_schedule_run (org_id, schedule_id, due_on, due_at, look_at, pending, attempts, server, taken_at)
      values (${org.id}, ${id}, current_date, now(), now() + interval '14 minutes', '{primar@noa.test}', 1, ${id},
        now() - interval '31 seconds')`.execute(tx);
    await (silent === null
      ? null
      : sql`
        insert into data_key_holder (server, key_id, seen_at)
        values (${id}, '\\x0000000000000000', now() - make_interval(secs => ${silent}))`.execute(tx));
  });

  await sendDue({ smtpUrl: server.url, at: new Date() });

  expect(server.mails).toHaveLength(mails);
  expect(await runsOf(owner, id)).toMatchObject([mails ? { state: 'sent', attempts: 2 } : { state: 'preparing' }]);
});

it('ends the reading of a test with its operation', async () => {
  mailing.set(db, { mail: { smtpUrl: 'smtp://127.0.0.1:9', from: 'noa@noa.test' }, publicUrl: 'https://noa.test' });
  onTestFinished(() => mailing.reset(db));
  const owner = await aReporter((await anOrg()).id);
  const [org] = (await owner.run('{ viewer { orgs { id } } }')).data.viewer.orgs;
  const asked = { report: 'controlled-coverage', groupBy: [], metrics: ['total_container_groups'] };
  const { id } = await aSchedule(owner, org.id, asked);
  const holder = new pg.Client({ connectionString: databaseUrl });
  await holder.connect();
  onTestFinished(() => holder.end());
  // What a report reads, and nothing before it.
  await holder.query('begin; lock table container_group in access exclusive mode');
  const answer = owner.run(SendTest, { id });
  const waiting = async () =>
    (await holder.query("select from pg_locks where not granted and relation = 'container_group'::regclass")).rowCount;
  await expect.poll(waiting).toBeGreaterThan(0);

  stopRequests();

  expect((await answer).errors).toMatchObject([{ code: 'LimitExceeded' }]);
  await expect.poll(waiting).toBe(0);
}, 10_000);

it('sends no test after its operation was ended, as where the mail server hangs for longer than it may take', async () => {
  const { address, reached, left } = await aHangingServer();
  mailing.set(db, { mail: { smtpUrl: `smtp://${address}`, from: 'noa@noa.test' }, publicUrl: 'https://noa.test' });
  onTestFinished(() => mailing.reset(db));
  const owner = await aReporter((await anOrg()).id);
  const [org] = (await owner.run('{ viewer { orgs { id } } }')).data.viewer.orgs;
  const asked = { report: 'controlled-coverage', groupBy: [], metrics: ['total_container_groups'] };
  const { id } = await aSchedule(owner, org.id, asked);
  const answer = owner.run(SendTest, { id });
  await reached;

  stopRequests();

  expect((await answer).errors).toMatchObject([{ code: 'LimitExceeded' }]);
  await left;
}, 10_000);
