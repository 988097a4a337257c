import { expect, it } from 'vitest';
import { revealLimit } from '@noa/domain/personal-data.ts';
import { aManager, anApartment, anEntrance, anOrg } from '../../testing/factories.ts';
import { signIn, type Caller } from '../../testing/harness.ts';

const Find = `query ($n: String) {
  apartments(filter: { occupierIdNumber: $n }) { totalCount }
  entrances { nodes { apartments(filter: { occupierIdNumber: $n }) { totalCount } } }
}`;

const find = async (caller: Caller, n: string) => (await caller.run(Find, { n })).errors;
const numberOf = (index: number) => `18001012${String(index).padStart(5, '0')}`;

/** An org of two entrances, and who may reveal whole ID numbers there. */
async function given() {
  const { id: org_id } = await anOrg();
  const manager = await aManager({ org_id });
  for (const entrance of [
    await anEntrance({ org_id, manager_id: manager.id }),
    await anEntrance({ org_id, manager_id: manager.id }),
  ]) {
    await anApartment({ org_id, entrance_id: entrance.id });
  }
  return {
    implementer: await signIn(['local_implementer'], { orgIds: [org_id] }),
    manager: await signIn(['manager'], { managers: [manager] }),
  };
}

it.each(['implementer', 'manager'] as const)(
  'an %s finds by as many whole ID numbers in an hour as they may have revealed, however often by the same',
  async (role) => {
    const callers = await given();
    for (let index = 0; index < revealLimit.times; index += 1) {
      expect(await find(callers[role], numberOf(index))).toBeUndefined();
    }

    expect(await find(callers[role], numberOf(revealLimit.times))).toMatchObject([
      { code: 'LimitExceeded', retryAt: expect.any(String) },
    ]);

    expect(await find(callers[role], ` ${numberOf(0)} `)).toBeUndefined();
    const colleague = role === 'manager' ? callers.implementer : callers.manager;
    expect(await find(colleague, numberOf(revealLimit.times))).toBeUndefined();
  },
);

it('numbers that are looked up in one operation are counted each', async () => {
  const { implementer } = await given();
  const aliases = (from: number, count: number) =>
    Array.from(
      { length: count },
      (_, index) => `a${index}: apartments(filter: { occupierIdNumber: "${numberOf(from + index)}" }) { totalCount }`,
    ).join(' ');
  const half = revealLimit.times / 2;

  expect((await implementer.run(`{ ${aliases(0, half)} }`)).errors).toBeUndefined();
  const more = await implementer.run(`{ ${aliases(half, half + 1)} }`);

  expect(more.errors?.map(({ code }) => code)).toContain('LimitExceeded');
  expect(await find(implementer, numberOf(revealLimit.times * 2))).toBeUndefined();
});
