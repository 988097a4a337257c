import { expect, test, type Locator, type Page } from '@playwright/test';
import { goTo } from '../support/go-to.ts';
import { signIn } from '../support/sign-in.ts';
import { countEffort } from '../town/effort.ts';
import { dailyTasks, type DailyTask } from './daily-tasks.ts';
import { clerk, makeRecords } from './records.ts';
import { alikeUnless } from '../support/thorough.ts';

type Records = Awaited<ReturnType<typeof makeRecords>>;

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const dialog = (page: Page) => page.getByRole('dialog');
const press = (page: Page, ...keys: string[]) =>
  keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve());
const type = (page: Page, text: string) => page.keyboard.insertText(text);

/** From where the focus is, by Tab: further away than a dozen is not reached. */
async function tabTo(page: Page, part: Locator): Promise<void> {
  await expect(part).toBeVisible();
  for (let tabs = 0; tabs < 12 && !(await part.evaluate((each) => each === document.activeElement)); tabs += 1) {
    await press(page, 'Tab');
  }
  await expect(part).toBeFocused();
}

/** Goes by the search to what is found as `option`. */
async function find(page: Page, text: string, option: string): Promise<void> {
  const search = page.getByRole('dialog', { name: 'Caută' });
  await press(page, '/');
  await expect(search.getByRole('combobox')).toBeFocused();
  await type(page, text);
  const wanted = search.getByRole('option', { name: option }).first();
  await expect(wanted).toBeVisible();
  await expect(search.getByText('Se caută…')).toHaveCount(0);
  while ((await wanted.getAttribute('aria-selected')) !== 'true') {
    await press(page, 'ArrowDown');
  }
  await press(page, 'Enter');
  await expect(search).toHaveCount(0);
}

/** A registered card, as a reader types it, once the dialog has found it. */
async function handOut(page: Page, serial: string): Promise<void> {
  await expect(dialog(page).getByRole('textbox')).toBeFocused();
  await type(page, serial);
  await expect(dialog(page).getByRole('button', { name: 'Predă', exact: true })).toBeEnabled();
  await press(page, 'Enter');
  await expect(page.getByText('Cardul a fost predat.').first()).toBeVisible();
}

