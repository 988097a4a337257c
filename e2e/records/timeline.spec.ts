import { expect, test, type Page } from '@playwright/test';
import { graphql, signInGateway } from '../support/api.ts';
import { isClean } from '../support/axe.ts';
import { recordCardEvents } from '../support/card-events.ts';
import { someContainers } from '../support/containers.ts';
import { anEntrance, aSerial } from '../support/handover-entrance.ts';
import { as } from '../support/record-kinds.ts';
import { goTo } from '../support/go-to.ts';
import { setScheme } from '../support/scheme.ts';
import { signIn } from '../support/sign-in.ts';
import { alike, isThorough, shownElsewhere } from '../support/thorough.ts';

const implementer = 'implementer@noa.test';

/** Noon some days ago, so that the day is the same in every zone of these journeys. */
const noonAgo = (days: number) => {
  const at = new Date();
  at.setDate(at.getDate() - days);
  at.setHours(12, 0, 0, 0);
  return at.toISOString();
};

/** An apartment whose card opened a container on two days, and was refused on one of them; the container was emptied on a third. */
async function aUsedPlatform() {
  const [containerId = ''] = (await someContainers(1)).ids;
  const { entranceId, apartmentIds } = await anEntrance(1);
  const [apartmentId = ''] = apartmentIds;
  const serialNumber = `A${aSerial().slice(1)}`;
  const { card } = await as<{ card: { id: string } }>(
    implementer,
    'mutation ($input: CreateCardInput!) { card: createCard(input: $input) { id } }',
    { input: { kind: 'physical', serialNumber } },
  );
  await as(implementer, 'mutation ($a: ID!, $c: ID!) { assignCard(apartmentId: $a, cardId: $c) { id } }', {
    a: apartmentId,
    c: card.id,
  });
  const { container } = await as<{ container: { containerGroup: { id: string } } }>(
    implementer,
    'query ($id: ID!) { container(id: $id) { containerGroup { id } } }',
    { id: containerId },
  );
  const events = [
    { kind: 'full_use', at: noonAgo(9) },
    { kind: 'full_use', at: noonAgo(9) },
    { kind: 'access_denied', at: noonAgo(9) },
    { kind: 'full_use', at: noonAgo(4) },
  ] as const;
  await recordCardEvents(
    events.map((event, index) => ({ containerId, eventNumber: index + 1, serialNumber, ...event })),
  );
  await graphql(
    await signInGateway(),
    'mutation ($updates: [StatusUpdateInput!]!) { recordStatusUpdates(updates: $updates) { results { outcome } } }',
    { updates: [{ containerId, updateNumber: 1, kind: 'emptying_detected', at: noonAgo(6) }] },
  );
  return { entranceId, apartmentId, groupId: container.containerGroup.id };
}

const timeline = (page: Page) => page.getByRole('figure', { name: /^Ce s-a întâmplat/ });
const axis = (page: Page) => timeline(page).getByRole('group').first();
const days = (page: Page) => axis(page).getByRole('link');
const events = (page: Page) => page.getByRole('table', { name: 'Evenimente' }).getByRole('row');

test('an apartment, its entrance and a platform begin with what happened, and each day leads to its events', async ({
  page,
}) => {
  const { apartmentId, entranceId, groupId } = await aUsedPlatform();
  await signIn(page, implementer, `/apartments/${apartmentId}`);

  await expect(axis(page)).toHaveAccessibleName('3 deschideri, un refuz, o schimbare de card');
  await expect(days(page)).toHaveCount(2);
  await expect(days(page).first()).toHaveAccessibleName(/: 2 deschideri, un refuz$/);
  await isClean(page);

  // By keys alone: in at the newest day, to the one before, to its events, and back to all.
  await days(page).last().focus();
  await page.keyboard.press('ArrowLeft');
  await expect(days(page).first()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\?tab=events&from=.+&to=.+/);
  await expect(events(page)).toHaveCount(1 + 3);
  await expect(page.getByRole('status').filter({ hasText: 'Numai' })).toBeFocused();
  await page.getByRole('button', { name: 'Toate zilele' }).click();
  await expect(events(page)).toHaveCount(1 + 4);

  await goTo(page, `/entrances/${entranceId}`);
  await expect(days(page)).toHaveCount(2);

  await goTo(page, `/container-groups/${groupId}`);
  await expect(axis(page)).toHaveAccessibleName('3 deschideri, un refuz, o golire');
  const words = timeline(page).getByText(/^3 deschideri/);
  await expect
    .poll(async () => ((await axis(page).boundingBox())?.y ?? 0) - ((await words.boundingBox())?.y ?? 0))
    .toBeGreaterThan(0);
  await timeline(page).getByText('Arată ca tabel').click();
  await expect(timeline(page).getByRole('row')).toHaveCount(1 + 3);
  await timeline(page)
    .getByRole('row', { name: /1 0 0$/ })
    .getByRole('link')
    .click();
  await expect(events(page)).toHaveCount(1 + 1);
  if (isThorough) {
    await setScheme(page, 'dark');
    await isClean(page);
  }
});

