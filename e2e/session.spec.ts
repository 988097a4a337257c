import { expect, test } from '@playwright/test';
import { signInByForm } from './support/sign-in.ts';
import { alike, shownElsewhere } from './support/thorough.ts';

test('a wrong password is refused in plain words', async ({ page }) => {
  await page.goto('/');

  await page.getByLabel('E-mail').fill('root@noa.test');
  await page.getByLabel('Parola').fill('greșită');
  await page.getByRole('button', { name: 'Intră', exact: true }).click();

  await expect(page.getByText('E-mail sau parolă greșită')).toBeVisible();
});

// So does that of a list to which one signs in by the keyboard (records/records.spec.ts), and a query (network/failing-start.spec.ts).
test('a deep link survives signing in', shownElsewhere, async ({ page }) => {
  await signInByForm(page, 'implementer@noa.test', '/entrances?sort=-updated_at');

  await expect(page).toHaveURL(/\/entrances\?sort=-updated_at$/);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Scări');
});

test('the colour scheme and the language are kept', alike, async ({ page }) => {
  await signInByForm(page, 'root@noa.test', '/settings');
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light');

  await page.evaluate(() => localStorage.setItem('noa-color-scheme', 'dark'));
  await page.reload();

  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await expect(page.locator('html')).toHaveAttribute('lang', 'ro');
});

test('the colour scheme may be that of the system, also as it changes', alike, async ({ page }) => {
  const scheme = (value: string) => expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', value);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/settings');
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(36, 36, 36)'); // the provider's pages

  await signInByForm(page, 'root@noa.test', '/settings');
  await scheme('light');
  await page.getByRole('radio', { name: 'Ca sistemul' }).check();
  await scheme('dark');
  await page.emulateMedia({ colorScheme: 'light' });
  await scheme('light');
  await page.reload();
  await scheme('light');
  await page.emulateMedia({ colorScheme: 'dark' });
  await scheme('dark');
});

test('signing out in one tab signs the other out too', async ({ context }) => {
  const [one, other] = [await context.newPage(), await context.newPage()];
  await signInByForm(one, 'root@noa.test');
  await other.goto('/tower-blocks');
  await expect(other.getByRole('heading', { level: 1 })).toContainText('Blocuri');

  await one.getByRole('button', { name: 'Ruxandra Popescu' }).click();
  await one.getByText('Deconectare', { exact: true }).click();

  await expect(one.getByLabel('E-mail')).toBeVisible();
  await expect(other.getByLabel('E-mail')).toBeVisible();
});

for (const [email, hidden] of [
  ['manager@noa.test', ['Rapoarte', 'Import']],
  ['reporter@noa.test', ['Import']],
  ['resident@noa.test', ['Rapoarte', 'Import', 'Blocuri']],
] as const) {
  test(`the menu of ${email} shows no dead ends`, shownElsewhere, async ({ page }) => {
    await signInByForm(page, email);

    const menu = page.getByRole('navigation').first();
    for (const name of hidden) {
      await expect(menu.getByRole('link', { name, exact: true })).toHaveCount(0);
    }
  });
}
