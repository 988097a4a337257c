import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { reportLimits } from '@noa/domain/reporting/report.ts';
import { anOrg } from '../../testing/factories.ts';
import { signIn } from '../../testing/harness.ts';
import { always, AskReport, givenEvents, type GivenEvent } from '../testing/events.ts';

const org = await anOrg();
const reporter = await signIn(['local_reporter'], { orgIds: [org.id] });
const apartments = Array.from({ length: 300 }, () => randomUUID());
/** Entrances of which up to seven apartments did something in a month, and null: any apartment may appear anywhere. */
const entrances = [null, ...Array.from({ length: 40 }, () => randomUUID())];
const months = ['2026-01', '2026-02', '2026-03'];

const groups = months.flatMap((month, index) =>
  entrances.map((entrance, position) => ({
    month,
    entrance,
    users: Array.from(
      { length: (position + index) % 8 },
      (_, user) => apartments[(position * 37 + user * (32 + index)) % 300],
    ),
    /** Events that say of nobody: one, or as many as a group has to be told. */
    ofNobody: (position + index) % 8 === 0 && position % 3 === 1 ? 6 : ((position + index) % 8) % 3 === 0 ? 1 : 0,
  })),
);
await givenEvents(
  groups.flatMap(({ month, entrance, users, ofNobody }) =>
    [...users, ...users.slice(1), ...Array.from({ length: ofNobody }, () => null)].map((apartment): GivenEvent => ({
      org_id: org.id,
      occurred_at: new Date(`${month}-10T10:00:00Z`),
      entrance_id: entrance,
      apartment_id: apartment ?? null,
    })),
  ),
);

const ask = async (groupBy: string[]) => {
  const { data } = await reporter.run(AskReport, {
    input: { ...always, groupBy, metrics: ['event_count'], first: 1000 },
  });
  return data.report.rows as (string | number | null)[][];
};

/** Which of these groups a reporter sees, counted by somebody who looks at each apartment. */
function expected(by: (group: (typeof groups)[number]) => (string | null)[]) {
  const enough = reportLimits.smallestGroup;
  return [...Map.groupBy(groups, (group) => JSON.stringify(by(group)))]
    .filter(([, same]) => {
      const users = new Set(same.flatMap((group) => group.users)).size;
      const ofNobody = same.reduce((sum, group) => sum + group.ofNobody, 0);
      // Of no more apartments than there are events; of no household, where no entrance is told.
      const ofHousehold = same.some((group) => group.entrance !== null && by(group).includes(group.entrance));
      return users >= enough || (users === 0 && ofNobody > 0 && (ofNobody >= enough || !ofHousehold));
    })
    .map(([group]) => group)
    .toSorted();
}

describe('a reporter', () => {
  it.each([
    ['month and entrance', ['month', 'entrance'], ({ month, entrance }: (typeof groups)[number]) => [month, entrance]],
    ['entrance', ['entrance'], ({ entrance }: (typeof groups)[number]) => [entrance]],
    ['month', ['month'], ({ month }: (typeof groups)[number]) => [month]],
  ])(
    'sees by %s exactly the groups of enough apartments, or of enough events that say of nobody',
    async (_title, groupBy, by) => {
      const rows = await ask(groupBy);

      expect(rows.map((row) => JSON.stringify(row.slice(0, -1))).toSorted()).toEqual(expected(by));
    },
  );

  it('sees all of them together', async () => {
    expect(await ask([])).toHaveLength(1);
  });
});