const tasks: Record<DailyTask, (page: Page, records: Records) => Promise<void>> = {
  'mark fifty containers emptied, from their list': async (page) => {
    const bar = page.getByRole('group', { name: 'Acțiuni asupra rândurilor alese' });
    await press(page, 's', 'Space');
    await expect(bar).toContainText('50 de rânduri alese');
    await press(page, 'm');
    await expect(dialog(page)).toContainText('50 de containere vor fi marcate golite');
    await expect(dialog(page).getByRole('button', { name: 'Renunță' })).toBeFocused();
    await press(page, 'Tab', 'Enter');
    await expect(page.getByText('50 de containere au fost marcate golite.')).toBeVisible();
  },
  'find what has been full for hours': async (page) => {
    const wrong = page.getByRole('list', { name: 'Containere cu probleme' }).getByRole('listitem');
    await expect(wrong.filter({ hasText: /Plin \d+ % de \d+\s(de )?(minute|ore|zile)/ }).first()).toBeVisible();
  },
  'last month’s report as XLSX': async (page) => {
    await find(page, 'colectare sep', 'Colectare separată');
    await expect(page).toHaveURL(/\/reports\/separate-collection/);
    await expect(page.getByRole('button', { name: 'Exportă XLSX' })).toBeEnabled();
    const [download] = await Promise.all([page.waitForEvent('download'), press(page, 'x')]);
    expect(download.suggestedFilename()).toMatch(/^noa-colectare-separata-.*\.xlsx$/);
  },
  'print a report': async (page) => {
    await find(page, 'utilizare', 'Utilizare');
    await expect(page.getByRole('region', { name: 'Răspunsul raportului' })).toContainText('evenimente');
    // The browser's own key, for which a browser without a window has no dialog.
    await press(page, 'Control+p');
    await page.emulateMedia({ media: 'print' });
    const pdf = await page.pdf({ format: 'A4' });
    expect(pdf.toString('latin1')).toMatch(/\/Type\s*\/Page\b/);
    await page.emulateMedia({ media: null });
  },
  'block a lost card': async (page, { lostCard }) => {
    await find(page, `blochează ${lostCard}`, `Blochează cardul ${lostCard}…`);
    await expect(dialog(page).getByLabel('Motiv')).toBeFocused();
    await type(page, 'pierdut');
    await press(page, 'Control+s');
    await expect(page.getByRole('button', { name: 'Deblochează' })).toBeVisible();
  },
  'hand out a card': async (page, { apartment, stock: [card = ''] }) => {
    await find(page, apartment, `Predă un card la ${apartment}…`);
    await handOut(page, card);
  },
  'replace a card': async (page, { stock: [given = ''], newSerial }) => {
    await find(page, `înlocuiește ${given}`, `Înlocuiește cardul ${given}…`);
    await expect(dialog(page).getByRole('textbox').first()).toBeFocused();
    await type(page, newSerial);
    await press(page, 'Enter');
    await expect(dialog(page)).toHaveCount(0);
  },
  'see why a card does not open a container': async (page, { lostCard, container }) => {
    await find(page, lostCard, `De ce nu deschide cardul ${lostCard}?`);
    const picker = page.getByRole('combobox', { name: 'Container' });
    await expect(picker).toBeVisible();
    await press(page, 'f');
    await expect(picker).toBeFocused();
    await type(page, container);
    await expect(page.getByRole('option', { name: new RegExp(container) })).toBeVisible();
    await press(page, 'Enter');
    await expect(page.getByText(/Nu, cardul nu deschide|nu deschide acest container/).first()).toBeVisible();
  },
  'add an apartment with its card': async (page, { entrance, stock: [, card = ''] }) => {
    await find(page, entrance, `Adaugă un apartament la ${entrance}…`);
    await expect(heading(page)).toHaveText('Adaugă un apartament');
    await tabTo(page, page.getByRole('textbox', { name: 'Apartament', exact: true }));
    await type(page, '77');
    await press(page, 'Control+s');
    await expect(heading(page)).toContainText('ap. 77');
    await expect(page.getByRole('button', { name: 'Predă un card' })).toBeVisible();
    await press(page, 'p');
    await handOut(page, card);
  },
  'invite a member': async (page, { manager }) => {
    await find(page, manager, `Adaugă un membru la ${manager}…`);
    await tabTo(page, page.getByLabel('E-mail'));
    await type(page, 'vecina@noa.test');
    await press(page, 'Enter');
    await expect(page.getByRole('listitem').filter({ hasText: 'vecina@noa.test' })).toBeVisible();
  },
  'see yesterday’s events of a container': async (page, { container }) => {
    await find(page, container, `Evenimentele containerului ${container}`);
    const days = page.getByLabel('Zile', { exact: true });
    await expect(days).toBeVisible();
    await press(page, 'f', 'i');
    await expect(page).toHaveURL(/days=yesterday/);
    await expect(page.getByText('Nimic nu se potrivește')).toBeVisible();
  },
  'acknowledge an incident': async (page, { incident: { rule, word } }) => {
    await press(page, 'g', 'n');
    const row = page.getByRole('listitem').filter({ hasText: rule }).filter({ hasText: word });
    const confirm = row.getByRole('button', { name: 'Confirmă' });
    await expect(confirm).toBeVisible();
    // What the town's own rules have found since stands above it: the arrows lead from one to the next.
    const lines = page.getByRole('main').getByRole('listitem');
    const at = (await lines.evaluateAll((all) => all.map(({ textContent }) => textContent))).findIndex(
      (text) => text.includes(rule) && text.includes(word),
    );
    if (at > 0) {
      await tabTo(page, lines.first().getByRole('link').first());
      await press(page, ...Array.from({ length: at }, () => 'ArrowDown'));
    }
    await tabTo(page, confirm);
    await press(page, 'Enter');
    await expect(row).toContainText(`confirmat de ${clerk}`);
  },
};

/** Until the incident is known, which takes the server half a minute at most. */
const isOpen = async (page: Page, rule: string) => {
  await expect(async () => {
    await goTo(page, '/containers/incidents');
    await expect(page.getByRole('listitem').filter({ hasText: rule }).first()).toBeVisible({ timeout: 5_000 });
  }).toPass({ timeout: 100_000 });
};

/** At home, but for what is begun at a list that one has open. */
async function begin(page: Page, task: DailyTask, { full, incident }: Records): Promise<void> {
  if (task === 'acknowledge an incident') {
    await isOpen(page, incident.rule);
  }
  if (task === 'mark fifty containers emptied, from their list') {
    await goTo(page, `/containers/status?q=${full.word}`);
    await expect(page.locator('a[data-row]')).toHaveCount(50);
  } else {
    await goTo(page, '/home');
  }
}

/** It has the search, its actions, a form, a key alone and a dialog. */
const eachTime: readonly string[] = ['add an apartment with its card'] satisfies readonly DailyTask[];

for (const isEachTime of [true, false]) {
  const names = (Object.keys(dailyTasks) as DailyTask[]).filter((name) => eachTime.includes(name) === isEachTime);
  test(
    `${names.length} of twelve tasks of the day take few clicks and keys`,
    alikeUnless(isEachTime),
    async ({ page }) => {
      test.setTimeout(isEachTime ? 120_000 : 300_000);
      const effort = await countEffort(page);
      const records = await makeRecords(isEachTime ? 1 : 50);
      await signIn(page, clerk);

      for (const name of names) {
        const { most } = dailyTasks[name];
        await begin(page, name, records);
        await test.step(name, async () => {
          const { clicks, keys } = await effort.of(name, () => tasks[name](page, records));
          expect.soft(clicks + keys, `${name} takes at most ${most}`).toBeLessThanOrEqual(most);
        });
      }
      effort.print();
    },
  );
}
