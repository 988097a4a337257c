import { expect, test, type Page } from '@playwright/test';
import { asRoot } from '../support/api.ts';
import { goTo } from '../support/go-to.ts';
import { makeManager } from '../support/made.ts';
import { as, expectTitle, fresh } from '../support/record-kinds.ts';
import { seeded } from '../support/seeded.ts';
import { signIn } from '../support/sign-in.ts';
import { alike, alikeUnless } from '../support/thorough.ts';

const implementer = 'implementer@noa.test';

/** Makes a container group around the console; gives its id. */
async function aGroup(itemNumber: string, name = ''): Promise<string> {
  const { made } = await as<{ made: { id: string } }>(
    implementer,
    'mutation ($input: CreateContainerGroupInput!) { made: createContainerGroup(input: $input) { id } }',
    { input: { itemNumber, name } },
  );
  return made.id;
}

interface Group {
  readonly rowId: string;
  readonly name: string;
  readonly addrStreet: string;
}

const readGroup = async (id: string): Promise<Group> =>
  (
    await as<{ containerGroup: Group }>(
      'root@noa.test',
      'query ($id: ID!) { containerGroup(id: $id) { rowId name addrStreet } }',
      { id },
    )
  ).containerGroup;

/** Sees a group in the console, which from then on knows it, and goes elsewhere. */
async function seeGroup(page: Page, id: string, itemNumber: string): Promise<void> {
  await signIn(page, implementer, `/container-groups/${id}`);
  await expectTitle(page, itemNumber);
  await goTo(page, '/no-such-screen');
}

/** Changes it as a colleague does. */
async function changeGroup(id: string, input: object): Promise<void> {
  const { rowId } = await readGroup(id);
  await asRoot(
    `mutation ($id: ID!, $rowId: ID!, $input: UpdateContainerGroupInput!) {
      updateContainerGroup(id: $id, rowId: $rowId, input: $input) { id }
    }`,
    { id, rowId, input },
  );
}

/** Opens the form over a record that this console has seen before, while what it is now is still under way; gives how that comes. */
async function openBeforeTheAnswer(page: Page, id: string): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  await page.route('**/graphql', async (route) => {
    if (route.request().postData()?.includes(`"id":"${id}"`)) {
      await held.promise;
    }
    await route.fallback();
  });
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: null }));
  }, `/container-groups/${id}/update`);
  await expect(page.getByRole('dialog')).toBeVisible();
  return held.resolve;
}

test('what a colleague has changed is not changed back by a form that was opened before it was read', async ({
  page,
}) => {
  const [number, theirs, mine] = [fresh('Z-'), fresh('Piața '), fresh('Strada ')];
  const id = await aGroup(number, 'Inițial');
  await seeGroup(page, id, number);
  await changeGroup(id, { name: theirs });
  const answer = await openBeforeTheAnswer(page, id);
  const form = page.getByRole('dialog');
  await expect(form.getByLabel('Nume', { exact: true })).toHaveValue('Inițial');
  await form.getByLabel('Stradă').fill(mine);
  answer();
  await expect(page.getByText(theirs).first()).toBeAttached();

  await form.getByRole('button', { name: 'Salvează' }).click();
  const conflict = page.getByRole('dialog', { name: 'Altcineva a salvat între timp' });
  await expect(conflict.getByRole('radio', { name: `Varianta lor: ${theirs}` })).toBeChecked();
  await conflict.getByRole('button', { name: 'Salvează' }).click();

  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(await readGroup(id)).toMatchObject({ name: theirs, addrStreet: mine });
});

test(
  'a form in which nothing was written yet shows what a colleague has changed, as soon as it is read',
  alike,
  async ({ page }) => {
    const [number, theirs] = [fresh('Z-'), fresh('Piața ')];
    const id = await aGroup(number, 'Inițial');
    await seeGroup(page, id, number);
    await changeGroup(id, { name: theirs });
    const answer = await openBeforeTheAnswer(page, id);
    const name = page.getByRole('dialog').getByLabel('Nume', { exact: true });
    await expect(name).toHaveValue('Inițial');
    answer();
    await expect(name).toHaveValue(theirs);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  },
);

test('a record is made once, however often it is saved before its page is there', async ({ page }) => {
  const number = fresh('Z-');
  await signIn(page, implementer, '/container-groups/create');
  await page.getByRole('textbox', { name: 'Număr' }).first().fill(number);
  // Counted where it is sent: of a request under way a busy browser may not tell what is in it.
  await page.evaluate(() => {
    const send = window.fetch;
    Object.assign(window, { created: 0 });
    window.fetch = async (input, init) => {
      if (typeof init?.body === 'string' && init.body.includes('CreateContainerGroup')) {
        (window as unknown as { created: number }).created += 1;
        await new Promise((resolve) => setTimeout(resolve, 500));
      }
      return send(input, init);
    };
  });
  for (const _held of [1, 2, 3, 4]) {
    await page.keyboard.press('Control+s');
  }
  await expectTitle(page, number);
  expect(await page.evaluate(() => (window as unknown as { created: number }).created)).toBe(1);
});

