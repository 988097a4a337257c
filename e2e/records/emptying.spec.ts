import { expect, test, type Page } from '@playwright/test';
import { graphql, signInByPassword, signInGateway } from '../support/api.ts';
import { axeFindings } from '../support/axe.ts';
import { fill, report, someContainers, type Town } from '../support/containers.ts';
import { signIn } from '../support/sign-in.ts';
import { countEffort } from '../town/effort.ts';
import { alike, inQuantity, shownElsewhere } from '../support/thorough.ts';

const dispatcher = 'implementer@noa.test';
/** What marking fifty containers may take; one by one it took 250 clicks. */
const mostActions = 10;

const rows = (page: Page) => page.locator('a[data-row]');
const row = (page: Page, serial: string) =>
  page.getByRole('table', { name: 'Lista containerelor' }).getByRole('row').filter({ hasText: serial });
const bar = (page: Page) => page.getByRole('group', { name: 'Acțiuni asupra rândurilor alese' });
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Containere golite' });
const panel = (page: Page) => page.getByRole('region', { name: 'Containere golite' });
const mark = (of: ReturnType<typeof bar>) => of.getByRole('button', { name: 'Marchează golite', exact: true });

/** Opens the screen with the containers of a test alone, the first `full` of them full. */
async function openFull(page: Page, count: number, full = count): Promise<Town> {
  const town = await someContainers(count);
  await report(
    await signInGateway(),
    town.ids.slice(0, full).map((id) => fill(id, 1, 96)),
  );
  await signIn(page, dispatcher, `/containers/status?q=${town.word}`);
  await expect(rows(page)).toHaveCount(count);
  return town;
}

async function expectEmptied({ ids }: Town): Promise<void> {
  const token = await signInByPassword(dispatcher);
  const query = `query ($id: ID!) { statusUpdates(filter: { containerId: $id, kind: emptying_detected }) {
    nodes { actor } } }`;
  for (const id of ids) {
    const { statusUpdates } = await graphql<{ statusUpdates: { nodes: object[] } }>(token, query, { id });
    expect(statusUpdates.nodes).toEqual([{ actor: expect.stringContaining(dispatcher) as unknown }]);
  }
}

test('fifty containers are marked emptied with three clicks', inQuantity, async ({ page }) => {
  const effort = await countEffort(page);
  const town = await openFull(page, 50);

  const { clicks, keys } = await effort.of('by mouse', async () => {
    await page.getByRole('checkbox', { name: 'Selectează pagina' }).check();
    await mark(bar(page)).click();
    await expect(dialog(page)).toContainText('50 de containere vor fi marcate golite');
    await mark(dialog(page)).click();
  });

  expect(clicks + keys).toBeLessThanOrEqual(mostActions);
  await expect(panel(page)).toContainText('50 de containere au fost marcate golite.');
  await expect(row(page, town.serials[0] ?? '')).toContainText(/Plin 96 %, golit (acum|de)/);
  await expectEmptied(town);
});

test('a row says why it is as it is and is marked on its own; of those that are gone the result says so', async ({
  page,
}) => {
  const town = await openFull(page, 3, 2);
  const [first = '', second = ''] = town.serials;
  const line = row(page, first);
  await expect(line).toContainText('eroare');
  await expect(line).toContainText('Plin 96 %');
  await expect.poll(async () => (await line.boundingBox())?.height).toBeLessThanOrEqual(48);
  expect(await axeFindings(page)).toEqual([]);

  await page.getByRole('button', { name: `Marchează golit: ${first}` }).click();
  await expect(dialog(page)).toContainText('Un container va fi marcat golit');
  await mark(dialog(page)).click();
  await expect(panel(page)).toContainText('Un container a fost marcat golit.');
  await panel(page).getByRole('button', { name: 'Închide' }).click();
  await expect(panel(page)).toHaveCount(0);
  // Once the list is read again its row takes another place: before the keys are used.
  await expect(line).toContainText(/golit (acum|de)/);

  // Whom a colleague has marked already, and what is gone by the time that it is confirmed.
  await rows(page).first().focus();
  await page.keyboard.press('Control+a');
  await mark(bar(page)).click();
  await expect(dialog(page)).toContainText('2 containere vor fi marcate golite');
  await expect(dialog(page)).toContainText('Unul este deja așa și rămâne neatins.');
  await remove(town.ids[2] ?? '');
  await mark(dialog(page)).click();
  await expect(panel(page).getByRole('tab', { name: 'Probleme (1)' })).toHaveAttribute('aria-selected', 'true');
  await expect(panel(page).getByRole('region')).toContainText('nu există sau nu aveți acces');
  await panel(page).getByRole('tab', { name: 'Modificate (1)' }).click();
  await expect(panel(page).getByRole('region').getByRole('link')).toHaveText([second]);
});

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

test('whoever may only look is offered nothing to do', shownElsewhere, async ({ page }) => {
  const town = await someContainers(1);
  await signIn(page, 'reporter@noa.test', `/containers/status?q=${town.word}`);

  await expect(row(page, town.serials[0] ?? '')).toContainText('Niciun semnal încă');
  await expect(page.getByRole('checkbox', { name: 'Selectează pagina' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: /Marchează golit/ })).toHaveCount(0);
});

test('on a phone each card says why, and is marked with two taps', alike, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const town = await someContainers(1);
  await report(await signInGateway(), [fill(town.ids[0] ?? '', 1, 96)]);
  await signIn(page, dispatcher, `/containers/status?q=${town.word}`);

  await expect(page.getByRole('listitem').filter({ hasText: 'Plin 96 %' })).toContainText('eroare');
  expect(await axeFindings(page)).toEqual([]);
  // What it would do is told late: who has pressed the button by then has not pressed it in vain.
  await page.route('**/graphql', async (route) => {
    if (route.request().postData()?.includes('BulkForecast')) {
      await new Promise((resolve) => setTimeout(resolve, 1_500));
    }
    await route.continue();
  });
  await page.getByRole('button', { name: `Marchează golit: ${town.serials[0]}` }).click();
  await mark(dialog(page)).click();
  await expect(panel(page)).toContainText('Un container a fost marcat golit.');
});
