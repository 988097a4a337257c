import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { aHangingServer } from '../../mail/mail-server.fixture.ts';
import { anOrg } from '../../testing/factories.ts';
import { asSystem, db } from '../../testing/harness.ts';
import '../testing/events.ts'; // opens the reports of the test's database
import { aReporter, aSchedule, runsOf } from './schedule.fixture.ts';
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