// As with what comes late in `late-answers.spec.ts`.
test('who has gone elsewhere while a record was on its way stays there when it is saved', alike, async ({ page }) => {
  const [made, changed] = [fresh('Z-'), fresh('Strada ')];
  const id = await aGroup(fresh('Z-'));
  const menu = page.getByRole('navigation', { name: 'Meniu principal' });
  let letGo: () => void = () => undefined;
  await page.route('**/graphql', async (route) => {
    if (/"(Create|Update)ContainerGroup"/.test(route.request().postData() ?? '')) {
      await new Promise<void>((resolve) => (letGo = resolve));
    }
    await route.fallback();
  });
  const goAway = async () => {
    await page.keyboard.press('Control+s');
    await page.evaluate(() => history.back());
    await page.getByRole('button', { name: 'Renunță la modificări' }).click();
    await menu.getByRole('link', { name: 'Carduri' }).click();
    await expect(page).toHaveURL(/\/card$/);
    letGo();
  };
  const staysAfter = async (told: string) => {
    await expect(page.getByText(told)).toBeVisible();
    await page.waitForTimeout(1_000); // another screen would have to be fetched first
    await expect(page).toHaveURL(/\/card$/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Carduri');
  };

  await signIn(page, implementer, '/container-groups');
  await page.getByRole('main').getByRole('link', { name: 'Adaugă' }).first().click();
  await page.getByRole('textbox', { name: 'Număr' }).first().fill(made);
  await goAway();
  await staysAfter('Grupul de containere a fost adăugat.');

  await page.goto(`/container-groups/${id}`);
  await page.getByRole('link', { name: 'Modifică' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Stradă' }).fill(changed);
  await goAway();
  await staysAfter('Modificările au fost salvate.');
});

test('who types what a record is called and goes on has chosen it, also before the server has answered', async ({
  page,
}) => {
  const [one, other] = [fresh('Z-'), fresh('Z-')];
  await aGroup(one);
  await aGroup(other);
  await signIn(page, implementer, '/containers/create');
  const group = page.getByRole('combobox', { name: 'Grup de containere' });
  await group.pressSequentially(one.toLowerCase());
  await page.keyboard.press('Tab');
  await expect(group).toHaveValue(one);

  await group.fill(other);
  await expect(page.getByRole('option', { name: other })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(group).toHaveValue(other);

  await group.fill(other.slice(0, -1));
  await page.keyboard.press('Tab');
  await expect(group).toHaveValue(other);
  await group.fill('nu există');
  await page.keyboard.press('Tab');
  await expect(group).toHaveValue(other);
});

/** A form, where it is opened, and what is written in it. */
interface Form {
  readonly name: string;
  readonly by: string;
  readonly path: () => string | Promise<string>;
  readonly open: (page: Page) => Promise<void>;
  readonly field: string;
}

const addRule = (page: Page) => page.getByRole('button', { name: 'Adaugă o regulă' }).click();

const forms: readonly Form[] = [
  {
    name: 'a container group',
    by: implementer,
    path: async () => `/container-groups/${await aGroup(fresh('Z-'))}`,
    open: (page) => page.getByRole('link', { name: 'Modifică' }).click(),
    field: 'Nume',
  },
  {
    name: 'the settings of an org',
    by: 'root@noa.test',
    path: async () => {
      const { orgs } = await asRoot<{ orgs: { nodes: { id: string }[] } }>(`{ orgs(${seeded}) { nodes { id } } }`);
      return `/settings?orgId=${orgs.nodes[0]?.id}`;
    },
    open: (page) => page.getByRole('link', { name: 'Modifică' }).click(),
    field: 'Temei legal',
  },
  {
    name: 'a new rule',
    by: implementer,
    path: () => '/containers/incidents?tab=rules',
    open: addRule,
    field: 'Nume',
  },
  {
    name: 'a new schedule',
    by: 'reporter@noa.test',
    path: () => '/reports/usage?period=lastMonth&by=month',
    open: (page) => page.getByRole('button', { name: 'Trimite pe e-mail' }).click(),
    field: 'Destinatari',
  },
];

/** The ways out of a drawer other than saving. */
const waysOut: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  Escape: (page) => page.keyboard.press('Escape'),
  Back: (page) => page.evaluate(() => history.back()),
  'a click beside it': (page) => page.mouse.click(5, 400),
  Renunță: (page) => page.getByRole('dialog').getByRole('button', { name: 'Renunță' }).click(),
};

for (const [index, { name, by, path, open, field }] of forms.entries()) {
  // One in a drawer by its address; the others are alike.
  test(
    `what was written of ${name} is asked about, however its form is left`,
    alikeUnless(index === 1),
    async ({ page }) => {
      const written = 'scris@noa.test';
      await signIn(page, by, await path());
      const screen = page.url();
      await open(page);
      const form = page.getByRole('dialog').first();
      const input = form.getByRole('textbox', { name: field }).first();
      await input.fill(written);
      const question = page.getByRole('dialog', { name: 'Aveți modificări nesalvate' });
      for (const [way, leave] of Object.entries(waysOut)) {
        await leave(page);
        await expect(question, way).toBeVisible();
        await question.getByRole('button', { name: 'Rămân pe pagină' }).click();
        await expect(question).toHaveCount(0);
        await expect(input, way).toHaveValue(written);
      }

      await page.reload();
      await expect(page.getByRole('dialog').first(), 'it is open again where its address says so').toBeVisible();
      await input.fill(written);
      await page.keyboard.press('Escape');
      await question.getByRole('button', { name: 'Renunță la modificări' }).click();
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await expect(page).toHaveURL(screen);
    },
  );
}

test('what was looked for in vain in a form is found once it is there', alike, async ({ page }) => {
  const name = fresh('Adm');
  const field = page.getByRole('combobox', { name: 'Administrator de bloc' });
  await signIn(page, implementer, '/entrances/create');
  await field.fill(name);
  await expect(page.getByRole('option', { name: 'Nu am găsit nimic' })).toBeVisible();
  await makeManager(name);

  await goTo(page, '/managers');
  await goTo(page, '/entrances/create');
  await field.fill(name);
  await expect(page.getByRole('option', { name })).toBeVisible();
});
