import { expect, test, type Page } from '@playwright/test';
import { axeFindings, isClean } from '../support/axe.ts';
import { goTo } from '../support/go-to.ts';
import { setScheme } from '../support/scheme.ts';
import { signIn } from '../support/sign-in.ts';
import { alike, alikeUnless } from '../support/thorough.ts';

const title = (page: Page) => page.getByRole('heading', { level: 1 });

const openHelp = async (page: Page) => {
  await page.getByRole('button', { name: /^Contul: / }).click();
  await page.getByRole('link', { name: 'Ajutor', exact: true }).click();
};

/** Which guide each role opens with, also in English, and how many others it is offered. */
const roles = [
  ['root@noa.test', 'Ziua unui administrator general', 'A general administrator’s day', 7],
  ['manager@noa.test', 'Ziua unui administrator de bloc', 'A property administrator’s day', 7],
  ['containers@noa.test', 'Ziua unui administrator de containere', 'A container administrator’s day', 7],
] as const;

for (const [email, guide, inEnglish, others] of roles) {
  test(
    `${email} opens the guide of the role from the menu, and another from there; who reads English is told that guides are in Romanian`,
    alikeUnless(email === 'manager@noa.test'),
    async ({ page }) => {
      await signIn(page, email);
      await openHelp(page);

      await expect(title(page)).toHaveText(guide);
      await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText('O zi obișnuită');
      const listed = page.getByRole('navigation', { name: 'Celelalte ghiduri' }).getByRole('link');
      await expect(listed).toHaveCount(others);
      await listed.filter({ hasText: 'Consola pe scurt' }).click();

      await expect(title(page)).toHaveText('Consola pe scurt');
      await expect(page).toHaveURL(/\/help\/consola$/);
      await expect(page).toHaveTitle('Consola pe scurt · Noa');

      await goTo(page, '/help/no-such-guide');
      await expect(page.getByText('Acest ghid nu există')).toBeVisible();
      await page.getByRole('button', { name: 'EN, English' }).click();
      await page.getByRole('main').getByRole('link', { name: 'Help' }).click();
      await expect(title(page)).toHaveText(inEnglish);
      await expect(page.getByText('The guides are in Romanian')).toBeVisible();
      await expect(page.getByRole('article')).toHaveAttribute('lang', 'ro');
    },
  );
}

test('a guide leads to its tasks and to other guides, and axe finds nothing in light, in dark and on a phone', async ({
  page,
}) => {
  await signIn(page, 'implementer@noa.test', '/help');
  await expect(page.getByRole('heading', { name: 'De ce nu deschide cardul' })).toBeVisible();
  await isClean(page);
  await setScheme(page, 'dark');
  expect(await axeFindings(page, { rules: ['color-contrast'] })).toEqual([]);
  await page.evaluate(() => document.documentElement.setAttribute('data-mantine-color-scheme', 'light'));

  const task = page.getByRole('heading', { name: 'Scrisori cu coduri' });
  await page
    .getByRole('navigation', { name: 'În acest ghid' })
    .getByRole('link', { name: 'Scrisori cu coduri' })
    .click();
  await expect(task).toBeInViewport();

  await page.setViewportSize({ width: 390, height: 844 });
  await isClean(page);
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth))
    .toBeLessThanOrEqual(0);
  await page.getByRole('article').getByRole('link', { name: 'Ziua unui administrator de bloc' }).click();
  await expect(title(page)).toHaveText('Ziua unui administrator de bloc');
});

test('a resident has one guide, from home', alike, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, 'resident@noa.test', '/home');
  await page.getByRole('main').getByRole('link', { name: 'Ajutor' }).click();

  await expect(title(page)).toHaveText('Ghidul locatarului');
  await expect(page.getByRole('heading', { name: 'Ați pierdut un card' })).toBeVisible();
  await expect(page.getByText('Celelalte ghiduri')).toHaveCount(0);
  await isClean(page);
});