test(
  'who may not know who opened sees what happened at a platform, and nothing of an entrance, on a phone too',
  alike,
  async ({ page }) => {
    const { entranceId, groupId } = await aUsedPlatform();
    await page.setViewportSize({ width: 390, height: 844 });
    await signIn(page, 'reporter@noa.test', `/container-groups/${groupId}`);

    await expect(days(page).first()).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await isClean(page);

    // Three days share a column there, so that a finger finds it: it leads to the events of all three.
    const boxes = await days(page).evaluateAll((all) => all.map((each) => each.getBoundingClientRect().width));
    expect(Math.min(...boxes)).toBeGreaterThanOrEqual(24);
    await expect(timeline(page).getByText('câte 3 zile pe coloană')).toBeVisible();
    await expect(days(page).first()).toHaveAccessibleName(/^\d.+ – \d+ [a-z]+|^\d+–\d+ [a-z]+/);
    await days(page).first().click();
    await expect(page.getByRole('status').filter({ hasText: /^Numai \d+.*–.*\d/ })).toBeFocused();

    await page.goto(`/entrances/${entranceId}`);
    await expect(
      page
        .getByRole('tab', { name: 'Istoric' })
        .or(page.getByRole('tab', { name: 'Apartamente' }))
        .first(),
    ).toBeVisible();
    await expect(timeline(page)).toBeHidden();
    await expect(page.getByRole('tab', { name: 'Evenimente' })).toBeHidden();
  },
);

test(
  'whoever comes back to events that were shown page by page finds all of them, and stands where they stood',
  shownElsewhere,
  async ({ page }) => {
    const [containerId = ''] = (await someContainers(1)).ids;
    const [apartmentId = ''] = (await anEntrance(1)).apartmentIds;
    const serialNumber = `A${aSerial().slice(1)}`;
    const card = await as<{ made: { id: string } }>(
      implementer,
      'mutation ($input: CreateCardInput!) { made: createCard(input: $input) { id } }',
      { input: { kind: 'physical', serialNumber } },
    );
    await as(implementer, 'mutation ($a: ID!, $c: ID!) { assignCard(apartmentId: $a, cardId: $c) { id } }', {
      a: apartmentId,
      c: card.made.id,
    });
    await recordCardEvents(
      Array.from({ length: 60 }, (_, index) => ({
        containerId,
        serialNumber,
        eventNumber: index + 1,
        kind: 'full_use' as const,
        at: new Date(Date.now() - (60 - index) * 1_000).toISOString(),
      })),
    );
    await signIn(page, implementer, `/containers/${containerId}?tab=events`);
    const rows = page.getByRole('tabpanel').getByRole('table').getByRole('row');
    const older = page.getByRole('button', { name: 'Evenimente mai vechi' });
    await older.click();
    await expect(rows).toHaveCount(51);
    await older.click();
    await expect(rows).toHaveCount(61);
    const last = rows.nth(60).getByRole('link').first();
    await last.scrollIntoViewIfNeeded();
    const place = await page.evaluate(() => window.scrollY);
    await last.click();
    // The address is ahead of the screen: whoever is back before the list has gone has not left it.
    await expect(page.getByRole('heading', { name: 'Verifică un container' })).toBeVisible();
    let added = 0;
    page.on('requestfinished', (request) => {
      added += request.url().endsWith('/graphql') && request.postData()?.includes('"after":"') ? 1 : 0;
    });
    await page.goBack();

    await expect.poll(() => added).toBe(2);
    await expect(rows).toHaveCount(61);
    expect(await page.evaluate(() => window.scrollY)).toBe(place);
  },
);
