import { expect, test, type Page } from '@playwright/test';
import { asRoot, signInGateway } from './support/api.ts';
import { useToday } from './support/card-events.ts';
import { fill, report, someContainers, type Update } from './support/containers.ts';
import { goTo } from './support/go-to.ts';
import { seeded } from './support/seeded.ts';
import { signIn } from './support/sign-in.ts';
import { alike, alikeUnless, shownElsewhere } from './support/thorough.ts';

// Figures of none are folded into a sentence, as they are until somebody opens something after midnight.
test.beforeAll(() => useToday('manager@noa.test'));

async function demoOrg(): Promise<string> {
  const { orgs } = await asRoot<{ orgs: { nodes: { id: string }[] } }>(
    '{ orgs(first: 1, filter: { q: "lunca mare" }) { nodes { id } } }',
  );
  return orgs.nodes[0]?.id ?? '';
}

/** Changes the settings of an org, as root around the console. */
async function changeSettings(orgId: string, input: Record<string, unknown>): Promise<void> {
  const { orgSettings } = await asRoot<{ orgSettings: { rowId: string } }>(
    'query ($orgId: ID!) { orgSettings(orgId: $orgId) { rowId } }',
    { orgId },
  );
  const { rowId } = orgSettings;
  await asRoot(
    `mutation ($orgId: ID!, $rowId: ID!, $input: UpdateOrgSettingsInput!) {
      updateOrgSettings(orgId: $orgId, rowId: $rowId, input: $input) { id }
    }`,
    { orgId, rowId, input },
  );
}

/** What the journey of settings changes, as the town has it: a container counts as full, and so on, for the journeys of others too. */
const asTheTownHasThem = {
  identityDays: 90,
  payByUse: true,
  legalBasis: 'HCL 48/2025 privind taxa specială de salubrizare, plata după folosire',
  claimCodeDays: 90,
  fillErrorPct: 95,
};

const fact = (page: Page, name: string) =>
  page.getByText(name, { exact: true }).locator('xpath=following-sibling::dd[1]');

test.describe(() => {
  test.afterEach(async () => changeSettings(await demoOrg(), asTheTownHasThem));

  test('root changes the settings of an org: what does not fit is refused, what others changed is settled', async ({
    page,
  }) => {
    const orgId = await demoOrg();
    await signIn(page, 'root@noa.test', `/settings?orgId=${orgId}`);
    await page.getByRole('link', { name: 'Modifică' }).click();
    const drawer = page.getByRole('dialog', { name: 'Modifică setările organizației' });

    await drawer.getByLabel('Plata după folosire').uncheck();
    await drawer.getByLabel('Evenimentele păstrează cardul și apartamentul').fill('365');
    await drawer.getByLabel('Un cod este valabil').fill('45');
    await drawer.getByRole('button', { name: 'Salvează' }).click();
    await expect(drawer.getByText('Peste 90 de zile doar cu plata după folosire').first()).toBeVisible();

    await drawer.getByLabel('Plata după folosire').check();
    await drawer.getByLabel('Temei legal').fill('HCL 12/2026, art. 3');
    await changeSettings(orgId, { claimCodeDays: 60, fillErrorPct: 90 });
    await drawer.getByRole('button', { name: 'Salvează' }).click();
    const conflict = page.getByRole('dialog', { name: 'Altcineva a salvat între timp' });
    await conflict.getByRole('radio', { name: 'Varianta mea: 45' }).check();
    await conflict.getByRole('button', { name: 'Salvează' }).click();

    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(fact(page, 'Un cod este valabil')).toHaveText('45 de zile');
    await expect(fact(page, 'Evenimentele păstrează cardul și apartamentul')).toHaveText('365 de zile');
    await expect(fact(page, 'Temei legal')).toHaveText('HCL 12/2026, art. 3');
    await expect(fact(page, 'Umplere: eroare de la')).toContainText('90');

    await page.getByRole('tab', { name: 'Istoric' }).click();
    await expect(page.getByRole('tabpanel')).toContainText('HCL 12/2026, art. 3');
    await expect(page.getByRole('tabpanel')).toContainText('Umplere: eroare de la');
    await expect(page).toHaveURL(/tab=history/);
    await page.reload();
    await expect(page.getByRole('tabpanel')).toContainText('HCL 12/2026, art. 3');
  });
});

test('an implementer only reads the settings of the org, a reporter does not', shownElsewhere, async ({ browser }) => {
  const [implementer, reporter] = await Promise.all([browser.newPage(), browser.newPage()]);
  await signIn(implementer, 'implementer@noa.test', '/settings');
  await expect(implementer.getByText('Setările organizației Primăria Lunca Mare')).toBeVisible();
  await expect(implementer.getByText('Fără semnal: avertizare după')).toBeVisible();
  await expect(implementer.getByRole('link', { name: 'Modifică' })).toHaveCount(0);

  await signIn(reporter, 'reporter@noa.test', '/settings');
  await expect(reporter.getByRole('radio', { name: 'Română' })).toBeVisible();
  await expect(reporter.getByText('Setările organizației')).toHaveCount(0);
});

