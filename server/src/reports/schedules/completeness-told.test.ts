import { afterAll, expect, it } from 'vitest';
import { bodiesOf, headerOf, startMailServer } from '../../mail/mail-server.fixture.ts';
import { aContainer, anOrg } from '../../testing/factories.ts';
import { signIn } from '../../testing/harness.ts';
import { listReports } from '../catalogue.ts';
import { givenEvents } from '../testing/events.ts';
import { approveDomains, aSchedule, minutesAfter, sendDue } from './schedule.fixture.ts';

const server = await startMailServer();
afterAll(() => server.close());

const { id: orgId } = await anOrg();
await approveDomains(orgId, 'noa.test');
const implementer = await signIn(['local_implementer'], { orgIds: [orgId] });
const [seen] = [await aContainer({ org_id: orgId }), await aContainer({ org_id: orgId })];
const yesterday = minutesAfter(new Date(), -60 * 24);
await givenEvents([{ org_id: orgId, container_id: seen.id, occurred_at: yesterday }]);

/** What an e-mail says of a report in which one of two containers was heard from, as text and with styles. */
async function bodiesFor(report: string, metrics: readonly string[], locale: string): Promise<string[]> {
  const { id, nextRunAt } = await aSchedule(implementer, orgId, { report, metrics, groupBy: [], locale });
  await sendDue({ smtpUrl: server.url, at: minutesAfter(nextRunAt, 1) });
  const mail = server.mails.find((each) => headerOf(each, 'Message-ID').includes(id));
  return mail ? bodiesOf(mail) : [];
}

const told = {
  ro: 'Completitudine 50 % · 50 % din containere au dat semn în perioadă, 100 % din rapoartele încuietorilor au ajuns.',
  en: 'Completeness 50 % · 50 % of the containers were heard from in the period, 100 % of what their locks reported arrived.',
} as const;

const cases = listReports().flatMap(({ name, metrics, reportedBy }) => {
  const asked = { metrics: metrics.slice(0, 1), isOfLocks: reportedBy !== undefined };
  const locales = name === 'usage' ? (['ro', 'en'] as const) : (['ro'] as const);
  return locales.map((locale) => [name, locale, asked] as const);
});

it.each(cases)(
  'an e-mail with %s in %s says how complete its figures are, if locks have told them',
  async (report, locale, asked) => {
    const bodies = await bodiesFor(report, asked.metrics, locale);

    expect(bodies).toHaveLength(2); // as text, and with styles
    for (const body of bodies) {
      expect(body.includes(told[locale])).toBe(asked.isOfLocks);
      expect(body.includes('Complet')).toBe(asked.isOfLocks);
    }
  },
);
