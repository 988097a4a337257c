import { expect, test, type Locator, type Page } from '@playwright/test';
import { graphql, signInByPassword } from '../support/api.ts';
import { axeFindings } from '../support/axe.ts';
import { seeded } from '../support/seeded.ts';
import { schemes, setScheme } from '../support/scheme.ts';
import { hold } from '../support/hold.ts';
import { signIn } from '../support/sign-in.ts';
import { alike, shownElsewhere } from '../support/thorough.ts';

interface Town {
  readonly card: { readonly id: string; readonly serialNumber: string; readonly displaySerialNumber: string };
  readonly container: { readonly id: string; readonly serialNumber: string };
}

/** Records of the demonstration town to look for. */
async function aTown(): Promise<Town> {
  const { cards, containers } = await graphql<{
    cards: { nodes: Town['card'][] };
    containers: { nodes: Town['container'][] };
  }>(
    await signInByPassword('root@noa.test'),
    `
      {
        cards(${seeded}, filter: { status: normal }) {
          nodes {
            id
            serialNumber
            displaySerialNumber
          }
        }
        containers(${seeded}) {
          nodes {
            id
            serialNumber
          }
        }
      }
    `,
  );
  const [card, container] = [cards.nodes[0], containers.nodes[0]];
  if (!card || !container) {
    throw new Error('The demonstration town has no card or no container');
  }
  return { card, container };
}

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Caută' });
const field = (page: Page) => dialog(page).getByRole('combobox', { name: 'Caută' });
const option = (page: Page, name: string) => dialog(page).getByRole('option', { name });
const isChosen = (found: Locator) => expect(found).toHaveAttribute('aria-selected', 'true');

/** The keys are heard a moment after the screen is seen: who has pressed them too early presses them again. */
async function openSearch(page: Page): Promise<void> {
  await expect(async () => {
    await page.keyboard.press('Control+k');
    await expect(field(page)).toBeFocused({ timeout: 5000 });
  }).toPass();
}

