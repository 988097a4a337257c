import { expect, test, type Page } from '@playwright/test';
import { graphql, signInByPassword } from './support/api.ts';
import { axeFindings } from './support/axe.ts';
import { seeded } from './support/seeded.ts';
import { schemes, setScheme } from './support/scheme.ts';
import { signIn } from './support/sign-in.ts';

const cardInputs = '/playground/test/card-inputs';

/** A card of the demonstration town that is not erased. */
async function aCard(): Promise<{ serialNumber: string; displaySerialNumber: string }> {
  const { cards } = await graphql<{ cards: { nodes: { serialNumber: string; displaySerialNumber: string }[] } }>(
    await signInByPassword('root@noa.test'),
    `{ cards(${seeded}, filter: { status: normal }) { nodes { serialNumber displaySerialNumber } } }`,
  );
  const [card] = cards.nodes;
  if (!card) {
    throw new Error('The demonstration town has no card');
  }
  return card;
}

const input = (page: Page) => page.getByLabel('Ce scrie cititorul sau omul');

test('outside the console, every reading of what is typed is shown at once, and Enter finds the card', async ({
  page,
}) => {
  const { serialNumber, displaySerialNumber } = await aCard();
  const digits = String(256n ** BigInt(serialNumber.length / 2) - 1n).length;
  const padded = BigInt(`0x${serialNumber}`).toString().padStart(digits, '0');
  await signInTo(page);

  // As a keyboard-wedge reader does: digits, then Enter, into whatever has the focus.
  await expect(input(page)).toBeFocused();
  await page.keyboard.type(padded);
  await expect(page.getByRole('row', { name: new RegExp(`^${serialNumber}`) })).toContainText('cum e scris');
  await expect(page.getByText('Serverul nu alege')).toBeVisible();
  await page.keyboard.press('Enter');

  const row = page.getByRole('row', { name: new RegExp(`^${serialNumber}`) });
  await expect(row.getByRole('link', { name: displaySerialNumber })).toBeVisible();
  await expect(row).toContainText('activ');
  await expect(page.getByRole('region', { name: 'Răspuns' })).toContainText(serialNumber);

  // The next scan replaces this one.
  await page.keyboard.type(displaySerialNumber);
  await expect(input(page)).toHaveValue(displaySerialNumber);
  await expect(page.getByText(`Serverul ia seria ${serialNumber}`)).toBeVisible();

  // Random data is a serial each time, and a request is repeated.
  await page.getByRole('button', { name: 'Date aleatorii' }).click();
  await expect(page.getByRole('region', { name: 'Citiri posibile' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Răspuns' })).toContainText('"cards"');
  await page.getByRole('button', { name: 'Repetă' }).click();
  await expect(page.getByRole('region', { name: 'Răspuns' })).toContainText('"cards"');

  await expect(page.getByText('Mediu de test')).toBeVisible();
  await expect(page.getByRole('navigation')).toHaveAccessibleName('Ecrane de test');
  await input(page).fill('2863311530');
  await expect(page.getByRole('row')).toHaveCount(3);
  for (const scheme of schemes) {
    await setScheme(page, scheme);
    expect(await axeFindings(page)).toEqual([]);
  }
  await page.getByRole('link', { name: 'Înapoi în consolă' }).click();
  await expect(page.getByRole('navigation').first()).toBeVisible();
});

test('a lock’s events are sent as its gateway; sent again, they are known; a wrong secret is told', async ({
  page,
}) => {
  await signIn(page, 'implementer@noa.test', '/playground/card-event/create');
  const answer = page.getByRole('region', { name: 'Răspuns' });

  await page.getByRole('button', { name: 'Date aleatorii' }).click();
  await expect(answer).toContainText('"accepted"');
  await page.getByRole('button', { name: 'Repetă' }).click();
  await expect(answer).toContainText('"duplicate"');

  // The number has moved on by itself, as in a lock.
  await page.getByLabel('Câte').fill('3');
  await page.getByRole('button', { name: 'Trimite' }).click();
  await expect(answer).toContainText('"number": 4');
  expect(await axeFindings(page)).toEqual([]);

  await page.getByLabel('Secretul clientului').fill('ghicit');
  await page.getByRole('button', { name: 'Trimite' }).click();
  await expect(answer).toContainText('invalid_client');
});

/** The provider's page leads back to the deep link. */
async function signInTo(page: Page): Promise<void> {
  await signIn(page, 'root@noa.test', cardInputs);
  await expect(page.getByRole('heading', { level: 1, name: 'Citirea seriilor de card' })).toBeVisible();
}
