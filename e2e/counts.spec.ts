import { expect, test, type Page } from '@playwright/test';
import { useToday } from './support/card-events.ts';
import { goTo } from './support/go-to.ts';
import { signIn } from './support/sign-in.ts';
import { alike, alikeUnless, shownElsewhere, someOf } from './support/thorough.ts';

const digits = (text: string) => Number(text.replaceAll(/\D/g, '') || 'none');

interface Tile {
  readonly label: string;
  readonly figure: number;
  readonly to: string;
}

/** The figures of home that lead somewhere, once so many are here: each says in its text what it is taken for. */
async function tilesOf(page: Page, least: number): Promise<Tile[]> {
  const links = page.locator('main [data-figure] > a');
  await expect.poll(() => links.count()).toBeGreaterThanOrEqual(least);
  await expect(page.getByRole('main').locator('[class*=Skeleton], [aria-busy=true]')).toHaveCount(0);
  // All at once: what is read one by one may be drawn anew meanwhile.
  const found = await links.evaluateAll((all) =>
    (all as HTMLElement[]).map((link) => ({
      label: link.innerText,
      said: link.querySelector('data')?.innerText ?? /\d[\d.]*/.exec(link.innerText)?.[0] ?? '',
      figure: Number(link.parentElement?.dataset['figure']),
      to: link.getAttribute('href') ?? '',
    })),
  );
  for (const { label, said, figure } of found) {
    expect(digits(said), label).toBe(figure);
  }
  return found;
}

/** How many records the open screen says it lists: beside its title, or beside the figure whose records they are. */
async function countOf(page: Page): Promise<number> {
  const ofReport = page.getByRole('heading', { level: 2 }).locator('xpath=following-sibling::*[1]');
  const ofList = page.getByRole('heading', { level: 1 }).locator('xpath=following-sibling::*[1]');
  const ofStatus = page.getByText(/^\d[\d.]* (de )?container/);
  const count = page.url().includes('/reports/') ? ofReport : page.url().includes('/status') ? ofStatus : ofList;
  await expect(count.first()).toBeVisible();
  const text = await count.first().innerText();
  return /^(o|un) /.test(text) ? 1 : digits(text);
}

async function expectAgreement(page: Page, tiles: readonly Tile[]): Promise<void> {
  for (const { label, figure, to } of tiles) {
    await goTo(page, to);
    if ((await countOf(page)) !== figure) {
      // A container may have fallen silent since, or what is shown been of a moment before: both are asked anew.
      await expect(async () => {
        await goTo(page, '/home');
        const now = (await tilesOf(page, 1)).find((tile) => tile.to === to);
        await goTo(page, to);
        expect(await countOf(page), `${label} (${to})`).toBe(now?.figure);
      }).toPass({ timeout: 60_000 });
    }
  }
}

test.beforeAll(() => useToday('implementer@noa.test'));

for (const [email, least] of [
  ['root@noa.test', 13],
  ['implementer@noa.test', 12],
  ['reporter@noa.test', 10],
  ['manager@noa.test', 8],
  ['containers@noa.test', 7],
] as const) {
  test(
    `each figure of ${email}'s home is the count of the list it opens`,
    alikeUnless(email === 'root@noa.test'),
    async ({ page }) => {
      await signIn(page, email, '/home');
      const tiles = await tilesOf(page, least);
      // Whole lists are counted alike for everybody: before each commit one of them will do.
      const whole = tiles.filter(({ to }) => to.endsWith('?size=25'));
      await expectAgreement(page, [
        ...tiles.filter((tile) => !whole.includes(tile)),
        ...(email === 'root@noa.test' ? someOf(whole, 1) : []),
      ]);
    },
  );
}

/** A zone in which it is another day than where the orgs are. */
function zoneOfAnotherDay(): string {
  const day = (timeZone: string) => new Intl.DateTimeFormat('sv-SE', { timeZone }).format(Date.now());
  const here = day('Europe/Bucharest');
  const zone = ['Pacific/Kiritimati', 'Etc/GMT+12'].find((each) => day(each) !== here);
  return zone ?? 'Pacific/Kiritimati';
}

test.describe('where it is another day than where the orgs are', () => {
  test.use({ timezoneId: zoneOfAnotherDay() });

  test('figures of today and of the week agree with their lists', alike, async ({ page }) => {
    await signIn(page, 'implementer@noa.test', '/home');
    const tiles = await tilesOf(page, 12);
    await expectAgreement(
      page,
      tiles.filter(({ label }) => /azi|de luni/.test(label)),
    );
  });
});

test('the counts over the state of containers are those of the lists they open', shownElsewhere, async ({ page }) => {
  await signIn(page, 'containers@noa.test', '/containers/status');
  const strip = page.locator('main ul').first().getByRole('button');
  const count = async (index: number) => digits(await strip.nth(index).innerText());
  await expect(strip.first()).toContainText(/\d/);
  await expect(page.locator('[aria-busy=true], [aria-label="loading..."]')).toHaveCount(0);
  for (let index = 0; index < (await strip.count()); index++) {
    await strip.nth(index).click();
    await expect(strip.nth(index)).toHaveAttribute('aria-pressed', 'true');
    await expect(page.locator('[aria-busy=true], [aria-label="loading..."]')).toHaveCount(0);
    if ((await count(index)) === 0) {
      await expect(page.getByText('Nimic nu se potrivește')).toBeVisible();
    } else {
      await expect(async () => expect(await countOf(page)).toBe(await count(index))).toPass({ timeout: 60_000 });
    }
  }
});

test('cells of a report open as many records as they say', shownElsewhere, async ({ page }) => {
  await signIn(page, 'implementer@noa.test', '/home');
  const table = page.getByRole('table').first();
  for (const report of [
    'usage?by=hour&metrics=failed_attempt_count&sort=-failed_attempt_count',
    'usage?by=container&metrics=event_count,unauthorised_count&sort=-event_count',
  ]) {
    await goTo(page, `/reports/${report}`);
    await expect(table).toBeVisible();
    const cells = table
      .locator('tbody tr')
      .first()
      .getByRole('link')
      .filter({ hasText: /^\d[\d.]*$/ });
    await expect(cells.first()).toBeVisible();
    const found = await cells.evaluateAll((links) =>
      links.map((link) => ({ figure: link.textContent, to: link.getAttribute('href') ?? '' })),
    );
    for (const { figure, to } of found) {
      await goTo(page, to);
      await expect.poll(() => countOf(page), { message: to }).toBe(digits(figure));
    }
  }
});