test('a card is found by its serial in any notation, why it does not open is one step away, what was looked at comes back, and screens have names', async ({
  page,
}) => {
  const { card, container } = await aTown();
  const bytes = card.serialNumber.match(/../g)?.join(':') ?? '';
  await signIn(page, 'root@noa.test');

  await openSearch(page);
  await field(page).fill(bytes);
  await expect(dialog(page).getByRole('option').first()).toContainText(card.displaySerialNumber);
  await expect(dialog(page).getByRole('status')).toHaveText(/înregistr/);

  await field(page).fill('');
  // A card reader types and presses Enter in one go: it opens even before the answer is there.
  await page.keyboard.type(card.displaySerialNumber);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/card/${card.id}$`));
  await expect(dialog(page)).toHaveCount(0);

  await openSearch(page);
  await field(page).fill(card.displaySerialNumber);
  const why = option(page, `De ce nu deschide cardul ${card.displaySerialNumber}?`);
  await expect(why).toBeVisible();
  expect(await axeFindings(page, { within: 'dialog' })).toEqual([]);
  await page.keyboard.press('ArrowDown');
  await isChosen(why);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('tab', { name: 'Unde deschide' })).toHaveAttribute('aria-selected', 'true');

  // Records are grouped by kind, and the keys go round.
  await openSearch(page);
  await field(page).fill(container.serialNumber);
  const group = dialog(page).getByRole('group', { name: 'Containere' });
  await expect(group.getByRole('option').first()).toContainText(container.serialNumber);
  await page.keyboard.press('ArrowUp');
  await isChosen(dialog(page).getByRole('option').last());
  await page.keyboard.press('ArrowDown');
  await isChosen(group.getByRole('option').first());
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toContainText(container.serialNumber);

  await openSearch(page);
  await expect(dialog(page).getByRole('group', { name: 'Văzute de curând' })).toContainText(container.serialNumber);

  await field(page).fill('organizatii');
  await expect(dialog(page).getByRole('option', { name: 'Organizații', exact: true })).toBeVisible();
  // Screens, guides, and a report by its name or by what it answers; what is found is not said to be nothing.
  await field(page).fill('se aglomereaza');
  await expect(dialog(page).getByRole('option', { name: 'Ore de vârf' })).toBeVisible();
  await expect(dialog(page).getByRole('status')).toHaveText('');
  await field(page).fill('zzzzqqqq');
  await expect(dialog(page).getByRole('status')).toHaveText('Nu am găsit nimic');
  await field(page).fill('utilizator rap');
  await option(page, 'Ziua unui utilizator rapoarte').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ziua unui utilizator rapoarte');
});

// Each commit looks at the same with axe, wide and light, above.
test('it fills a phone, and axe finds nothing in it, light and dark', alike, async ({ page }) => {
  const { card } = await aTown();
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, 'root@noa.test');

  await page.getByRole('banner').getByRole('button', { name: 'Caută', exact: true }).click();
  await field(page).fill(card.displaySerialNumber);
  await expect(option(page, `De ce nu deschide cardul ${card.displaySerialNumber}?`)).toBeVisible();
  await expect.poll(async () => (await dialog(page).boundingBox())?.width).toBe(390);
  for (const scheme of schemes) {
    await setScheme(page, scheme);
    expect(await axeFindings(page, { within: 'dialog' })).toEqual([]);
  }
});

test('keys go to any list, say what they do, and lead to the question whether a card is to be blocked', async ({
  page,
}) => {
  const { card } = await aTown();
  await signIn(page, 'root@noa.test');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();

  // The second key counts for two seconds after the first, which a slow machine may take.
  await expect(async () => {
    await page.keyboard.press('g');
    await page.keyboard.press('k');
    await expect(page.getByRole('heading', { level: 1, name: /Carduri/ })).toBeVisible({ timeout: 5000 });
  }).toPass();

  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Taste' });
  await expect(keys).toContainText('Mergi la');
  await expect(keys).toContainText('Adaugă');
  expect(await axeFindings(page, { within: 'dialog' })).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(keys).toHaveCount(0);

  // Five keys besides the serial: two to open, two down, Enter.
  await openSearch(page);
  await field(page).fill(card.displaySerialNumber);
  await expect(option(page, `Blochează cardul ${card.displaySerialNumber}…`)).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await isChosen(option(page, `Blochează cardul ${card.displaySerialNumber}…`));
  await page.keyboard.press('Enter');
  const question = page.getByRole('dialog', { name: new RegExp(card.displaySerialNumber) });
  await expect(question.getByRole('button', { name: 'Blochează' })).toBeVisible();

  await page.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  await expect(page).toHaveURL(new RegExp(`/card/${card.id}$`));

  // A single key opens the search where no list has a field of its own for that; they are switched off in `settings-home.spec.ts`.
  await page.keyboard.press('/');
  await expect(field(page)).toBeFocused();
});

test(
  'what can be done every day is found by its name, and offered to those alone who may',
  shownElsewhere,
  async ({ page }) => {
    await signIn(page, 'containers@noa.test');

    await openSearch(page);
    await field(page).fill('golite');
    await expect(option(page, 'Marchează containere golite…')).toBeVisible();
    await field(page).fill('blocheaza');
    await expect(dialog(page).getByRole('option')).toHaveCount(0);
  },
);

test(
  'Enter goes to the entry that the keys have gone to, also while others are still to come',
  alike,
  async ({ page }) => {
    await signIn(page, 'root@noa.test');
    const held = await hold(page, 'Search');
    await openSearch(page);
    await field(page).fill('card');
    await held.asked;
    await page.keyboard.press('ArrowDown');
    await isChosen(page.getByRole('option').nth(1));

    await page.keyboard.press('Enter');

    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page).not.toHaveURL(/no-such-screen/);
  },
);
