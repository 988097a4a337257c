import { randomUUID } from 'node:crypto';
import { afterAll, expect, it } from 'vitest';
import { anOrg } from '../../testing/factories.ts';
import { appUrl } from '../../testing/harness.ts';
import { rounds } from '../../testing/rounds.ts';
import { dataDir, givenEvents } from '../testing/events.ts';
import { builtAnew, heldBy } from './held-events.fixture.ts';
import { Projection } from './projection.ts';

const dayMs = 86_400_000;

const live = new Projection({
  databaseUrl: appUrl,
  dataDir: `${dataDir}/live`,
  log: { info: () => undefined, warn: () => undefined },
});
afterAll(() => live.close());

/** Moments of as many months as there may be, and of the days of a quarter, of whose events it is known who it was. */
const moments = [
  ...Array.from({ length: rounds(40, 240) }, (_, month) => new Date(Date.UTC(2005, month, 15))),
  ...Array.from({ length: rounds(20, 85) }, (_, day) => new Date(Date.now() - day * dayMs)),
];

it('an event is sent, and who it was, that came with a partition of its own while others were asked for', async () => {
  const org = await anOrg();
  await live.refresh();
  let isDone = false;
  const asking = (async () => {
    while (!isDone) {
      await live.refresh();
    }
  })();

  for (const occurred_at of moments) {
    const who = { card_id: randomUUID(), apartment_id: randomUUID() };
    await givenEvents([{ org_id: org.id, occurred_at, ...who }]);
  }
  isDone = true;
  await asking;

  expect(await heldBy(live)).toEqual(await builtAnew());
});
