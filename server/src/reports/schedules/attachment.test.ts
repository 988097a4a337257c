import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { aMailServer } from '../../mail/mail-server.fixture.ts';
import { anOrg } from '../../testing/factories.ts';
import '../testing/events.ts'; // opens the reports of the test's database
import { aReporter, aSchedule, minutesAfter, runsOf, sendDue } from './schedule.fixture.ts';
import { collect, TooLarge } from './prepare.ts';

describe('the name of what is attached', () => {
  it('says the days of the report in the zone of the org', async () => {
    const { id: orgId } = await anOrg({ time_zone: 'America/New_York' });
    const owner = await aReporter(orgId);
    const server = await aMailServer();
    const asked = {
      report: 'controlled-coverage',
      groupBy: [],
      metrics: ['total_container_groups'],
      period: 'yesterday',
    };
    const { id, nextRunAt } = await aSchedule(owner, orgId, asked);

    await sendDue({ smtpUrl: server.url, at: minutesAfter(nextRunAt, 1) });

    const [run] = await runsOf(owner, id);
    const day = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/New_York' }).format(
      new Date(String(run?.['from'])),
    );
    expect(server.mails.map(({ source }) => /filename=(\S+)/.exec(source)?.[1])).toEqual([
      expect.stringMatching(`-${day}-${day}\\.csv$`),
    ]);
  });
});

describe('an attached file', () => {
  it('is not made on once it is too large', async () => {
    let made = 0;
    async function* pieces() {
      for (; made < 1000; made += 1) {
        yield 'ș'.repeat(50);
        await Promise.resolve();
      }
    }

    await expect(collect(Readable.from(pieces()), 1_000)).rejects.toThrow(TooLarge);
    expect(made).toBeLessThan(30);
    expect((await collect(Readable.from(['ab', Buffer.from('c')]), 3)).toString()).toBe('abc');
  });
});
