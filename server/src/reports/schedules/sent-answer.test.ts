import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
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

  const [body] = await bodiesAt(nextRunAt, id);
  expect(body).toMatch(text);
});

/** The e-mail of a schedule once it is due: as text, and with styles. */
async function bodiesAt(nextRunAt: string, id: string): Promise<string[]> {
  await sendDue({ smtpUrl: server.url, at: minutesAfter(nextRunAt, 1) });
  const mail = server.mails.find((each) => headerOf(each, 'Message-ID').includes(id));
  return mail ? bodiesOf(mail).map((body) => body.replaceAll(/[^\S\n]/g, ' ')) : [];
}

describe('an e-mail of what was used three times in one hour, and once in another', async () => {
  const { id: orgId } = await anOrg();
  await approveDomains(orgId, 'noa.test');
  const implementer = await signIn(['local_implementer'], { orgIds: [orgId] });
  const at = (time: string) => `${ago(4).toISOString().slice(0, 10)}T${time}Z`;
  await givenEvents(
    ['10:05', '10:20', '10:40', '12:00'].map((time) => ({ org_id: orgId, occurred_at: at(`${time}:00`) })),
  );
  const bodiesOfSchedule = async (asked: object, owner = implementer) => {
    const given = { metrics: ['event_count'], period: 'last_7_days', ...asked };
    const { id, nextRunAt } = await aSchedule(owner, orgId, given);
    return bodiesAt(nextRunAt, id);
  };

  it('names an hour in its sentence as clocks do', async () => {
    const [text] = await bodiesOfSchedule({ report: 'peak-load', groupBy: ['hour', 'day_of_week'] });

    expect(text).toMatch(/, 4 evenimente[^;]*; cel mai mult: 1[23]:00 \(3\)\./);
  });

  it.each([
    ['ro', /<th [^>]*>săpt\. \d{1,2}, \d/],
    ['en', /<th [^>]*>week \d{1,2}, [A-Z]/],
  ])('draws weeks by their days, in %s', async (locale, text) => {
    const [, html] = await bodiesOfSchedule({ groupBy: ['week'], locale });

    expect(html).toMatch(text);
  });

  it.each([
    ['ro', 'Filtru: Fracție este: sticlă, (fără); Evenimente cel puțin: 1.000.'],
    ['en', 'Filtered by: Waste stream is: glass, (none); Events at least: 1,000.'],
  ])('says by what it is narrowed, whatever the file is, in %s', async (locale, said) => {
    const filters = [
      { field: 'waste_stream', operator: 'in', value: ['glass', null] },
      { field: 'event_count', operator: 'gte', value: 1_000 },
    ];

    const bodies = await bodiesOfSchedule({ groupBy: ['date'], filters, locale });

    expect(bodies.map((body) => body.includes(said))).toEqual([true, true]);
  });

  it('says that small groups are left out to whoever may not learn who opened, and to nobody else', async () => {
    const [reporter, asked] = [await signIn(['local_reporter'], { orgIds: [orgId] }), { groupBy: ['waste_stream'] }];
    const said = 'lipsesc grupurile cu mai puțin de 5 apartamente';

    expect((await bodiesOfSchedule(asked, reporter)).map((body) => body.includes(said))).toEqual([true, true]);
    expect((await bodiesOfSchedule(asked)).map((body) => body.includes(said))).toEqual([false, false]);
  });

  const used = [{ field: 'event_count', operator: 'gte', value: 2 }];
  const shares = { report: 'separate-collection', metrics: ['litres_pct'], groupBy: ['date', 'waste_stream'] };
  it.each([
    ['no bars of two groupings of which some rows are left out', { groupBy: ['date', 'hour'], filters: used }, false],
    ['bars of two groupings', { groupBy: ['date', 'hour'] }, true],
    ['bars of which some are left out', { groupBy: ['hour'], filters: used }, true],
    ['no bars of shares that make up a hundred each day', shares, false],
  ])('draws %s', async (_what, asked, isDrawn) => {
    const [, html] = await bodiesOfSchedule(asked);

    expect(html?.includes('<table')).toBe(isDrawn);
  });
});
