import { expect, test, type Browser, type Page } from '@playwright/test';
import { anEntrance } from '../support/handover-entrance.ts';
import { as, fresh } from '../support/record-kinds.ts';
import { seeded } from '../support/seeded.ts';
import { signIn } from '../support/sign-in.ts';
import { alike } from '../support/thorough.ts';

interface Entrance {
  id: string;
  rowId: string;
  addrSc: string;
  accessGroup: { name: string };
}

const readEntrance = async (id: string): Promise<Entrance> => {
  const query = 'query ($id: ID!) { entrance(id: $id) { id rowId addrSc accessGroup { name } } }';
  return (await as<{ entrance: Entrance }>('root@noa.test', query, { id })).entrance;
};

/** An operator in a browser of their own. */
async function operator(browser: Browser, email: string, path: string): Promise<Page> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await signIn(page, email, path);
  return page;
}

// Each time the settings meet the same dialog (settings-home.spec.ts), and `conflict.test.ts` tells what is whose.
test(
  'two operators edit one entrance: the second is shown both versions and nothing is lost',
  alike,
  async ({ browser }) => {
    const { accessGroups } = await as<{ accessGroups: { nodes: { id: string }[] } }>(
      'implementer@noa.test',
      `{ accessGroups(${seeded}) { nodes { id } } }`,
    );
    const { entranceId: id } = await anEntrance(0, { accessGroupId: accessGroups.nodes[0]?.id });
    const [theirs, mine] = [fresh('Y'), fresh('Z')];
    const before = await readEntrance(id);
    const [first, second] = [
      await operator(browser, 'root@noa.test', `/entrances/${id}/update`),
      await operator(browser, 'implementer@noa.test', `/entrances/${id}/update`),
    ];
    await expect(second.getByRole('textbox', { name: 'Scară' })).toHaveValue(before.addrSc);

    await first.getByRole('textbox', { name: 'Scară' }).fill(theirs);
    await first.getByRole('button', { name: 'Salvează' }).click();
    await expect(first.getByRole('heading', { level: 1 })).toContainText(`sc. ${theirs}`);

    await second.getByRole('textbox', { name: 'Scară' }).fill(mine);
    await second.getByRole('button', { name: 'Salvează' }).click();
    const dialog = second.getByRole('dialog', { name: 'Altcineva a salvat între timp' });
    await expect(dialog).toBeVisible();
    await expect(dialog.getByRole('radio', { name: `Varianta mea: ${mine}` })).toBeVisible();
    await expect(dialog.getByRole('radio', { name: `Varianta lor: ${theirs}` })).toBeVisible();
    await expect(dialog.getByRole('radio', { name: `Inițial: ${before.addrSc}` })).toBeVisible();
    expect((await readEntrance(id)).addrSc).toBe(theirs);

    await dialog.getByRole('radio', { name: `Varianta mea: ${mine}` }).check();
    await dialog.getByRole('button', { name: 'Salvează' }).click();
    await expect(second.getByRole('heading', { level: 1 })).toContainText(`sc. ${mine}`);

    const after = await readEntrance(id);
    expect(after).toMatchObject({ addrSc: mine, accessGroup: before.accessGroup });
    await second.getByRole('tab', { name: 'Istoric' }).click();
    const history = second.getByRole('tabpanel');
    await expect(history.getByText('root@noa.test').first()).toBeVisible();
    await expect(history.getByText('implementer@noa.test').first()).toBeVisible();
  },
);
