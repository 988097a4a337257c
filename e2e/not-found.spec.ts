import { expect, test, type Page } from '@playwright/test';
import { graphql, signInByPassword } from './support/api.ts';
import { isClean } from './support/axe.ts';
import { someContainers } from './support/containers.ts';
import { follow, goTo } from './support/go-to.ts';
import { signIn } from './support/sign-in.ts';
import { alike, alikeUnless, shownElsewhere } from './support/thorough.ts';

const dispatcher = 'implementer@noa.test';
const main = (page: Page) => page.getByRole('main');
const search = (page: Page) => page.getByRole('dialog', { name: 'Caută' });

async function remove(id: string): Promise<void> {
  const token = await signInByPassword(dispatcher);
  const { container } = await graphql<{ container: { rowId: string } }>(
    token,
    'query ($id: ID!) { container(id: $id) { rowId } }',
    { id },
  );
  await graphql(token, 'mutation ($id: ID!, $rowId: ID!) { deleteContainer(id: $id, rowId: $rowId) }', {
    id,
    rowId: container.rowId,
  });
}

test('an address with a serial in it leads to the container that has it', async ({ page }) => {
  const { serials } = await someContainers(1);
  const [serial = ''] = serials;
  await signIn(page, dispatcher, `/container/${serial}`);

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pagina nu există');
  await isClean(page);
  await expect(main(page).getByRole('link', { name: 'Panou de control' })).toHaveAttribute('href', '/home');
  await main(page)
    .getByRole('button', { name: `Caută „${serial}”` })
    .click();
  await expect(search(page).getByRole('combobox')).toHaveValue(serial);
  await expect(search(page).getByRole('option', { name: serial }).first()).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: serial })).toBeVisible();
});

test('an address that names nothing still offers the search and the way home', alike, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, dispatcher, '/no-such-screen');

  await main(page).getByRole('button', { name: 'Caută', exact: true }).click();
  await expect(search(page).getByRole('combobox')).toBeFocused();
  await expect(search(page).getByRole('combobox')).toHaveValue('');
  await page.keyboard.press('Escape');
  await expect(search(page)).toHaveCount(0);
  await main(page).getByRole('link', { name: 'Panou de control' }).click();
  await expect(page).toHaveURL(/\/home$/);
});

test('a record that is gone is searched for by what it was called, by whoever had it open', alike, async ({ page }) => {
  const { ids, serials } = await someContainers(1);
  const [id = ''] = ids;
  await signIn(page, dispatcher, `/containers/${id}`);
  await expect(page.getByRole('heading', { level: 1, name: serials[0] ?? '' })).toBeVisible();
  await remove(id);
  await page.reload();

  await expect(page.getByText('Înregistrarea nu există sau nu aveți acces.')).toBeVisible();
  await expect(main(page).getByRole('link', { name: 'Panou de control' })).toBeVisible();
  await main(page)
    .getByRole('button', { name: /^Caută „/ })
    .click();
  await expect(search(page).getByRole('combobox')).toHaveValue(new RegExp(serials[0] ?? ''));
});

// As a resident sees what is refused (resident.spec.ts).
test('a resident, who has no search, is led home', shownElsewhere, async ({ page }) => {
  await signIn(page, 'resident@noa.test', '/containers/LM-0021/none');

  await expect(main(page).getByRole('link', { name: 'Panou de control' }).first()).toBeVisible();
  await expect(main(page).getByRole('button', { name: /^Caută/ })).toHaveCount(0);
});

for (const screen of ['handover', 'letters']) {
  test(
    `of an entrance that is not there, ${screen} lead elsewhere and not to another try`,
    alikeUnless(screen === 'letters'),
    async ({ page }) => {
      await signIn(page, dispatcher, `/entrances/${crypto.randomUUID()}/${screen}`);

      await expect(main(page)).toContainText('Înregistrarea nu există sau nu aveți acces.');
      await expect(main(page).getByRole('link', { name: 'Panou de control' })).toBeVisible();
      await expect(main(page).getByRole('button', { name: 'Încearcă din nou' })).toHaveCount(0);
    },
  );
}

test(
  'what is printed of settings waits for nothing where there is no org yet, and is asked for again where it failed',
  alike,
  async ({ page }) => {
    await signIn(page, 'root@noa.test');
    let answers = 0;
    await page.route('**/graphql', (route) => {
      const { operationName } = route.request().postDataJSON() as { operationName?: string };
      if (operationName !== 'FirstOrg') {
        return route.fallback();
      }
      answers += 1;
      return answers === 1
        ? route.fulfill({ status: 503, body: '' })
        : route.fulfill({ json: { data: { orgs: { __typename: 'OrgConnection', nodes: [] } } } });
    });
    await follow(page, '/settings/register');
    await main(page).getByRole('button', { name: 'Încearcă din nou' }).click();
    await expect(main(page)).toContainText('Înregistrarea nu există sau nu aveți acces.');
    await expect(main(page).getByRole('link', { name: 'Panou de control' })).toBeVisible();
    await goTo(page, '/settings');
    await expect(main(page).getByText('Harta cu străzi')).toBeVisible();
    await expect(main(page).getByText('Setările organizației')).toHaveCount(0);
  },
);
