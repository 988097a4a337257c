import { randomInt } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { graphql, signInByPassword } from './support/api.ts';
import { axeFindings } from './support/axe.ts';
import { sendCardEvents, type SeenEvent } from './support/card-events.ts';
import { goTo } from './support/go-to.ts';
import { seeded } from './support/seeded.ts';
import { signIn } from './support/sign-in.ts';

test('a container shows what its lock has not delivered, and what contradicts what is kept', async ({ page }) => {
  const { containers } = await graphql<{ containers: { nodes: { id: string }[] } }>(
    // Whoever looks at it is who finds it: other journeys make containers that only others see.
    await signInByPassword('containers@noa.test'),
    `{ containers(${seeded}) { nodes { id } } }`,
  );
  const containerId = containers.nodes[0]?.id ?? '';
  const bootNumber = randomInt(1_000_000, 2_000_000);
  const at = new Date().toISOString();
  const event = (eventNumber: number, kind: SeenEvent['kind']) => ({ containerId, bootNumber, eventNumber, kind, at });
  await sendCardEvents([event(1, 'full_use'), event(5, 'full_use'), event(1, 'no_use')]);

  await signIn(page, 'containers@noa.test');
  await goTo(page, `/containers/${containerId}`);
  await page.getByRole('tab', { name: 'Livrarea evenimentelor' }).click();

  await expect(page.getByRole('row', { name: `${bootNumber} 2 4` })).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: `1, pornirea ${bootNumber}` })).toContainText(
    /deschidere fără depunere.*depunere/,
  );
  expect(await axeFindings(page)).toEqual([]);
});
