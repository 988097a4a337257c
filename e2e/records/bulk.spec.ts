import { expect, test, type Page } from '@playwright/test';
import { asRoot } from '../support/api.ts';
import { isClean } from '../support/axe.ts';
import { rows, settledRows } from '../support/list-screen.ts';
import { as } from '../support/record-kinds.ts';
import { seeded } from '../support/seeded.ts';
import { signIn } from '../support/sign-in.ts';
import { alike, inQuantity, isThorough, shownElsewhere } from '../support/thorough.ts';

interface Listed {
  readonly nodes: { id: string; rowId: string }[];
  readonly totalCount: number;
}

const countCards = async (filter: Record<string, unknown>): Promise<number> => {
  const query = 'query ($filter: CardFilter) { cards(filter: $filter, first: 1) { totalCount } }';
  return (await asRoot<{ cards: Listed }>(query, { filter })).cards.totalCount;
};

/** Makes all cards normal again, by the same way the console goes. */
async function unblockAll(): Promise<void> {
  if ((await countCards({ status: 'blocked' })) === 0) {
    return;
  }
  const { startBulkJob } = await asRoot<{ startBulkJob: { id: string } }>(
    'mutation ($input: BulkJobInput!) { startBulkJob(input: $input) { id } }',
    { input: { action: 'unblock_cards', filter: { card: { status: 'blocked' } } } },
  );
  const stateOf = async () => {
    const query = 'query ($id: ID!) { bulkJob(id: $id) { state } }';
    return (await asRoot<{ bulkJob: { state: string } }>(query, { id: startBulkJob.id })).bulkJob.state;
  };
  await expect.poll(stateOf, { timeout: 90_000 }).toBe('done');
}

const number = (count: number) => count.toLocaleString('ro-RO');
const bar = (page: Page) => page.getByRole('group', { name: 'Acțiuni asupra rândurilor alese' });

/** Cards of this journey alone, more than a page shows; gives the beginning of their serials, which no others have. */
async function someCards(count: number): Promise<string> {
  const { orgs } = await as<{ orgs: { nodes: { id: string }[] } }>(
    'implementer@noa.test',
    `{ orgs(${seeded}) { nodes { id } } }`,
  );
  const word = `0C${((Date.now() >> 8) & 0xffff).toString(16).padStart(4, '0')}`.toUpperCase();
  await Promise.all(
    Array.from({ length: count }, (_, index) =>
      as('implementer@noa.test', 'mutation ($input: CreateCardInput!) { createCard(input: $input) { id } }', {
        input: { orgId: orgs.nodes[0]?.id, kind: 'physical', serialNumber: `${word}${index + 10}` },
      }),
    ),
  );
  return word;
}

test('all cards that match a filter are blocked, and the result outlives a reload', async ({ page }) => {
  const matching = 30;
  const word = await someCards(matching);
  await signIn(page, 'implementer@noa.test', `/card?q=${word}`);

  await page.getByRole('checkbox', { name: 'Selectează pagina' }).check();
  await expect(bar(page)).toContainText('25 de rânduri alese');
  await bar(page)
    .getByRole('button', { name: `Selectează toate cele ${number(matching)} care corespund filtrului` })
    .click();
  const block = bar(page).getByRole('button', { name: 'Blochează', exact: true });
  await expect(block, 'the button that took all is gone').toBeFocused();
  await block.click();

  const dialog = page.getByRole('dialog', { name: 'Blocare de carduri' });
  await expect(dialog).toContainText(new RegExp(`${number(matching)} (de )?carduri vor fi blocate`));
  // No more than what is promised of a single card.
  await expect(dialog).toContainText('Fiecare încuietoare refuză cardul abia după ce își ia lista nouă');
  await dialog.getByLabel('Motiv').fill('pierdute');
  await isClean(page);
  await dialog.getByRole('button', { name: 'Blochează', exact: true }).click();

  const panel = page.getByRole('region', { name: 'Blocare de carduri' });
  await expect(panel).toContainText('terminată', { timeout: 90_000 });
  await expect(panel).toContainText(new RegExp(`${number(matching)} (de )?carduri au fost blocate`));
  expect(await countCards({ q: word, status: 'blocked' })).toBe(matching);
  await expect(
    page
      .getByRole('row')
      .filter({ has: rows(page) })
      .first(),
  ).toContainText('blocat');
  await isClean(page);

  await page.getByRole('button', { name: 'Acțiuni anterioare' }).click();
  const past = page.getByRole('dialog', { name: 'Acțiuni asupra mai multor înregistrări' });
  await expect(past.getByRole('listitem').first()).toContainText('Blocare de carduri');
  if (isThorough) {
    await isClean(page);
  }
  await page.keyboard.press('Escape');
  await expect(past).toHaveCount(0);
  await expect(page).toHaveURL(/job=/);

  await page.reload();
  await expect(panel).toContainText(`Modificate (${number(matching)})`);
  await panel.getByRole('region').getByRole('link').first().click();
  await expect(panel).toHaveCount(0);
  await expect(page.getByRole('main').getByText('blocat', { exact: true }).first()).toBeVisible();
  await page.getByRole('tab', { name: 'Evenimente' }).click();
  await expect(page.getByText('pierdute').first()).toBeVisible();
});

