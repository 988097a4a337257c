import { afterAll, beforeAll, describe, it } from 'vitest';
import { someOf } from '../../../testing/rounds.ts';
import { reports } from '../../testing/events.ts';
import { expectPlain, midnight, orgOf, questions, zones, type Period } from '../../testing/whole-days.ts';

describe('a period of whole days, as the org has them', () => {
  const year = (zone: string): Period => ({ from: midnight(zone, '2025-01-01'), to: midnight(zone, '2026-01-01') });
  const asked = questions.filter((groupBy) => !(groupBy.includes('date') && groupBy.includes('apartment')));

  const isClosed = 'epoch_number < (select min(number) from epoch)';
  /** No question may write: what is asked is in a transaction that only reads. */
  const write = (sql: string) => reports.projection.query(`rollback; ${sql}; begin transaction read only`, []);

  /** Whatever was counted before is lost as single events: only what is in rollups can still be counted. */
  beforeAll(async () => {
    await reports.projection.refresh();
    await reports.projection.settled();
    await write(`create table aside as from card_event where ${isClosed}; delete from card_event where ${isClosed}`);
  });
  afterAll(() => write('insert into card_event from aside; drop table aside'));

  it.each(zones)('is counted without looking at single events: %s', async (zone) => {
    for (const groupBy of someOf(asked, zones.indexOf(zone))) {
      await expectPlain(year(zone), groupBy, orgOf(zone));
    }
  });

  it.each(zones)('also if it is a month: %s', async (zone) => {
    const [from, to] = [midnight(zone, '2025-10-31'), midnight(zone, '2025-11-01')];
    await expectPlain({ from, to }, ['date', 'org'], orgOf(zone));
    await expectPlain({ from: midnight(zone, '2025-01-01'), to: midnight(zone, '2025-02-01') }, ['card'], orgOf(zone));
  });
});
