import { expect, test, type Page } from '@playwright/test';
import { goTo } from '../support/go-to.ts';
import { signInGateway } from '../support/api.ts';
import { axeFindings } from '../support/axe.ts';
import { fill, report, someContainers } from '../support/containers.ts';
import { hold } from '../support/hold.ts';
import { signIn } from '../support/sign-in.ts';
import { alike } from '../support/thorough.ts';

const keeper = 'containers@noa.test';
const path = '/containers/incidents';

/** Adds a rule on fill, as who keeps containers does; it tells a program that nobody runs. */
async function addRule(page: Page, name: string, threshold: number): Promise<void> {
  await page.getByRole('tab', { name: 'Reguli' }).click();
  await page.getByRole('button', { name: 'Adaugă o regulă' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Nume').fill(name);
  await form.getByLabel('Umplere de cel puțin').fill(String(threshold));
  await form.getByLabel('Timp, în minute').fill('0');
  await form.getByRole('button', { name: 'Salvează' }).click();
  await expect(form).toContainText('Numiți cel puțin un destinatar');
  await form.getByLabel('Adresă pentru programe').fill('https://noa.invalid/noa');
  await form.getByRole('button', { name: 'Salvează' }).click();
  await expect(page.getByText('Regula este salvată')).toBeVisible();
  await expect(form).toHaveCount(0);
}

const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });

test('who keeps containers says what is to be told, sees it once, confirms it and plans a silence', async ({
  page,
}) => {
  const { ids, word } = await someContainers(2);
  await report(
    await signInGateway(),
    ids.map((id) => fill(id, 1, 99)),
  );
  await signIn(page, keeper, '/containers/status');
  await page.getByRole('main').getByRole('link', { name: 'Incidente' }).click();
  const name = `Prea plin ${Date.now()}`;
  await addRule(page, name, 99);
  await expect(row(page, name)).toContainText('umplere de cel puțin 99 %');
  const dialog = page.getByRole('dialog');
  await row(page, name).getByRole('button', { name: 'Cheie nouă' }).click();
  await dialog.getByRole('button', { name: 'Creează cheia' }).click();
  const secret = dialog.getByRole('status');
  await expect(secret).toHaveText(/^whsec_/);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await row(page, name).getByRole('button', { name: 'Cheie nouă' }).click();
  const held = await hold(page, 'RenewAlertSecret');
  await dialog.getByRole('button', { name: 'Creează cheia' }).click();
  await held.asked;
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await held.letGo();
  await expect(secret, 'shown also where the question was closed: the one before is good no more').toHaveText(
    /^whsec_/,
  );
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);

  await expect(async () => {
    await goTo(page, path);
    await expect(row(page, name).filter({ hasText: word })).toBeVisible({ timeout: 5_000 });
  }).toPass();
  // The menu counts again after a minute, or with the page.
  await page.reload();
  const incident = row(page, name).filter({ hasText: word });
  const entry = page.getByRole('navigation', { name: 'Meniu principal' }).getByRole('link', { name: /^Incidente/ });
  await expect(entry).toHaveAccessibleName(/neconfirmat/);
  await expect(entry).toHaveAttribute('aria-current', 'page');
  const before = await entry.innerText();
  await incident.getByRole('button', { name: 'Confirmă' }).click();
  await expect(incident).toContainText(`confirmat de ${keeper}`);
  await expect(entry).not.toHaveText(before);
  await incident.getByRole('button', { name: 'Liniște planificată' }).click();
  await expect(dialog.getByLabel('Durată')).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  // It is asked in a line of the list, whose arrows lead from one line to the next.
  await dialog.getByLabel('Durată').press('ArrowDown');
  await expect(dialog.getByLabel('Durată').locator('option:checked')).toHaveText('1 zi');
  await dialog.getByRole('button', { name: 'Planifică' }).click();
  await expect(incident).toContainText('liniște până la');
  await incident.getByRole('button', { name: 'Liniște planificată' }).click();
  await dialog.getByLabel('Durată').selectOption({ label: 'fără liniște' });
  await dialog.getByRole('button', { name: 'Planifică' }).click();
  await expect(page.getByText('Liniștea este încheiată')).toBeVisible();
  await expect(incident).not.toContainText('liniște până la');

  await page.getByRole('tab', { name: 'Reguli' }).click();
  await row(page, name).getByRole('button', { name: 'Modifică' }).click();
  await expect(dialog.getByLabel('Nume')).toHaveValue(name);
  expect(await axeFindings(page)).toEqual([]);
  await dialog.getByLabel('Nume').fill(`${name} altfel`);
  await dialog.getByRole('button', { name: 'Salvează' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(row(page, `${name} altfel`)).toBeVisible();
  await row(page, name).getByRole('button', { name: 'Șterge regula' }).click();
  await page.getByRole('alertdialog').or(dialog).getByRole('button', { name: 'Șterge regula' }).click();
  await expect(row(page, name)).toHaveCount(0);
});

test('whoever reads the state of containers reads incidents, and nothing of the rules', alike, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.addInitScript(() => localStorage.setItem('noa-color-scheme', 'dark'));
  await signIn(page, 'reporter@noa.test', path);

  await expect(page.getByRole('heading', { level: 1, name: 'Incidente' })).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Nerezolvate' })).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Reguli' })).toHaveCount(0);
  expect(await axeFindings(page)).toEqual([]);
});

test('the part of the incidents that is shown is in the address', alike, async ({ page }) => {
  await signIn(page, 'implementer@noa.test', '/containers/incidents?tab=rules');
  await expect(page.getByRole('button', { name: 'Adaugă o regulă' })).toBeVisible();
  await page.getByRole('tab', { name: 'Rezolvate', exact: true }).click();
  await expect(page).toHaveURL(/\?tab=resolved$/);
  await page.goBack();
  await expect(page.getByRole('button', { name: 'Adaugă o regulă' })).toBeVisible();
});
