import { expect, test, type Page } from '@playwright/test';
import { graphql, signInGateway } from '../support/api.ts';
import { isClean } from '../support/axe.ts';
import { someContainers } from '../support/containers.ts';
import { goTo } from '../support/go-to.ts';
import { canDraw } from '../support/map.ts';
import { as } from '../support/record-kinds.ts';
import { setScheme } from '../support/scheme.ts';
import { seeded } from '../support/seeded.ts';
import { signIn } from '../support/sign-in.ts';
import { alike, isThorough } from '../support/thorough.ts';

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

/** A container that filled up, was emptied, and is nearly full again, as its lock told it. */
async function aFullContainer(): Promise<string> {
  const [containerId = ''] = (await someContainers(1)).ids;
  const told = [
    ...[12, 31, 55, 78, 97].map((pct, index) => ({
      kind: 'fill_level_pct',
      value: String(pct),
      at: daysAgo(28 - 2 * index),
    })),
    { kind: 'emptying_detected', at: daysAgo(19) },
    ...[2, 24, 45, 69, 84, 96].map((pct, index) => ({
      kind: 'fill_level_pct',
      value: String(pct),
      at: daysAgo(18 - 3 * index),
    })),
    { kind: 'fill_level_pct', value: '96', at: daysAgo(0) },
    { kind: 'battery_life_pct', value: '70', at: daysAgo(20) },
    { kind: 'battery_life_pct', value: '64', at: daysAgo(0) },
  ];
  await graphql(
    await signInGateway(),
    'mutation ($updates: [StatusUpdateInput!]!) { recordStatusUpdates(updates: $updates) { results { outcome } } }',
    { updates: told.map((update, index) => ({ containerId, updateNumber: index + 1, ...update })) },
  );
  return containerId;
}

const health = (page: Page) => page.getByRole('region', { name: 'Stare' });

test('a container says first how it is and why, then how it came to it; what is technical is folded up; a small map leads to that of all', async ({
  page,
}) => {
  const id = await aFullContainer();
  await signIn(page, 'implementer@noa.test', `/containers/${id}`);

  await expect(health(page)).toContainText('eroare');
  await expect(health(page)).toContainText(/Plin 96 % de 3\szile/);
  const facts = page.getByText('Grup de containere', { exact: true }).last();
  await expect(async () => {
    const [state, below] = [await health(page).boundingBox(), await facts.boundingBox()];
    expect(state?.y).toBeLessThan(below?.y ?? 0);
  }).toPass({ timeout: 20_000 });

  const fill = page.getByRole('figure', { name: /^Umplere/ });
  await expect(fill.getByRole('img')).toHaveAccessibleName(
    'Umplere, ultimele 30 de zile: între 2 % și 97 %, acum 96 %',
  );
  await expect(fill).toContainText('avertizare de la 80 %');
  await expect(fill).toContainText('o golire');
  await expect(page.getByRole('figure', { name: /^Baterie/ })).toContainText('64 %');
  await expect(page.getByRole('region', { name: 'Ultimele evenimente' })).toContainText('Niciun eveniment încă');

  await fill.getByText('Arată ca tabel').click();
  await expect(fill.getByRole('row')).toHaveCount(1 + 12 + 1);
  await expect(fill.getByRole('row', { name: /Golire/ })).toHaveCount(1);
  await isClean(page);

  await expect(page.getByText('Carduri în încuietoare')).toBeHidden();
  await page.getByText('Date tehnice').click();
  await expect(page.getByText('Carduri în încuietoare')).toBeVisible();

  const place = page.getByRole('region', { name: 'Locul pe hartă', exact: true });
  await place.scrollIntoViewIfNeeded();
  if (await canDraw(page)) {
    await expect(place.getByLabel('Locul ales')).toBeVisible();
  }
  if (isThorough) {
    // Each commit looks at the dark colours of a list and a report (`accessibility.spec.ts`).
    await setScheme(page, 'dark');
    await isClean(page);
  }
  await place.getByRole('link', { name: 'Pe harta containerelor' }).click();
  await expect(page).toHaveURL(/\/containers\/status\?bbox=26\.907/);
});

test('on a phone the state comes first, and nothing is wider than the screen', alike, async ({ page }) => {
  const id = await aFullContainer();
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, 'reporter@noa.test', `/containers/${id}`);

  await expect(health(page)).toContainText('Plin 96 %');
  await expect(page.getByRole('figure', { name: /^Umplere/ }).getByRole('img')).toBeVisible();
  await expect.poll(async () => (await health(page).boundingBox())?.y).toBeLessThan(260);
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);

  // What was told of it is a card each: a table of four columns hid the last, and broke its times.
  const told = page.getByRole('list', { name: 'Actualizările stării' }).getByRole('listitem').first();
  await expect(told).toContainText('Valoare și notă');
  await expect.poll(async () => (await told.locator('dd').first().boundingBox())?.height).toBeLessThan(30);
  const begins = await told.locator('dd').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().left));
  expect([...new Set(begins)]).toHaveLength(1);
  await isClean(page);
});

test('who asks for a tab from further up, or from the search, is led to it', async ({ page }) => {
  const { containers } = await as<{ containers: { nodes: { id: string; serialNumber: string }[] } }>(
    'implementer@noa.test',
    `{ containers(${seeded}) { nodes { id serialNumber } } }`,
  );
  const [container] = containers.nodes;
  await signIn(page, 'implementer@noa.test', `/containers/${container?.id}`);
  const open = page.getByRole('tab', { selected: true });
  const isBelowHeader = () =>
    expect.poll(async () => Math.abs(((await open.boundingBox())?.y ?? 0) - 64)).toBeLessThan(4);

  await page.getByRole('link', { name: 'Toate evenimentele' }).click();
  await expect(open).toHaveText('Evenimente');
  await isBelowHeader();
  await expect(open).toBeFocused();

  await goTo(page, '/no-such-screen');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Caută' }).fill(container?.serialNumber ?? '');
  await page.getByRole('option', { name: /^Evenimente/ }).click();
  await expect(open).toHaveText('Evenimente');
  await isBelowHeader();
});
