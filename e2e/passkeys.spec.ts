import { expect, test } from '@playwright/test';
import { addAuthenticator } from './support/authenticator.ts';
import { axeFindings } from './support/axe.ts';
import { signInByForm } from './support/sign-in.ts';

test('a passkey is added, signs in by itself and beside the password, and is removed', async ({ page }) => {
  await addAuthenticator(page);
  await signInByForm(page, 'reporter@noa.test', '/settings');
  const account = '/realms/dev/account';
  await page.goto(account);
  await page.getByRole('link', { name: 'Adaugă o cheie de acces' }).click();
  await page.getByLabel('Denumirea cheii de acces').fill('Telefonul meu');
  await page.getByRole('button', { name: 'Creează cheia de acces' }).click();
  await page.getByRole('button', { name: 'Le-am păstrat' }).click();
  try {
    await expect(page.getByText('Telefonul meu')).toBeVisible();
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await axeFindings(page)).toEqual([]);
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);

    await page.context().clearCookies();
    await page.goto(account);
    await page.getByRole('button', { name: 'Autentificare cu o cheie de acces' }).click();
    await expect(page.getByText('Telefonul meu')).toBeVisible();

    await page.context().clearCookies();
    await page.goto(account);
    await page.getByLabel('E-mail').fill('reporter@noa.test');
    await page.getByLabel('Parola').fill('noa-demo');
    await page.getByRole('button', { name: 'Intră', exact: true }).click();
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect(page.getByRole('button', { name: 'Continuă cu o cheie de acces' })).toBeVisible();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Continuă cu o cheie de acces' }).click();
  } finally {
    // Who signs in after this journey is asked for the password alone, as before.
    await page.getByRole('button', { name: 'Șterge cheia de acces' }).click();
  }
  await expect(page.getByText('Cheia de acces este ștearsă.')).toBeVisible();
});
