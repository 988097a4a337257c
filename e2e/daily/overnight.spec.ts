import { expect, test } from '@playwright/test';
import { makeCard } from '../support/made.ts';
import { signIn } from '../support/sign-in.ts';

test('which events are of today and of yesterday follows the day, in a tab that stays open over midnight', async ({
  page,
}) => {
  const { id } = await makeCard();
  // Half a minute before the last midnight: tokens are good for longer than they seem to be, and nothing has ended.
  const [before = 0, midnight = 0] = await page.evaluate(() =>
    [-1, 0].map((days) => new Date().setHours(24 * days, 0, 0, 0)),
  );
  await page.clock.install({ time: midnight - 30_000 });
  const asked: string[] = [];
  page.on('request', (request) => {
    const { operationName, variables } = (request.postDataJSON() ?? {}) as {
      operationName?: string;
      variables?: { filter?: { from?: string } };
    };
    if (operationName === 'CardEvents') {
      asked.push(variables?.filter?.from ?? '');
    }
  });
  await signIn(page, 'implementer@noa.test', `/card/${id}?tab=events&days=today`);
  await expect.poll(() => asked).toEqual([new Date(before).toISOString()]);

  await page.clock.fastForward(90_000);

  await expect.poll(() => asked.at(-1)).toBe(new Date(midnight).toISOString());
});
