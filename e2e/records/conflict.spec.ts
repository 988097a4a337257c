import { expect, test, type Browser, type Page } from '@playwright/test';
import { graphql, signInByPassword } from '../support/api.ts';
import { signIn } from '../support/sign-in.ts';

interface Entrance {
  id: string;
  rowId: string;
  addrSc: string;
  accessGroup: { name: string };
}

const readEntrance = async (id: string): Promise<Entrance> => {
  const token = await signInByPassword('root@noa.test');
  const query = 'query ($id: ID!) { entrance(id: $id) { id rowId addrSc accessGroup { name } } }';
  return (await graphql<{ entrance: Entrance }>(token, query, { id })).entrance;
};

/** An operator in a browser of their own. */
async function operator(browser: Browser, email: string, path: string): Promise<Page> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await signIn(page, email, path);
  return page;
}

test('two operators edit one entrance: the second is shown both versions and nothing is lost', async ({ browser }) => {
  const token = await signInByPassword('root@noa.test');
  const { entrances } = await graphql<{ entrances: { nodes: { id: string }[] } }>(
    token,
    '{ entrances(last: 1) { nodes { id } } }',
  );
  const id = entrances.nodes[0]?.id ?? '';
  const before = await readEntrance(id);
  const [first, second] = [
    await operator(browser, 'root@noa.test', `/entrances/${id}/update`),
    await operator(browser, 'implementer@noa.test', `/entrances/${id}/update`),
  ];
  await expect(second.getByRole('textbox', { name: 'Scară' })).toHaveValue(before.addrSc);

  await first.getByRole('textbox', { name: 'Scară' }).fill('Z1');
  await first.getByRole('button', { name: 'Salvează' }).click();
  await expect(first.getByRole('heading', { level: 1 })).toContainText('sc. Z1');

  await second.getByRole('textbox', { name: 'Scară' }).fill('Z2');
  await second.getByRole('button', { name: 'Salvează' }).click();
  const dialog = second.getByRole('dialog', { name: 'Altcineva a salvat între timp' });
  await expect(dialog).toBeVisible();
  await expect(dialog.getByRole('radio', { name: 'Varianta mea: Z2' })).toBeVisible();
  await expect(dialog.getByRole('radio', { name: 'Varianta lor: Z1' })).toBeVisible();
  await expect(dialog.getByRole('radio', { name: `Inițial: ${before.addrSc}` })).toBeVisible();
  expect((await readEntrance(id)).addrSc).toBe('Z1');

  await dialog.getByRole('radio', { name: 'Varianta mea: Z2' }).check();
  await dialog.getByRole('button', { name: 'Salvează' }).click();
  await expect(second.getByRole('heading', { level: 1 })).toContainText('sc. Z2');

  const after = await readEntrance(id);
  expect(after).toMatchObject({ addrSc: 'Z2', accessGroup: before.accessGroup });
  await second.getByRole('tab', { name: 'Istoric' }).click();
  await expect(second.getByText('root@noa.test').first()).toBeVisible();
  await expect(second.getByText('implementer@noa.test').first()).toBeVisible();
});
