import { randomUUID } from 'node:crypto';
import { afterAll, expect, it } from 'vitest';
import { anOrg } from '../../testing/factories.ts';
import { signIn } from '../../testing/harness.ts';
import { bodiesOf, headerOf, startMailServer } from '../../mail/mail-server.fixture.ts';
import { givenEvents } from '../testing/events.ts';
import { ago, forgetWho } from '../testing/forgetting.ts';
import { approveDomains, aSchedule, minutesAfter, sendDue } from './schedule.fixture.ts';

const server = await startMailServer();
afterAll(() => server.close());

it.each([
  ['the period before, of which all is known', 30, /, 6 evenimente, \+3 față de /],
  ['no period before of which some are no longer theirs', 10, /, 6 evenimente\./],
])('an e-mail compares the events of an apartment with %s', async (_what, term, text) => {
  const { id: orgId } = await anOrg();
  await approveDomains(orgId, 'noa.test');
  const implementer = await signIn(['local_implementer'], { orgIds: [orgId] });
  const apartment_id = randomUUID();
  const days = [2, 2, 2, 3, 3, 3, 9, 9, 12];
  await givenEvents(days.map((each) => ({ org_id: orgId, apartment_id, occurred_at: ago(each) })));
  await forgetWho(orgId, term);
  const filters = [{ field: 'apartment', operator: 'in', value: [apartment_id] }];
  const asked = { groupBy: ['date'], metrics: ['event_count'], period: 'last_7_days', filters };
  const { id, nextRunAt } = await aSchedule(implementer, orgId, asked);

  await sendDue({ smtpUrl: server.url, at: minutesAfter(nextRunAt, 1) });

  const mail = server.mails.find((each) => headerOf(each, 'Message-ID').includes(id));
  expect(mail && bodiesOf(mail)[0]).toMatch(text);
});
