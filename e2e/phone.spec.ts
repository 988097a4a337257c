import { expect, test, type Locator, type Page } from '@playwright/test';
import { someContainers } from './support/containers.ts';
import { goTo } from './support/go-to.ts';
import { as } from './support/record-kinds.ts';
import { seeded } from './support/seeded.ts';
import { signIn } from './support/sign-in.ts';
import { alike } from './support/thorough.ts';

test.use({ viewport: { width: 390, height: 844 } });

const heightOf = async (part: Locator) => (await part.boundingBox())?.height ?? 0;

/** Words of a table that are not seen, as they stand beyond its frame. */
const beyond = (page: Page, table: Locator) =>
  table.evaluate((each, width) => each.getBoundingClientRect().right - width, page.viewportSize()?.width ?? 0);

test('a form over a record has all of a phone, and what closes or empties is as large as a finger', async ({
  page,
}) => {
  const { accessGroups } = await as<{ accessGroups: { nodes: { entrances: { nodes: { id: string }[] } }[] } }>(
    'implementer@noa.test',
    '{ accessGroups(first: 50) { nodes { entrances(first: 5) { nodes { id } } } } }',
  );
  const [ofAGroup] = accessGroups.nodes.flatMap(({ entrances }) => entrances.nodes);
  await signIn(page, 'implementer@noa.test', `/entrances/${ofAGroup?.id}/update`);
  const drawer = page.getByRole('dialog');
  expect((await drawer.boundingBox())?.x).toBe(0);
  // But for the scroll bar of a browser that is no phone's.
  expect((await drawer.boundingBox())?.width).toBeGreaterThanOrEqual(390 - 15);
  for (const name of ['Închide', /^Curăță câmpul/] as const) {
    expect(await heightOf(drawer.getByRole('button', { name }).first())).toBeGreaterThanOrEqual(44);
  }
});

test('the tab that an address opens is seen whole, also where not all of them fit', alike, async ({ page }) => {
  const { orgs } = await as<{ orgs: { nodes: { id: string }[] } }>(
    'root@noa.test',
    '{ orgs(first: 50) { nodes { id } } }',
  );
  const [org] = orgs.nodes;
  await signIn(page, 'root@noa.test');
  for (const [tab, name] of [
    ['archive', 'Arhivă'],
    ['members', 'Membri'],
    ['history', 'Istoric'],
  ] as const) {
    await goTo(page, `/orgs/${org?.id}?tab=${tab}`);
    await expect(page.getByRole('tab', { name, selected: true })).toBeInViewport({ ratio: 1 });
  }
});

/** What is pressed among the facts of a record and is lower than a finger, with the room around its words that takes the press. */
const lowFacts = (page: Page) =>
  page.locator('main dl :is(a, button):visible').evaluateAll((all) =>
    all.flatMap((each) => {
      each.scrollIntoView({ block: 'center' });
      const { left, top, height } = each.getBoundingClientRect();
      const ends = [-21, 21].map((far) => document.elementFromPoint(left + 8, top + height / 2 + far));
      return ends.every((end) => end && each.contains(end)) ? [] : [each.ariaLabel ?? each.textContent];
    }),
  );

test('what is pressed among the facts of a record is as large as a finger', async ({ page }) => {
  await signIn(page, 'root@noa.test');
  for (const [path, list] of Object.entries({
    '/containers': 'containers',
    '/card': 'cards',
    '/entrances': 'entrances',
  })) {
    const found = await as<Record<string, { nodes: { id: string }[] }>>(
      'root@noa.test',
      `{ ${list}(first: 50) { nodes { id } } }`,
    );
    await goTo(page, `${path}/${found[list]?.nodes[0]?.id}`);
    await expect(page.locator('main dl button').first()).toBeVisible();
    await expect.poll(() => lowFacts(page), path).toEqual([]);
  }
});

test('the menu gives the screen free, also where its entry leads to the list that is open', async ({ page }) => {
  await signIn(page, 'implementer@noa.test', '/card?status=blocked');
  const entry = page.getByRole('navigation', { name: 'Meniu principal' }).getByRole('link', { name: 'Carduri' });
  for (const time of ['from its blocked cards to all', 'from all to all']) {
    await page.getByRole('button', { name: 'Deschide meniul' }).click();
    await entry.click();
    await expect(entry, time).toBeHidden();
    await expect(page, time).toHaveURL(/\/card$/);
  }
});

test('a guide begins on the first screen, its tasks a press away', alike, async ({ page }) => {
  await signIn(page, 'implementer@noa.test', '/help');
  const guide = page.getByRole('article');
  await expect.poll(async () => (await guide.boundingBox())?.y).toBeLessThanOrEqual(260);
  await page.getByText('În acest ghid').click();
  await page.getByRole('navigation', { name: 'În acest ghid' }).getByRole('link').nth(1).click();
  await expect(guide.getByRole('heading', { level: 2 }).nth(1)).toBeInViewport();
});

test('an import has its steps in a line, and all columns of what would change on the screen', async ({ page }) => {
  await signIn(page, 'root@noa.test', '/import');
  const steps = page.getByRole('list').filter({ hasText: 'Verificare' }).getByRole('listitem');
  await expect(steps).toHaveCount(4);
  expect(new Set(await steps.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().top))).size).toBe(1);

  await page.getByLabel('Ce conține fișierul').selectOption('containers');
  await page.getByLabel('Alegeți fișierul').setInputFiles({
    name: 'Containere.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('Platforma;Serie;Fracție\r\nP-001;PH-1;sticlă\r\n'),
  });
  await page.getByRole('button', { name: 'Verifică fișierul' }).click();
  const planned = page.getByRole('table', { name: 'Ce s-ar schimba' });
  await expect(planned).toBeVisible();
  expect(await beyond(page, planned)).toBeLessThanOrEqual(0);
});

