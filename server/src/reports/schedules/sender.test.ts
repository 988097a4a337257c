import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { aHangingServer } from '../../mail/mail-server.fixture.ts';
import { mailing } from '../../mail/mailing.ts';
import { stopRequests } from '../../request/request-bounds.ts';
import { anOrg } from '../../testing/factories.ts';
import { asSystem, db } from '../../testing/harness.ts';
import '../testing/events.ts'; // opens the reports of the test's database
import { aReporter, aSchedule, runsOf, SendTest } from './schedule.fixture.ts';
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
