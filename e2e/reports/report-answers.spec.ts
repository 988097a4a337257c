import { expect, test, type Page } from '@playwright/test';
import { axeFindings } from '../support/axe.ts';
import { goTo } from '../support/go-to.ts';
import { signIn } from '../support/sign-in.ts';
import { alike, alikeUnless } from '../support/thorough.ts';

const answer = (page: Page) => page.getByRole('region', { name: 'Răspunsul raportului' });
const chart = (page: Page) => page.getByRole('img', { name: /tabelul are aceleași cifre/ });

/** The month before this one where the town is, as a sentence names it. */
const lastMonth = (): string => {
  const [thisYear = 0, thisMonth = 1] = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Bucharest' })
    .format(Date.now())
    .split('-')
    .map(Number);
  const month = new Date(Date.UTC(thisYear, thisMonth - 2, 1));
  const year = month.getUTCFullYear() === thisYear ? {} : ({ year: 'numeric' } as const);
  return new Intl.DateTimeFormat('ro', { month: 'long', timeZone: 'UTC', ...year }).format(month);
};

/** From the top of the page to the top of what is shown. */
const topOf = async (shown: ReturnType<Page['locator']>) => (await shown.boundingBox())?.y ?? Number.NaN;

test('a report is found by what it answers, and answers in a sentence, a figure and a chart before its table', async ({
  page,
}) => {
  await signIn(page, 'root@noa.test', '/reports');
  const tile = page
    .getByRole('region', { name: 'Utilizare', exact: true })
    .getByRole('listitem')
    .filter({ hasText: 'Cât se colectează separat, pe fracții?' });
  await expect(tile).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);

  await tile.getByRole('link', { name: 'Colectare separată' }).click();

  await expect(page).toHaveURL(/\/reports\/separate-collection\?period=lastMonth&by=waste_stream$/);
  await expect(answer(page)).toContainText(
    new RegExp(
      `^În ${lastMonth()}, \\d+(,\\d)?\\s% din litri \\(estimare\\) colectați separat, ([+-]\\d+(,\\d)? (de )?punct|fără schimbare)`,
    ),
  );
  const table = page.getByRole('table', { name: 'Colectare separată' });
  await expect(chart(page)).toBeVisible();
  await expect(table).toBeVisible();
  await expect(async () => {
    const order = [await topOf(answer(page)), await topOf(chart(page)), await topOf(table)];
    expect(order.toSorted((one, other) => one - other)).toEqual(order);
  }).toPass({ timeout: 20_000 });
  expect(await axeFindings(page)).toEqual([]);

  await page.getByLabel('Adaugă un filtru').selectOption('Fracție');
  await page.getByRole('checkbox', { name: 'sticlă' }).check();
  await expect(answer(page)).toContainText(new RegExp(`^În ${lastMonth()}, \\d+(,\\d)?\\s% sticlă`));
});

test('figures read as figures, and lead to their records by pointer and by keyboard', alike, async ({ page }) => {
  await signIn(page, 'root@noa.test', '/reports/usage?by=waste_stream&metrics=event_count');
  const cell = page.getByRole('table').locator('tbody td[data-numeric]').first();
  const link = cell.getByRole('link');
  const isUnderlined = (line: 'underline' | 'none') => expect(link).toHaveCSS('text-decoration-line', line);
  await expect(answer(page)).toContainText('evenimente');
  await expect(chart(page)).toBeVisible();
  await isUnderlined('none');

  await cell.hover();
  await isUnderlined('underline');
  await page.mouse.move(0, 0);
  await isUnderlined('none');
  await page.getByRole('button', { name: 'Evenimente' }).focus();
  await page.keyboard.press('Tab');
  await expect(link).toBeFocused();
  await isUnderlined('underline');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/records=event_count/);
});

