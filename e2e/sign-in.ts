import { expect, type Page } from '@playwright/test';

/** Signs in through the provider's page, as a person does, and ends where `path` leads. */
export async function signIn(page: Page, email: string, path = '/home'): Promise<void> {
  await page.goto(path);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Parola').fill('noa-demo');
  await page.getByRole('button', { name: 'Intră', exact: true }).click();
  await expect(page.locator('#main').getByRole('heading', { level: 1 })).toBeVisible();
}
