import { describe, it } from 'vitest';
import { anOrg } from '../testing/factories.ts';
import { asSystem } from '../testing/harness.ts';
import { rounds, someOf } from '../testing/rounds.ts';
import { givenEvents } from './testing/events.ts';
import { pick, random } from './testing/random.ts';
import { aPeriod, aUse, expectPlain, nearMidnight, orgOf, orgs, questions, zones } from './testing/whole-days.ts';

describe('each event is counted once', () => {
  it.each(zones)('whichever days a period begins and ends with, or a moment before or after, in %s', async (zone) => {
    const start = 2 * zones.indexOf(zone);
    for (let round = 0; round < rounds(2, 24); round += 1) {
      const period = aPeriod(zone, round % 2 === 0 ? [0] : nearMidnight);
      await expectPlain(
        period,
        questions[(round + start) % questions.length] ?? [],
        pick([undefined, orgOf(zone), pick(orgs).id]),
      );
    }
  });

  it('when some came in after the others had been counted', async () => {
    for (let round = 0; round < rounds(4, 24); round += 1) {
      const zone = pick(zones);
      const period = aPeriod(zone, nearMidnight);
      await givenEvents([
        aUse(orgOf(zone), new Date(period.from + pick(nearMidnight))),
        aUse(pick(orgs).id, new Date(period.to + pick(nearMidnight))),
        aUse(pick(orgs).id, new Date(period.from + random(period.to - period.from))),
      ]);
      await expectPlain(period, questions[round % questions.length] ?? [], pick([undefined, orgOf(zone)]));
    }
  });

  it('when a day that began too early in one org follows on one that is whole, as another org has it', async () => {
    const [east, west] = [await anOrg({ time_zone: 'Pacific/Apia' }), await anOrg({ time_zone: 'America/St_Johns' })];
    await givenEvents([
      aUse(west.id, new Date('2025-05-10T20:00:00Z')), // the tenth
      aUse(east.id, new Date('2025-05-10T11:30:00Z')), // the eleventh, and too early
      aUse(east.id, new Date('2025-05-11T05:00:00Z')),
      ...Array.from({ length: 200 }, () => aUse(west.id, new Date('2025-05-12T20:00:00Z'))),
    ]);
    const period = { from: Date.parse('2025-05-10T12:00:00Z'), to: Date.parse('2025-05-20T00:00:00Z') };
    await expectPlain(period, ['date'], [east.id, west.id]);
  });

  it('when an org has changed its zone', async () => {
    const [org] = orgs;
    for (const [index, zone] of ['Asia/Kathmandu', 'Pacific/Apia', 'Europe/Bucharest'].entries()) {
      await asSystem((tx) =>
        tx
          .updateTable('org')
          .set({ time_zone: zone })
          .where('id', '=', org?.id ?? '')
          .execute(),
      );
      for (const groupBy of questions.filter((_each, nth) => someOf([0, 1, 2], nth).includes(index))) {
        await expectPlain(aPeriod(zone, [0]), groupBy, pick([undefined, org?.id]));
      }
    }
  });
});