for (const [nth, part] of ['first', 'second', 'third', 'fourth'].entries()) {
  const name = `no report opens on more rows than a screen shows, and each has something to say: the ${part} of each four`;
  // That a report begins with something to say is shown by default-question.test.ts, and what it counts by the server's.
  test(name, alikeUnless(nth === 0), async ({ page }) => {
    await signIn(page, 'root@noa.test', '/reports');
    const links = page.locator('#main ul a[href*="period="]');
    await expect(links.nth(11)).toBeVisible();
    const reports = await links.evaluateAll((found) => found.map((link) => link.getAttribute('href') ?? ''));
    expect(new Set(reports).size).toBe(12);
    for (const report of reports.filter((_each, index) => index % 4 === nth)) {
      await goTo(page, report);
      // Some are counted in the registry as it was: on a busy machine that takes a while.
      await expect(answer(page), report).toContainText(/^(În|La|Pe) .*\./, { timeout: 40_000 });
      await expect(page.getByRole('table').first(), report).toBeVisible();
      expect(await page.getByRole('table').first().locator('tbody tr').count(), report).toBeLessThanOrEqual(31);
      await expect(page.getByText(/\{\{|answers\.|undefined|NaN/), report).toHaveCount(0);
    }
  });
}

test('on a phone the sentence comes first, and nothing moves sideways', alike, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, 'reporter@noa.test', '/reports/usage');

  await expect(answer(page)).toContainText(new RegExp(`^În ${lastMonth()}, [\\d.]+ (de )?evenimente`));
  await expect(chart(page)).toBeVisible();
  await expect.poll(async () => (await topOf(answer(page))) < (await topOf(chart(page)))).toBe(true);
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(await axeFindings(page)).toEqual([]);

  await page.getByRole('button', { name: 'Alte acțiuni' }).click();
  const csv = page.getByRole('button', { name: 'Exportă CSV', exact: true });
  await expect(csv).toBeInViewport({ ratio: 1 });
  expect(await axeFindings(page)).toEqual([]);
  const [download] = await Promise.all([page.waitForEvent('download'), csv.click()]);
  expect(download.suggestedFilename()).toMatch(/^noa-utilizare-.*\.csv$/);
});

test(
  'a report is one page on paper: whose it is, of when, its filters, its answer, its chart and its table',
  alike,
  async ({ page }) => {
    await page.addInitScript(() => localStorage.setItem('noa-color-scheme', 'dark'));
    await signIn(page, 'reporter@noa.test', '/reports/usage?waste_stream=glass,residual');
    await expect(answer(page)).toBeVisible();
    await expect(chart(page)).toBeVisible();

    await page.emulateMedia({ media: 'print' });

    const printed = page.locator('#main');
    await expect(printed.getByText(/^Primăria Lunca Mare.* · Perioadă: /)).toBeVisible();
    await expect(printed.getByText('Fracție: sticlă, rezidual')).toBeVisible();
    await expect(answer(page)).toBeVisible();
    await expect(chart(page)).toBeVisible();
    // The days of a month, their heading and their total.
    await expect.poll(() => page.getByRole('table').getByRole('row').count()).toBeGreaterThanOrEqual(30);
    await expect(page.getByRole('navigation', { name: 'Meniu principal' })).toBeHidden();
    await expect(printed.getByRole('button', { name: 'Exportă CSV' })).toBeHidden();
    await expect(printed.getByLabel('Interval')).toBeHidden();
    await expect(page.locator('body')).toHaveCSS('color', 'rgb(0, 0, 0)');
    // Drawn anew for the sheet: letters would be as small as the chart is made.
    const drawn = page.getByRole('figure').or(page.locator('section')).locator('svg[viewBox^="0 0 690 "]');
    await expect(drawn.first()).toBeVisible();
    const pdf = await page.pdf({ format: 'A4' });
    expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)).toHaveLength(1);
    await expect(printed.getByText('Rânduri tipărite')).toHaveCount(0);

    // Of a page of the table the totals are of all pages: paper has no others, and says so.
    await goTo(page, '/reports/usage?period=last30Days&by=date,hour&metrics=event_count');
    await expect(printed.getByText(/^Rânduri tipărite: 50 din [\d.]+\.$/)).toBeVisible();
  },
);

test('the Tab key leads to nothing that is hidden under the header', async ({ page }) => {
  await signIn(page, 'implementer@noa.test', '/reports/usage');
  const table = page.getByRole('region', { name: 'Utilizare' });
  await expect(table.getByRole('button').first()).toBeVisible();
  // Larger than the screen: with the focus it is moved to the top, and so are its heads.
  await page.getByLabel('Indicatorul desenat').focus();
  await page.keyboard.press('Tab');
  await expect(table).toBeFocused();
  for (const head of await table.locator('th button').all()) {
    await page.keyboard.press('Tab');
    await expect(head).toBeFocused();
    const [top, header] = await head.evaluate((each) => [
      each.getBoundingClientRect().top,
      document.querySelector('header')?.getBoundingClientRect().bottom ?? Infinity,
    ]);
    expect(top).toBeGreaterThanOrEqual(header);
  }
});