test(
  'fields side by side stand in one line, where one has a label of two lines or an explanation',
  alike,
  async ({ page }) => {
    await signIn(page, 'root@noa.test', '/containers/incidents?tab=rules&rule=new');
    const form = page.getByRole('dialog');
    const condition = form.getByLabel('Condiție');
    const asked = await condition
      .locator('option')
      .evaluateAll((all) => all.map((each) => (each as HTMLOptionElement).value));
    for (const value of asked) {
      await condition.selectOption(value);
      // A field beside another is one whose box ends where the form's half does.
      const tops = await form.locator('input, select').evaluateAll((all) =>
        all
          .map((each) => each.getBoundingClientRect())
          .filter(({ width }) => width > 60 && width < 200)
          .map(({ top }) => top),
      );
      expect(new Set(tops).size, value).toBeLessThanOrEqual(1);
    }
  },
);

test(
  'of a container with two troubles both are said, above its measures and not across them',
  alike,
  async ({ page }) => {
    const { ids } = await someContainers(1);
    const tell = (kind: string, value: string) =>
      as(
        'containers@noa.test',
        'mutation ($input: CreateStatusUpdateInput!) { createStatusUpdate(input: $input) { id } }',
        {
          input: { containerId: ids[0], kind, value },
        },
      );
    await tell('fill_level_pct', '97');
    await tell('battery_life_pct', '3');
    await signIn(page, 'containers@noa.test', '/containers/status?size=100');
    const two = page
      .getByRole('list', { name: 'Lista containerelor' })
      .getByRole('listitem')
      .filter({ hasText: ' · ' });
    await two.first().scrollIntoViewIfNeeded();
    const across = await two.evaluateAll((all) =>
      all.flatMap((each) => {
        const cause = [...each.querySelectorAll('span[title]')].find(
          ({ ariaLabel, textContent }) => !ariaLabel && textContent?.includes(' · '),
        );
        const below = each.querySelector('dl')?.getBoundingClientRect().top ?? 0;
        const range = document.createRange();
        range.selectNodeContents(cause ?? each);
        return cause ? [range.getBoundingClientRect().bottom - below] : [];
      }),
    );
    expect(across.length).toBeGreaterThan(0);
    expect(Math.max(...across)).toBeLessThanOrEqual(0);
  },
);

test('the words beside what a card is called are no larger than that', alike, async ({ page }) => {
  const { entrances } = await as<{ entrances: { nodes: { id: string }[] } }>(
    'manager@noa.test',
    `{ entrances(${seeded}) { nodes { id } } }`,
  );
  await signIn(page, 'manager@noa.test', `/entrances/${entrances.nodes[0]?.id}`);
  const sizeOf = (part: Locator) => part.evaluate((each) => parseFloat(getComputedStyle(each).fontSize));
  const apartment = page.getByRole('group').locator('a[data-row]').first();
  await expect(apartment).toBeVisible();
  expect(await sizeOf(apartment.locator('..'))).toBeLessThanOrEqual(await sizeOf(apartment));
});

test('on a phone of 320 pixels, as a desk at 400 %, and in letters twice as large no screen moves sideways, and buttons keep their words', async ({
  page,
}) => {
  const tooWide = () =>
    page.evaluate(() => [
      ...(document.documentElement.scrollWidth > innerWidth ? ['the page'] : []),
      ...[...document.querySelectorAll('main .mantine-Button-label')].flatMap((each) =>
        each.scrollWidth > each.clientWidth ? (each.textContent ?? '') : [],
      ),
    ]);
  await page.setViewportSize({ width: 320, height: 700 });
  await signIn(page, 'root@noa.test');
  for (const path of ['/card', '/containers', '/access-groups', '/entrances', '/help']) {
    await goTo(page, path);
    await expect(page.getByRole('main')).toContainText(path === '/help' ? 'O zi obișnuită' : 'Acțiuni anterioare');
    expect(await tooWide(), path).toEqual([]);
  }

  // And every window between a phone and a desk: home has a list of many columns beside the menu.
  await goTo(page, '/home');
  const actions = page.locator('[data-problem] .mantine-Button-root');
  await expect(actions.first()).toBeVisible();
  for (const width of [320, 390, 600, 769, 900, 1050, 1201, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await expect.poll(() => tooWide(), { message: `home, ${width} px` }).not.toContain('the page');
    const askew = await actions.evaluateAll(
      (all) =>
        all.filter((each) => {
          const [frame, icon] = [each, each.querySelector('svg') ?? each].map((part) => part.getBoundingClientRect());
          return (
            !frame ||
            !icon ||
            frame.right > innerWidth ||
            Math.abs(frame.y + frame.height / 2 - icon.y - icon.height / 2) > 2
          );
        }).length,
    );
    expect(askew, `${width} px: what is to be done is in sight, its icon in the middle of the button`).toBe(0);
  }

  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, 'resident@noa.test', '/home');
  await page.addStyleTag({ content: 'html { font-size: 200% !important; }' });
  await expect(page.getByRole('button', { name: /^Blochează/ }).first()).toBeVisible();
  await expect.poll(async () => (await tooWide()).filter((each) => each !== 'the page')).toEqual([]);
});
