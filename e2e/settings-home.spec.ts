import { expect, test, type Page } from '@playwright/test';
import { asRoot } from './support/api.ts';
import { signIn } from './support/sign-in.ts';

async function demoOrg(): Promise<string> {
  const { orgs } = await asRoot<{ orgs: { nodes: { id: string }[] } }>(
    '{ orgs(first: 1, filter: { q: "lunca mare" }) { nodes { id } } }',
  );
  return orgs.nodes[0]?.id ?? '';
}

const fact = (page: Page, name: string) =>
  page.getByText(name, { exact: true }).locator('xpath=following-sibling::dd[1]');

test('root changes the settings of an org: what does not fit is refused, what others changed is settled', async ({
  page,
}) => {
  const orgId = await demoOrg();
  await signIn(page, 'root@noa.test', `/settings?orgId=${orgId}`);
  await page.getByRole('link', { name: 'Modifică' }).click();
  const drawer = page.getByRole('dialog', { name: 'Modifică setările organizației' });

  await drawer.getByLabel('Evenimentele păstrează cardul și apartamentul').fill('365');
  await drawer.getByLabel('Un cod este valabil').fill('45');
  await drawer.getByRole('button', { name: 'Salvează' }).click();
  await expect(drawer.getByText('Peste 90 de zile doar cu plata după folosire').first()).toBeVisible();

  await drawer.getByLabel('Plata după folosire').check();
  await drawer.getByLabel('Temeiul legal').fill('HCL 12/2026, art. 3');
  const { orgSettings } = await asRoot<{ orgSettings: { rowId: string } }>(
    'query ($orgId: ID!) { orgSettings(orgId: $orgId) { rowId } }',
    { orgId },
  );
  await asRoot(
    `mutation ($orgId: ID!, $rowId: ID!) {
      updateOrgSettings(orgId: $orgId, rowId: $rowId, input: { claimCodeDays: 60, fillErrorPct: 90 }) { id }
    }`,
    { orgId, rowId: orgSettings.rowId },
  );
  await drawer.getByRole('button', { name: 'Salvează' }).click();
  const conflict = page.getByRole('dialog', { name: 'Altcineva a salvat între timp' });
  await conflict.getByRole('radio', { name: 'Varianta mea: 45' }).check();
  await conflict.getByRole('button', { name: 'Salvează' }).click();

  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(fact(page, 'Un cod este valabil')).toHaveText('45 de zile');
  await expect(fact(page, 'Evenimentele păstrează cardul și apartamentul')).toHaveText('365 de zile');
  await expect(fact(page, 'Temeiul legal')).toHaveText('HCL 12/2026, art. 3');
  await expect(fact(page, 'Eroare de la')).toContainText('90');

  await page.getByRole('tab', { name: 'Istoric' }).click();
  await expect(page.getByRole('tabpanel')).toContainText('HCL 12/2026, art. 3');
  await page.reload();
  await expect(page.getByRole('tabpanel')).toContainText('HCL 12/2026, art. 3');
});

test('an implementer reads the settings of the org and cannot change them; a reporter is not shown them', async ({
  browser,
}) => {
  const [implementer, reporter] = await Promise.all([browser.newPage(), browser.newPage()]);
  await signIn(implementer, 'implementer@noa.test', '/settings');
  await expect(implementer.getByText('Setările organizației Primăria Lunca Mare')).toBeVisible();
  await expect(implementer.getByText('Avertizare după')).toBeVisible();
  await expect(implementer.getByRole('link', { name: 'Modifică' })).toHaveCount(0);

  await signIn(reporter, 'reporter@noa.test', '/settings');
  await expect(reporter.getByRole('radio', { name: 'Română' })).toBeVisible();
  await expect(reporter.getByText('Setările organizației')).toHaveCount(0);
});

