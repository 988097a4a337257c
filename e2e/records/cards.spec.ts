import { expect, test, type Page } from '@playwright/test';
import { graphql, signInByPassword } from '../support/api.ts';
import { anEntrance, aSerial } from '../support/handover-entrance.ts';
import { goTo } from '../support/go-to.ts';
import { signIn } from '../support/sign-in.ts';

const implementer = 'implementer@noa.test';

async function create(page: Page, serial: string): Promise<void> {
  await goTo(page, '/card/create');
  await page.getByLabel('Serie').fill(serial);
  await page.getByRole('button', { name: 'Salvează' }).click();
}

async function move(page: Page, reason: string, confirm: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Motivul').fill(reason);
  await dialog.getByRole('button', { name: confirm }).click();
  await expect(dialog).toHaveCount(0);
}

test('a card lives and ends: registered, refused twice, blocked, unblocked, erased, registered anew', async ({
  page,
}) => {
  const serial = aSerial();
  await signIn(page, implementer);
  await create(page, serial.match(/../g)?.join(':').toLowerCase() ?? '');
  await expect(page.getByText('Cardul a fost înregistrat.')).toBeVisible();
  await expect(page).toHaveURL(/\/card\/(?!create)/);
  const first = page.url();

  await create(page, serial);
  await expect(page.getByText('Există deja').first()).toBeVisible();
  page.once('dialog', (dialog) => void dialog.accept());
  await page.goto(first);

  await page.getByRole('button', { name: 'Blochează' }).click();
  await move(page, 'pierdut', 'Blochează');
  await expect(page.getByRole('main').getByText('blocat', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Deblochează' }).click();
  await move(page, 'găsit', 'Deblochează');
  await page.getByRole('button', { name: 'Alte acțiuni' }).click();
  await page.getByRole('button', { name: 'Șterge definitiv' }).click();
  await move(page, 'rupt', 'Șterge definitiv');
  await expect(page.getByText('șters definitiv', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: /^(Blochează|Deblochează)$/ })).toHaveCount(0);

  await page.getByRole('tab', { name: 'Evenimente' }).click();
  const events = page.getByRole('table', { name: 'Evenimente' }).getByRole('row');
  for (const [index, text] of ['rupt', 'găsit', 'pierdut', 'serie dublată'].entries()) {
    await expect(events.nth(index + 1)).toContainText(text);
    await expect(events.nth(index + 1)).toContainText(implementer);
  }

  await goTo(page, `${new URL(first).pathname}/update`);
  await expect(page.getByText('Un card nu se modifică printr-un formular')).toBeVisible();

  await create(page, serial);
  await expect(page.getByText('Cardul a fost înregistrat.')).toBeVisible();
  await expect(page).toHaveURL(/\/card\/(?!create)/);
  expect(page.url()).not.toBe(first);
});

test('the digits of a reader are settled in the form, by keyboard, and the card keeps its delivery note', async ({
  page,
}) => {
  const serial = aSerial();
  await signIn(page, implementer, '/card/create');

  await page.getByLabel('Aviz de însoțire').fill('1234/15.11.2026');
  await page.getByLabel('Serie').fill(String(Number(`0x${serial}`)).padStart(10, '0'));
  const reading = page.getByRole('radio', { name: new RegExp(serial) });
  await reading.focus();
  await page.keyboard.press('Space');
  await expect(page.getByLabel('Serie')).toHaveValue(serial.match(/../g)?.join(':') ?? '');
  await page.keyboard.press('Control+s');

  await expect(page.getByText('Cardul a fost înregistrat.')).toBeVisible();
  await expect(page).toHaveURL(/\/card\/(?!create)/);
  await expect(page.getByRole('main').getByText('1234/15.11.2026').first()).toBeVisible();
});

test('a card shows the apartment that holds it, and those before, and leads to what it opens', async ({ page }) => {
  const { apartmentIds } = await anEntrance(2);
  const token = await signInByPassword(implementer);
  const serialNumber = aSerial();
  const give = (apartmentId: string | undefined) =>
    graphql<{ handOutCard: { apartmentCard: { id: string; rowId: string; card: { id: string } } } }>(
      token,
      `
        mutation ($apartmentId: ID!, $serialNumber: String!) {
          handOutCard(apartmentId: $apartmentId, serialNumber: $serialNumber) {
            apartmentCard {
              id
              rowId
              card {
                id
              }
            }
          }
        }
      `,
      { apartmentId, serialNumber },
    );
  const { handOutCard } = await give(apartmentIds[0]);
  await graphql(
    token,
    'mutation ($id: ID!, $rowId: ID!) { unassignCard(id: $id, rowId: $rowId) { id } }',
    handOutCard.apartmentCard,
  );
  await give(apartmentIds[1]);

  await signIn(page, implementer, `/card/${handOutCard.apartmentCard.card.id}?tab=apartments`);

  const held = page.getByRole('list', { name: 'Apartamente' }).getByRole('listitem');
  await expect(held.nth(0)).toContainText(/ap\. 2.*de la/);
  await expect(held.nth(1)).toContainText(/ap\. 1.*până la/);
  await page.getByRole('tab', { name: 'Unde deschide' }).click();
  await expect(page.getByRole('heading', { name: 'Grupurile de containere ale apartamentului' })).toBeVisible();
});