test.describe('of the records of the town', () => {
  // All cards are blocked and unblocked, which takes a slow machine a while.
  test.describe.configure({ timeout: 300_000 });
  // Those before have left some blocked, and those after find them as they were.
  test.beforeEach(unblockAll);
  test.afterEach(unblockAll);

  for (const streams of [true, false]) {
    const how = streams
      ? 'told of by the server, and not asked for again and again'
      : 'followed also where nothing can be told of it';
    test(`a job is ${how}`, streams ? inQuantity : alike, async ({ page }) => {
      const asked: string[] = [];
      await page.route('**/graphql', (route, request) => {
        const { operationName } = (request.postDataJSON() ?? {}) as { operationName?: string };
        asked.push(operationName ?? '');
        const isStream = request.headers()['accept'] === 'text/event-stream';
        return isStream && !streams ? route.abort() : route.continue();
      });
      const matching = await countCards({ status: 'normal' }); // more than one step
      await signIn(page, 'implementer@noa.test', '/card?status=normal');
      await page.getByRole('checkbox', { name: 'Selectează pagina' }).check();
      await bar(page)
        .getByRole('button', { name: `Selectează toate cele ${number(matching)} care corespund filtrului` })
        .click();
      await bar(page).getByRole('button', { name: 'Blochează', exact: true }).click();
      const started = Date.now();
      await page
        .getByRole('dialog', { name: 'Blocare de carduri' })
        .getByRole('button', { name: 'Blochează', exact: true })
        .click();

      const panel = page.getByRole('region', { name: 'Blocare de carduri' });
      await expect(panel).toContainText('terminată', { timeout: 90_000 });
      expect(asked).toContain('BulkJobChanged');
      // Every two seconds, of which slow machines have more.
      const looks = streams ? 0 : (Date.now() - started) / 2_000;
      expect(asked.filter((name) => name === 'BulkJob').length).toBeLessThan(4 + looks);
    });
  }

  test('by keyboard alone: rows are picked, blocked, and the bar is two keys away', alike, async ({ page }) => {
    await signIn(page, 'manager@noa.test', '/card');
    await settledRows(page);
    await rows(page).first().focus();

    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Shift+Space');
    await expect(bar(page)).toContainText('3 rânduri alese');
    await bar(page).getByRole('button', { name: 'Renunță la selecție' }).press('Enter');
    await expect(rows(page).nth(2)).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Control+a');
    await expect(bar(page)).toContainText('25 de rânduri alese');
    await page.keyboard.press('Control+a');
    await expect(bar(page)).toBeHidden();
    await page.keyboard.press('Space');

    await page.keyboard.press('End');
    await page.keyboard.press('Tab');
    await expect(bar(page).getByRole('button', { name: 'Blochează', exact: true })).toBeFocused();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Blocare de carduri' });
    await expect(dialog.getByLabel('Motiv')).toBeFocused();
    await expect(dialog).toContainText('Un card va fi blocat');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');

    await expect(page.getByRole('region', { name: 'Blocare de carduri' })).toContainText('Un card a fost blocat.');
    await expect(page.getByRole('heading', { name: 'Blocare de carduri' })).toBeFocused();
  });

  test('what could not be changed comes first, and says why', alike, async ({ page }) => {
    await signIn(page, 'implementer@noa.test', '/card');
    await settledRows(page);
    const id = await rows(page).first().getAttribute('data-row');
    const boxes = page.getByRole('row').getByRole('checkbox');
    await boxes.nth(1).check();
    await boxes.nth(3).click({ modifiers: ['Shift'] });
    await expect(bar(page)).toContainText('3 rânduri alese');
    await bar(page).getByRole('button', { name: 'Blochează', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Blocare de carduri' });
    await expect(dialog).toContainText('3 carduri vor fi blocate');

    const { card } = await asRoot<{ card: { rowId: string } }>('query ($id: ID!) { card(id: $id) { rowId } }', { id });
    const version = { id, rowId: card.rowId };
    const { eraseCard } = await asRoot<{ eraseCard: { id: string } }>(
      'mutation ($id: ID!, $rowId: ID!) { eraseCard(id: $id, rowId: $rowId) { id } }',
      version,
    );
    expect(eraseCard.id).toBe(id);
    await dialog.getByRole('button', { name: 'Blochează', exact: true }).click();

    const panel = page.getByRole('region', { name: 'Blocare de carduri' });
    await expect(panel.getByRole('tab', { name: 'Probleme (1)' })).toHaveAttribute('aria-selected', 'true');
    await expect(panel.getByRole('region')).toContainText('altcineva a modificat-o între timp');
    await panel.getByRole('tab', { name: 'Modificate (2)' }).click();
    await expect(panel.getByRole('region').getByRole('link')).toHaveCount(2);
    await panel.getByRole('button', { name: 'Închide' }).click();
    await expect(panel).toBeHidden();

    await page.getByRole('button', { name: 'Acțiuni anterioare' }).click();
    const past = page.getByRole('dialog', { name: 'Acțiuni asupra mai multor înregistrări' });
    await expect(past.getByRole('listitem').first()).toContainText('o problemă');
    await isClean(page);
    await past.getByRole('link', { name: 'Blocare de carduri' }).first().click();
    await expect(panel.getByRole('tab', { name: 'Probleme (1)' })).toBeVisible();
  });

  test('entrances move to another access group, on a phone too', alike, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    const { accessGroups } = await asRoot<{ accessGroups: { nodes: { id: string; name: string }[] } }>(
      '{ accessGroups(last: 1) { nodes { id name } } }',
    );
    const [group] = accessGroups.nodes;
    await signIn(page, 'implementer@noa.test', '/entrances');
    const boxes = page.getByRole('listitem').getByRole('checkbox');
    await boxes.first().check();
    await boxes.nth(1).check();
    await isClean(page);
    await bar(page).getByRole('button', { name: 'Mută la alt grup de acces' }).click();

    const dialog = page.getByRole('dialog', { name: 'Mutarea scărilor la alt grup de acces' });
    await dialog.getByRole('button', { name: 'Mută la alt grup de acces' }).click();
    await expect(dialog.getByText('Completați acest câmp')).toBeVisible();
    await dialog.getByRole('combobox', { name: 'Grup de acces' }).fill(group?.name ?? '');
    await dialog
      .getByRole('option', { name: group?.name ?? '' })
      .first()
      .click();
    await expect(dialog).toContainText(/sc[aă]r[ăi] .*mutat/);
    await isClean(page);
    await dialog.getByRole('button', { name: 'Mută la alt grup de acces' }).click();

    const panel = page.getByRole('region', { name: 'Mutarea scărilor la alt grup de acces' });
    await expect(panel).toContainText('terminată');
    await expect(panel).toContainText(group?.name ?? '');
    await isClean(page);
  });

  test('whoever may change nothing of a kind picks nothing in its list', shownElsewhere, async ({ page }) => {
    await signIn(page, 'reporter@noa.test', '/entrances');
    await expect(rows(page).first()).toBeVisible();
    await expect(page.getByRole('checkbox')).toHaveCount(0);
  });
});