test('the default org starts the forms, and single keys work until they are switched off', async ({ page }) => {
  await signIn(page, 'root@noa.test', '/settings');
  await page.getByRole('combobox', { name: 'Organizația implicită' }).fill('lunca');
  await page.getByRole('option', { name: 'Primăria Lunca Mare' }).click();

  await page.goto('/managers');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox', { name: 'Caută în listă' })).toBeFocused();
  await page.keyboard.type('a');
  await expect(page).toHaveURL('/managers?q=a');
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('a');
  await expect(page).toHaveURL('/managers/create');
  await expect(page.getByRole('combobox', { name: 'Organizație' })).toHaveValue('Primăria Lunca Mare');

  await page.goto('/settings');
  await page.getByLabel('Taste simple').uncheck();
  await page.goto('/managers');
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('a');
  await expect(page).toHaveURL('/managers');
});

const tile = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });

test('home shows root what deserves a look, each figure leading to the list it counts', async ({ page }) => {
  await signIn(page, 'root@noa.test', '/home');
  for (const name of ['Containere pline', 'Încuietori fără semnal', 'Refuzuri azi', 'Ultimul import']) {
    await expect(tile(page, name)).toBeVisible();
  }
  await expect(tile(page, 'Evenimente azi')).toContainText('săptămâna trecută');

  const figure = tile(page, 'Carduri blocate săptămâna aceasta').locator('span').nth(1);
  await expect(figure).toHaveText(/\d/);
  const blocked = await figure.innerText();
  await tile(page, 'Carduri blocate săptămâna aceasta').getByRole('link').click();
  await expect(page).toHaveURL(/\/card\?status=blocked&updatedAt=\d{4}-\d\d-\d\d\.\.$/);
  await expect(page.getByRole('heading', { level: 1 }).locator('xpath=following-sibling::*[1]')).toHaveText(blocked);
  await page.goBack();

  await tile(page, 'Evenimente azi').getByRole('link').click();
  await expect(page).toHaveURL(/\/reports\/usage\?from=(.+)&to=\1&by=date&records=event_count$/);
  await page.goBack();

  const chart = page.getByRole('region', { name: 'Evenimente în ultimele 14 zile' });
  await expect(chart.getByRole('img', { name: /Grafic: .* evenimente în 14 zile/ })).toBeVisible();
  await chart.getByText('Arată ca tabel').click();
  await expect(chart.getByRole('row')).toHaveCount(15);
});

test('a figure that fails tries again by itself, and takes no other with it', async ({ page }) => {
  let failing = true;
  await page.route('**/graphql', async (route) => {
    const broken = failing && (route.request().postData() ?? '').includes('query EventsToday');
    await (broken ? route.abort() : route.continue());
  });
  await signIn(page, 'root@noa.test', '/home');
  const events = tile(page, 'Evenimente azi');
  await expect(events.getByRole('alert')).toBeVisible();
  await expect(tile(page, 'Refuzuri azi')).toContainText('săptămâna trecută');

  failing = false;
  await events.getByRole('button', { name: 'Încearcă din nou' }).click();
  await expect(events.getByRole('link')).toContainText('săptămâna trecută');
});

test('home is shaped by the role', async ({ browser }) => {
  const [reporter, manager] = await Promise.all([browser.newPage(), browser.newPage()]);
  await signIn(reporter, 'reporter@noa.test', '/home');
  await expect(tile(reporter, 'Evenimente azi').getByRole('link')).toBeVisible();
  for (const name of ['Carduri blocate', 'Ultimul import', 'Scări fără administrator de bloc']) {
    await expect(tile(reporter, name)).toHaveCount(0);
  }

  await signIn(manager, 'manager@noa.test', '/home');
  await expect(tile(manager, 'Carduri blocate săptămâna aceasta').getByRole('link')).toBeVisible();
  await expect(tile(manager, 'Evenimente azi')).toBeVisible();
  await expect(tile(manager, 'Evenimente azi').getByRole('link')).toHaveCount(0);
});
