import { describe, expect, it } from 'vitest';
import { aFurnishedOrg } from '../../testing/furnished-org.ts';
import { asOwner, signIn } from '../../testing/harness.ts';
import { stepsOf, watchPlans, worseThanLinear } from '../../testing/plans.ts';
import { rounds } from '../../testing/rounds.ts';
import { always, AskReport } from '../testing/events.ts';
import { AskRecords } from '../records/records.fixture.ts';

await watchPlans(); // before the first connection

/** Records of each kind in the smaller of two orgs. */
const few = rounds(100, 200);
/** As many times more in the other. */
const times = 4;

interface Offered {
  readonly name: string;
  readonly metrics: readonly string[];
  readonly countsEvents: boolean;
}

/** What the figures of an org cost, and the records behind each. */
async function measure(count: number) {
  const orgId = await aFurnishedOrg(count);
  const reader = await signIn(['local_implementer'], { orgIds: [orgId] });
  const { data } = await reader.run('{ reports { name metrics countsEvents } }');
  const registered = (data.reports as Offered[]).filter(({ countsEvents }) => !countsEvents);
  const cell = [{ grouping: 'org', value: orgId }];
  const filters = [{ field: 'org', operator: 'eq', value: orgId }];
  return stepsOf(async () => {
    for (const { name, metrics } of registered) {
      const input = { ...always, groupBy: ['org'], metrics };
      const report = await reader.run(AskReport, { name, input: { ...input, filters } });
      expect(report.errors, name).toBeUndefined();
      for (const metric of metrics) {
        const records = await reader.run(AskRecords, { name, input, metric, cell, first: 20 });
        expect(records.errors, `${name} ${metric}`).toBeUndefined();
      }
    }
  });
}

describe('a report about four times as much of the registry does four times as much', () => {
  it('with the records behind each figure, in an org that is younger than the statistics', async () => {
    await aFurnishedOrg(few * times);
    await asOwner('analyze');
    await measure(1);

    const ofFew = await measure(few);
    const ofMany = await measure(few * times);

    expect(worseThanLinear(ofFew, ofMany, times)).toEqual([]);
  });
});
