import { expect, test } from '@playwright/test';
import { someContainers } from '../support/containers.ts';
import { signIn } from '../support/sign-in.ts';

test('a map that is to come while there is no network waits for it, and takes nothing of the screen with it', async ({
  page,
  context,
}) => {
  const { word, serials } = await someContainers(2);
  // A browser that is busy until the test says that it is not.
  await page.addInitScript(() => {
    const asked: (() => void)[] = [];
    window.requestIdleCallback = (call) => asked.push(() => call({ didTimeout: false, timeRemaining: () => 1 }));
    window.cancelIdleCallback = (number) => (asked[number - 1] = () => undefined);
    Object.assign(window, { becomeIdle: () => asked.forEach((call) => call()) });
  });
  await signIn(page, 'implementer@noa.test', `/containers/status?q=${word}`);
  const rows = page.getByRole('table', { name: 'Lista containerelor' }).locator('tbody tr');
  await expect(rows).toHaveCount(serials.length);
  await context.setOffline(true);
  await expect(page.getByText('Noutățile nu mai vin de la sine')).toBeVisible();

  // What the page begins then is drawn, or has failed, two frames later.
  await page.evaluate(async () => {
    (window as unknown as { becomeIdle: () => void }).becomeIdle();
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  });
  await context.setOffline(false);

  await expect(page.getByText('Legătura a revenit')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Harta containerelor' })).toBeVisible();
  await expect(rows).toHaveCount(serials.length);
});
