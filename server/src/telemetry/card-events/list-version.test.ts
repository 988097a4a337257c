import { expect, it } from 'vitest';
import { Controller } from '../../sync/controller.fixture.ts';
import { applyChange, aNeighbourhood, type Change } from '../../sync/grants.fixture.ts';
import { asSystem, signInGateway } from '../../testing/harness.ts';
import { event, record, stored } from './card-event.fixture.ts';

it('keeps what a lock saw between two pages of its list, with the version that it held before', async () => {
  const world = await aNeighbourhood();
  const [containerId = ''] = world.containers;
  const gateway = await signInGateway([world.orgId]);
  const lock = new Controller(containerId, gateway);
  const change = (...kinds: Change['kind'][]) =>
    asSystem(async (tx) => {
      for (const kind of kinds) {
        for (const a of [0, 1, 2]) {
          await applyChange(tx, world, { kind, a, b: 0 });
        }
      }
    });
  await asSystem((tx) => applyChange(tx, world, { kind: 'join', a: 0, b: 0 }));
  const expected: (string | null)[] = [];
  let began: string | null = null;
  for (const kinds of [['register', 'assign'], ['block']] as const) {
    await change(...kinds);
    let after: string | null = began;
    for (let hasMore = true; hasMore;) {
      const page = await lock.ask(after, 1);
      ({ hasMore, version: after } = page);
      expected.push(hasMore ? began : after);
      const { results } = await record(gateway, [event(containerId, expected.length, { listVersion: after })]);
      expect(results, after ?? '').toMatchObject([{ outcome: 'accepted' }]);
    }
    began = after;
  }

  expect(expected.length).toBe(6);
  expect((await stored(containerId)).map(({ list_version: version }) => version?.toString() ?? null)).toEqual(expected);
});