test('the default org starts the forms, and single keys work until they are switched off', async ({ page }) => {
  await signIn(page, 'root@noa.test', '/settings');
  await page.getByRole('combobox', { name: 'Organizație implicită' }).fill('lunca');
  await page.getByRole('option', { name: 'Primăria Lunca Mare' }).click();
  await expect(page.getByRole('combobox', { name: 'Organizație implicită' })).toHaveValue('Primăria Lunca Mare');

  // Keys are heard once the screen is drawn, of which the rows come last.
  await page.goto('/managers');
  await expect(page.locator('a[data-row]').first()).toBeVisible();
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox', { name: 'Caută în listă' })).toBeFocused();
  await page.keyboard.type('a');
  await expect(page).toHaveURL('/managers?q=a');
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('a');
  await expect(page).toHaveURL('/managers/create');
  await expect(page.getByRole('combobox', { name: 'Organizație' })).toHaveValue('Primăria Lunca Mare');

  await goTo(page, '/settings');
  await page.getByLabel('Taste simple').uncheck();
  await page.goto('/managers');
  await expect(page.locator('a[data-row]').first()).toBeVisible();
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('a');
  await expect(page).toHaveURL('/managers');

  // Where they are switched on again is a press away, which leaves nothing over it.
  await page.getByRole('button', { name: 'Taste', exact: true }).click();
  await page.getByRole('dialog', { name: 'Taste' }).getByRole('link', { name: 'Setări' }).click();
  await expect(page.getByLabel('Taste simple')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const problems = (page: Page) => section(page, 'Containere cu probleme');
const today = (page: Page) => section(page, 'Azi');
const figure = (page: Page, name: string) => today(page).getByRole('listitem').filter({ hasText: name });

/** A lock that has told for so many days, and just now, that its container is full. */
const fullFor = (containerId: string, days: number): Update[] => {
  const at = new Date(Date.now() - days * 86_400_000).toISOString();
  return [{ ...fill(containerId, 1, 98), at }, fill(containerId, 2, 97)];
};

test('home ranks what is wrong with containers: the longest first, with cause and since when, marked emptied from there', async ({
  page,
}) => {
  const town = await someContainers(2);
  const [second = '', first = ''] = town.ids;
  await report(await signInGateway(), [...fullFor(second, 41), ...fullFor(first, 43)]);
  await signIn(page, 'implementer@noa.test', '/home');
  const rows = problems(page).getByRole('list').first().getByRole('listitem');
  const row = (index: number) => rows.filter({ hasText: town.serials[index] ?? '' });

  await expect(row(1)).toContainText('Plin 97 % de 1 lună');
  await expect(row(1)).toContainText('eroare');
  await expect(row(1)).toContainText('rezidual');
  await expect(row(0)).toContainText('sticlă');
  await expect(async () => {
    const listed = await rows.allInnerTexts();
    const at = (index: number) => listed.findIndex((text) => text.includes(town.serials[index] ?? '?'));
    expect(at(1)).toBeGreaterThanOrEqual(0);
    expect(at(1)).toBeLessThan(at(0));
    expect(listed.length).toBeLessThanOrEqual(12);
    expect((await row(1).boundingBox())?.height).toBeLessThanOrEqual(40);
  }).toPass({ timeout: 20_000 });

  await row(1)
    .getByRole('button', { name: `Golește: ${town.serials[1]}` })
    .click();
  const dialog = page.getByRole('dialog', { name: `Containere golite: ${town.serials[1]}`, exact: true });
  await expect(dialog).toContainText('Un container va fi marcat golit');
  await dialog.getByRole('button', { name: 'Marchează golite', exact: true }).click();
  await expect(problems(page)).toContainText('Un container a fost marcat golit.');
  await expect(row(1)).toContainText('Plin 97 %, golit acum');
  await row(1)
    .getByRole('link', { name: `Deschide: ${town.serials[1]}` })
    .click();
  await expect(page).toHaveURL(`/containers/${first}`);

  // The other one says so in its row of all states too, and none of it is cut off.
  await goTo(page, `/containers/status?q=${town.word}`);
  const cause = page.getByRole('row').getByTitle(/^Plin 97 % de 1\slună$/);
  await expect(cause).toBeVisible();
  const cutOff = () => cause.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
  await expect.poll(cutOff).toBeLessThanOrEqual(0);
});

// The same list as above, narrower; that a phone's list stands near the top: status/container-status.spec.ts.
const onPhone = 'on a phone the first problem stands near the top, and nothing is wider than the screen';
test(onPhone, alike, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const town = await someContainers(1);
  await report(await signInGateway(), fullFor(town.ids[0] ?? '', 45));
  await signIn(page, 'containers@noa.test', '/home');
  const first = problems(page).getByRole('listitem').first();

  await expect(first).toContainText('eroare');
  await expect.poll(async () => (await first.boundingBox())?.y).toBeLessThanOrEqual(260);
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await expect(problems(page)).toContainText(/(celelalte|celălalt) .* (este|sunt) în regulă/i);
});

// Each figure of root's home against the list it opens: counts.spec.ts. What is told and what is folded: tasks.test.ts, today.test.ts and
// problems.test.ts beside the screen.
const figures = 'home leads root from each figure to the list it counts, and folds what there is none of';
test(figures, shownElsewhere, async ({ page }) => {
  await signIn(page, 'root@noa.test', '/home');
  await expect(figure(page, 'Evenimente azi')).toContainText('săptămâna trecută');
  await expect(section(page, 'De făcut')).toContainText('card');
  await expect(section(page, 'Registru')).toContainText('Ultimul import');

  const inError = problems(page).getByRole('link', { name: /în eroare$/ });
  await expect(inError).toHaveText(/^[\d.]+/);
  const count = /^[\d.]+/.exec(await inError.innerText())?.[0] ?? '';
  await inError.click();
  await expect(page).toHaveURL('/containers/status?level=error');
  await expect(page.getByText(new RegExp(`^${count} (de )?container`))).toBeVisible();
  await page.goBack();

  await figure(page, 'Evenimente azi').getByRole('link').click();
  await expect(page).toHaveURL(/\/reports\/usage\?from=(.+)&to=\1&by=date&records=event_count$/);
  await page.goBack();

  const chart = page.getByRole('region', { name: 'Evenimente în ultimele 14 zile' });
  await expect(chart.getByRole('img', { name: /Grafic: .* evenimente în 14 zile/ })).toBeVisible();
  await chart.getByText('Arată ca tabel').click();
  await expect(chart.getByRole('row')).toHaveCount(15);
});

for (const [operation, name] of [
  ['HomeEvents', 'Azi'],
  ['ContainerProblems', 'Containere cu probleme'],
] as const) {
  const tag = alikeUnless(operation === 'HomeEvents');
  test(`a part of home that fails tries again, and takes no other with it: ${operation}`, tag, async ({ page }) => {
    let failing = true;
    await page.route('**/graphql', async (route) => {
      const broken = failing && (route.request().postData() ?? '').includes(`query ${operation}`);
      await (broken ? route.abort() : route.continue());
    });
    await signIn(page, 'root@noa.test', '/home');
    const broken = section(page, name);
    await expect(broken.getByRole('alert')).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(1);
    await expect(section(page, 'Registru')).toContainText('Containere');
    await expect(problems(page).getByRole('link', { name: /în eroare$/ })).toBeVisible();

    failing = false;
    await broken.getByRole('button', { name: 'Încearcă din nou' }).click();
    await expect(broken.getByRole('alert')).toHaveCount(0);
    await expect(broken.getByRole('listitem').first()).toContainText(/azi|eroare|avertizare/);
  });
}

/** The sections of a role's home, in their order. */
const shapes = {
  'manager@noa.test': ['De făcut', 'Containere cu probleme', 'Azi', 'Registru'],
  'reporter@noa.test': ['Azi', 'Containere cu probleme', 'Registru'],
  'containers@noa.test': ['Containere cu probleme', 'Azi', 'Registru'],
} as const;

for (const email of ['manager@noa.test', 'reporter@noa.test', 'containers@noa.test'] as const) {
  test(`home is shaped by the role: ${email}`, alikeUnless(email === 'manager@noa.test'), async ({ page }) => {
    await signIn(page, email, '/home');
    await expect(section(page, 'Registru').getByRole('listitem').first()).toBeVisible();
    await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText(shapes[email]);
    await expect(figure(page, 'Evenimente azi')).toBeVisible();
    if (email === 'reporter@noa.test') {
      await expect(figure(page, 'Evenimente azi').getByRole('link')).toBeVisible();
      await expect(today(page).getByRole('link', { name: 'Toate rapoartele' })).toBeVisible();
      await expect(page.getByRole('button', { name: /^Golește/ })).toHaveCount(0);
    }
    if (email === 'manager@noa.test') {
      await expect(section(page, 'De făcut')).toContainText(/cerer(e|i) de card/);
      await expect(section(page, 'De făcut')).not.toContainText('administrator de bloc');
      await expect(figure(page, 'Evenimente azi').getByRole('link')).toHaveCount(0);
    }
  });
}

test('the settings of an org, chosen in its menu, are what one sees of the page', alike, async ({ page }) => {
  const { orgs } = await asRoot<{ orgs: { nodes: { id: string }[] } }>(`{ orgs(${seeded}) { nodes { id } } }`);
  await signIn(page, 'root@noa.test', `/orgs/${orgs.nodes[0]?.id}`);
  await page.getByRole('button', { name: 'Alte acțiuni' }).click();
  await page.getByRole('link', { name: 'Setări' }).last().click();
  const title = page.getByRole('heading', { level: 2, name: /^Setările organizației/ });
  await expect(title).toBeFocused();
  await expect(title).toBeInViewport();
});
