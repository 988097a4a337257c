import { expect, test, type Browser, type Locator, type Page } from '@playwright/test';
import { as, expectTitle, fresh, recordKinds, type RecordKind } from '../support/record-kinds.ts';
import { goTo } from '../support/go-to.ts';
import { rows, settledRows } from '../support/list-screen.ts';
import { signIn } from '../support/sign-in.ts';
import { alike, alikeUnless, shownElsewhere } from '../support/thorough.ts';

const save = (page: Page) => page.getByRole('button', { name: 'Salvează' }).click();

/** Asks to delete the record whose view is open. */
async function askToDelete(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Alte acțiuni' }).click();
  await page.getByRole('button', { name: 'Șterge', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Ștergere' });
  await dialog.getByRole('button', { name: 'Șterge', exact: true }).click();
  return dialog;
}

async function changeField(page: Page, { field }: RecordKind, value: string): Promise<void> {
  await page.getByRole('dialog').getByLabel(field, { exact: false }).first().fill(value);
  await save(page);
}

/** The other operator, in a browser of their own. */
async function otherPage(browser: Browser, email: string, path: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await signIn(page, email, path);
  return page;
}

/**
 * What each commit tries of a kind (decision 49). Access groups are created, changed and deleted by the keyboard below, container groups
 * in `spots.spec.ts` and `addresses.spec.ts`, entrances changed in `conflict.spec.ts`, apartments in `apartments.spec.ts`, orgs in `orgs.spec.ts`.
 */
const eachTime = 'a container';

for (const kind of recordKinds) {
  const { name, root, by, other, makeUsed } = kind;
  const details = alikeUnless(name === eachTime);

  test(
    `${name} is created, viewed, changed and deleted, unless others depend on it: they are named`,
    details,
    async ({ page }) => {
      const [created, changed] = [kind.value(), kind.value()];
      await signIn(page, by);
      await kind.open(page);
      const main = page.getByRole('main');
      await main.getByRole('textbox', { name: kind.field }).first().fill(created);
      await kind.fill?.(main);
      await save(page);
      if (kind.isRelated) {
        await page.getByRole('tabpanel').getByRole('link', { name: created }).click();
      }
      await expectTitle(page, created);

      await page.getByRole('link', { name: 'Modifică' }).click();
      await expect(page).toHaveURL(/\/update$/);
      await changeField(page, kind, changed);
      await expectTitle(page, changed);
      await expect(page.getByRole('dialog')).toHaveCount(0);
      const view = page.url();

      await askToDelete(page);
      await expect(page).toHaveURL(kind.next ?? new RegExp(`${root}$`));
      // The console still has what it showed; the address is that of a colleague's link.
      await goTo(page, new URL(view).pathname);
      await expect(page.getByRole('tabpanel')).toHaveCount(0);
      await expect(page.getByText('Înregistrarea nu există sau nu aveți acces.')).toBeVisible();

      if (makeUsed) {
        const used = kind.value();
        const { id, dependants } = await makeUsed(used);
        await goTo(page, `${root}/${id}`);
        await expectTitle(page, used);
        const dialog = await askToDelete(page);
        await expect(dialog.getByRole('alert')).toContainText('nu poate fi șters');
        await expect(dialog.getByRole('alert')).toContainText(dependants);
        await dialog.getByRole('button', { name: 'Închide' }).last().click();
        await expect(dialog).toHaveCount(0);
        await expectTitle(page, used);
      }
    },
  );

  test(
    `${name} that somebody else saved meanwhile is settled field by field`,
    shownElsewhere,
    async ({ page, browser }) => {
      const [initial, theirs, mine] = [kind.value(), kind.value(), kind.value()];
      const path = `${root}/${await kind.make(initial)}/update`;
      await signIn(page, by, path);
      await expect(page.getByRole('dialog').getByLabel(kind.field).first()).toHaveValue(initial);
      const rival = await otherPage(browser, other, path);
      await changeField(rival, kind, theirs);
      await expectTitle(rival, theirs);

      await changeField(page, kind, mine);

      const conflict = page.getByRole('dialog', { name: 'Altcineva a salvat între timp' });
      await expect(conflict.getByRole('radio', { name: `Varianta lor: ${theirs}` })).toBeVisible();
      await expect(conflict.getByRole('radio', { name: `Inițial: ${initial}` })).toBeVisible();
      await conflict.getByRole('radio', { name: `Varianta mea: ${mine}` }).check();
      await conflict.getByRole('button', { name: 'Salvează' }).click();
      await expectTitle(page, mine);
      await rival.context().close();
    },
  );
}

test('access groups and container groups are joined and parted from either side', async ({ page }) => {
  const [accessGroup, containerGroup] = [fresh('Zona '), fresh('Z-')];
  const [byName, byNumber] = recordKinds;
  const accessGroupId = await byName?.make(accessGroup);
  const containerGroupId = await byNumber?.make(containerGroup);
  await signIn(page, 'implementer@noa.test', `/access-groups/${accessGroupId}?tab=containerGroups`);

  const held = Promise.withResolvers<void>();
  await page.route('**/graphql', async (route) => {
    if (route.request().postData()?.includes('"PreviewEffect"')) {
      await held.promise;
    }
    await route.fallback();
  });
  await page.getByRole('button', { name: 'Leagă un grup de containere' }).first().click();
  const question = page.getByRole('dialog');
  await question.getByRole('combobox', { name: 'Grup de containere' }).fill(containerGroup);
  await question.getByRole('option', { name: containerGroup }).click();
  const join = question.getByRole('button', { name: 'Leagă un grup de containere' });
  await expect(question.getByText('Se calculează ce schimbă')).toBeVisible();
  const { y } = (await join.boundingBox()) ?? {};
  held.resolve();
  await expect(question.getByText('Nu schimbă cine ce deschide')).toBeVisible();
  // Pressed while what is said above it came, it would be let go of beside it.
  expect((await join.boundingBox())?.y).toBe(y);
  await join.click();
  await page.getByRole('tabpanel').getByRole('link', { name: containerGroup }).click();

  await expectTitle(page, containerGroup);
  await page.getByRole('tab', { name: 'Grupuri de acces' }).click();
  await page.getByRole('button', { name: `Desprinde ${accessGroup}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Desprinde', exact: true }).click();
  await expect(page.getByText('Niciun grup de acces încă')).toBeVisible();

  await goTo(page, `/access-groups/${accessGroupId}?tab=history`);
  await expect(page.getByRole('deletion').filter({ hasText: containerGroup })).toBeVisible();
  expect(containerGroupId).toBeTruthy();
});

test(
  'who keeps containers sees which access groups open a platform, and is offered to join or part none',
  alike,
  async ({ page }) => {
    const [, byNumber] = recordKinds;
    const id = await byNumber?.make(fresh('Z-'));
    await signIn(page, 'containers@noa.test', `/container-groups/${id}?tab=accessGroups`);

    await expect(page.getByText('Niciun grup de acces încă')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Modifică' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Leagă un grup de acces' })).toHaveCount(0);
  },
);

test('a container added from its group’s view comes back to it', alike, async ({ page }) => {
  const [group, serial] = [fresh('Z-'), fresh('ZC-')];
  const groupId = await recordKinds.find(({ root }) => root === '/container-groups')?.make(group);
  await signIn(page, 'implementer@noa.test', `/container-groups/${groupId}`);

  await page.getByRole('tabpanel').getByRole('link', { name: 'Adaugă' }).first().click();
  await expect(page.getByRole('combobox', { name: 'Grup de containere' })).toHaveValue(group);
  await page.getByLabel('Număr de serie').fill(serial);
  await page.getByLabel('Volum').fill('240');
  await page.getByLabel('Tambur').fill('30');
  await save(page);

  await expect(page).toHaveURL(`/container-groups/${groupId}`);
  await expect(page.getByRole('tabpanel').getByRole('link', { name: serial })).toBeVisible();
});

/** Presses Tab until the focus is where it is wanted. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let step = 0; step < 80; step += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) {
      return;
    }
    await page.keyboard.press('Tab');
  }
  throw new Error('Tab does not lead there');
}

async function press(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}

/** What opens or closes moves the focus itself: keys that come before that lead elsewhere. */
const expectFocusIn = (part: Locator) => expect(part.locator(':focus')).toHaveCount(1);

test('an access group is listed, created, viewed, changed and deleted by the keyboard alone', async ({ page }) => {
  const [created, changed] = [fresh('Zz '), fresh('Zz ')];
  const { keyboard } = page;
  await page.goto('/access-groups');
  await tabTo(page, page.getByLabel('E-mail'));
  await keyboard.type('implementer@noa.test');
  await tabTo(page, page.getByLabel('Parola'));
  await keyboard.type('noa-demo');
  await keyboard.press('Enter');
  await expectTitle(page, 'Grupuri de acces');

  await press(page, page.getByRole('main').getByRole('link', { name: 'Adaugă' }));
  await expectTitle(page, 'Adaugă un grup de acces');
  await tabTo(page, page.getByLabel('Nume'));
  await keyboard.type(created);
  await tabTo(page, page.getByLabel('Mod de acces'));
  await keyboard.press('a');
  await expect(page.getByLabel('Mod de acces')).toHaveValue('open');
  await keyboard.press('Control+S');
  await expectTitle(page, created);

  await press(page, page.getByRole('navigation', { name: 'Calea până aici' }).getByRole('link'));
  await expectTitle(page, 'Grupuri de acces');
  await tabTo(page, page.getByRole('searchbox', { name: 'Caută în listă' }));
  await keyboard.type(created);
  // A row that is drawn anew would lose the focus.
  await expect(rows(page)).toHaveCount(1);
  await settledRows(page);
  await press(page, page.getByRole('main').getByRole('link', { name: created }));
  await expectTitle(page, created);

  await press(page, page.getByRole('link', { name: 'Modifică' }));
  await expect(page.getByRole('dialog').getByLabel('Nume')).toBeFocused();
  await keyboard.press('Control+A');
  await keyboard.type(changed);
  await press(page, page.getByRole('button', { name: 'Salvează' }));
  await expectTitle(page, changed);
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await press(page, page.getByRole('button', { name: 'Alte acțiuni' }));
  await press(page, page.getByRole('button', { name: 'Șterge', exact: true }));
  await expectFocusIn(page.getByRole('dialog'));
  await press(page, page.getByRole('dialog').getByRole('button', { name: 'Șterge', exact: true }));
  await expectTitle(page, 'Grupuri de acces');
  const left = await as<{ accessGroups: { totalCount: number } }>(
    'implementer@noa.test',
    'query ($q: String!) { accessGroups(filter: { q: $q }) { totalCount } }',
    { q: changed },
  );
  expect(left.accessGroups.totalCount).toBe(0);
});
