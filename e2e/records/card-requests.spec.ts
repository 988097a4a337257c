import { expect, test, type Page } from '@playwright/test';
import { graphql, signInByPassword } from '../support/api.ts';
import { axeFindings } from '../support/axe.ts';
import { anEntrance, aSerial, type HandoverFixture } from '../support/handover-entrance.ts';
import { goTo } from '../support/go-to.ts';
import { seeded } from '../support/seeded.ts';
import { signIn } from '../support/sign-in.ts';
import { alike, shownElsewhere } from '../support/thorough.ts';

const implementer = 'implementer@noa.test';
const administrator = 'manager@noa.test';

async function open(page: Page, who: string, { entranceId }: HandoverFixture): Promise<void> {
  await signIn(page, who, `/entrances/${entranceId}/handover`);
  await expect(page.getByLabel('Scanați sau scrieți seria cardului')).toBeFocused();
}

async function scan(page: Page, text: string): Promise<void> {
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
}

const isOn = (page: Page, number: number) =>
  expect(page.getByRole('heading', { level: 2, name: `Ap. ${number}`, exact: true })).toBeVisible();

const answers = (page: Page) => page.getByRole('listbox').getByRole('option');

const told = (page: Page) => page.getByRole('main').locator('[aria-live="assertive"]');

async function managedEntrance(count: number): Promise<HandoverFixture> {
  const { managers } = await graphql<{ managers: { nodes: { id: string }[] } }>(
    await signInByPassword(administrator),
    `{ managers(${seeded}) { nodes { id } } }`,
  );
  return anEntrance(count, { managerId: managers.nodes[0]?.id });
}

async function requestOf(serialNumber: string) {
  const { cardRequests } = await graphql<{
    cardRequests: { nodes: { serialNumber: string; displaySerialNumber: string; state: string }[] };
  }>(
    await signInByPassword(implementer),
    '{ cardRequests(first: 50) { nodes { serialNumber displaySerialNumber state } } }',
  );
  return cardRequests.nodes.find((each) => each.serialNumber === serialNumber);
}

// What is asked and what is done is tried without a browser (`workbench.test.ts`), how it is drawn by the journey of requests.
test('whoever registers cards confirms a new one once, or all of them at once', shownElsewhere, async ({ page }) => {
  const fixture = await anEntrance(5);
  await open(page, implementer, fixture);

  await scan(page, aSerial());
  await expect(told(page)).toContainText('nu este înregistrat. Îl înregistrați și îl predați?');
  await isOn(page, 1);
  await page.keyboard.press('Enter'); // a reader that sends it twice confirms nothing
  await isOn(page, 1);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(told(page)).toContainText('este înregistrat și este acum la ap. 1');
  await isOn(page, 2);

  await scan(page, aSerial());
  await answers(page).filter({ hasText: 'la fel și următoarele' }).click();
  await isOn(page, 3);
  await scan(page, aSerial());
  await isOn(page, 4);
  // The address follows the screen after a moment.
  await expect(page).toHaveURL(new RegExp(`ap=${fixture.apartmentIds[3]}`));
  await page.reload();
  await isOn(page, 4);
  await expect(page.getByLabel('Scanați sau scrieți seria cardului')).toBeFocused();
  await scan(page, aSerial());
  await isOn(page, 5);
  await page.getByLabel('Cardurile neînregistrate se înregistrează fără întrebare').uncheck();
  await page.keyboard.press('Tab');
  await scan(page, aSerial());
  await expect(told(page)).toContainText('nu este înregistrat');
  await isOn(page, 5);

  await scan(page, '08C0FFEE');
  await expect(told(page)).toContainText('nu poate fi card');
  await expect(answers(page)).toHaveCount(0);
});

test('an administrator asks for unregistered cards; the org accepts one, which is handed out, and refuses the other', async ({
  browser,
  page,
}) => {
  const fixture = await managedEntrance(3);
  const [wanted, unwanted] = [aSerial(), aSerial()];
  await open(page, administrator, fixture);
  await scan(page, wanted);
  await expect(told(page)).toContainText('Îl puteți cere organizației');
  await isOn(page, 1);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(told(page)).toContainText('la ap. 1, a ajuns la organizație');
  await isOn(page, 2);
  await scan(page, unwanted);
  await answers(page).filter({ hasText: 'trimite organizației o cerere' }).click();
  await isOn(page, 3);
  const codes = await Promise.all([wanted, unwanted].map(async (each) => (await requestOf(each))?.displaySerialNumber));

  const clerk = await (await browser.newContext()).newPage();
  await signIn(clerk, implementer, '/home');
  await clerk.getByRole('link', { name: /așteaptă un răspuns/ }).click();
  await expect(clerk.getByRole('heading', { level: 1, name: 'Cereri de carduri' })).toBeVisible();
  const row = (code: string | undefined) => clerk.getByRole('listitem').filter({ hasText: code ?? '?' });
  await row(codes[0]).getByRole('button', { name: 'Înregistrează și predă' }).click();
  await clerk.getByRole('dialog').getByRole('button', { name: 'Înregistrează și predă' }).click();
  await expect(clerk.getByText(`Cardul ${codes[0]} este înregistrat și predat.`)).toBeVisible();
  await expect(row(codes[0])).toHaveCount(0);
  // The line is gone with what was pressed in it: one goes on in the next, or in the last.
  await expect(clerk.getByRole('listitem').locator(':focus')).toHaveCount(1);
  await row(codes[1]).getByRole('button', { name: 'Refuză' }).click();
  const dialog = clerk.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Refuză' }).click();
  await expect(dialog).toContainText('Completați acest câmp');
  await dialog.getByLabel('Motiv').fill('Nu este din lotul nostru');
  await dialog.getByRole('button', { name: 'Refuză' }).click();
  await expect(row(codes[1])).toHaveCount(0);
  expect((await requestOf(wanted))?.state).toBe('accepted');
  await clerk.context().close();

  await goTo(page, '/card/requests');
  await page.getByRole('tab', { name: 'Refuzate' }).click();
  const answer = page.getByRole('listitem').filter({ hasText: codes[1] ?? '?' });
  await expect(answer).toContainText('Nu este din lotul nostru');
  await page.reload();
  await expect(answer).toContainText('Nu este din lotul nostru');
  await page.goBack();
  await expect(page.getByRole('tab', { name: 'Refuzate' })).toHaveAttribute('aria-selected', 'false');
  await page.goForward();
  await expect(page.getByRole('button', { name: 'Refuză' })).toHaveCount(0);
  await page.goto(`/entrances/${fixture.entranceId}/handover`);
  await expect(page.getByText('1 din 3 apartamente au card')).toBeVisible();
});

test('from an apartment an administrator asks for a card as well', alike, async ({ page }) => {
  const { apartmentIds } = await managedEntrance(1);
  const serial = aSerial();
  await signIn(page, administrator, `/apartments/${apartmentIds[0]}`);
  await page.getByRole('button', { name: 'Predă un card' }).click();
  await page.getByLabel('Seria cardului').fill(serial);
  await page.getByRole('button', { name: 'Cere-l organizației' }).click();

  await expect(page.getByText('Cererea a ajuns la organizație.')).toBeVisible();
  expect((await requestOf(serial))?.state).toBe('open');
});

for (const scheme of ['light', 'dark'] as const) {
  for (const width of [1280, 390]) {
    test(`axe finds nothing where cards are asked for, ${scheme}, ${width} px`, alike, async ({ page }, info) => {
      const fixture = await managedEntrance(2);
      await page.setViewportSize({ width, height: 844 });
      await page.addInitScript((value) => localStorage.setItem('noa-color-scheme', value), scheme);
      await open(page, administrator, fixture);
      const check = async (what: string) => {
        await page.screenshot({ path: info.outputPath(`${what}.png`) });
        expect.soft(await axeFindings(page), what).toEqual([]);
      };
      await scan(page, aSerial());
      await expect(answers(page)).toHaveCount(1);
      await check('question');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await isOn(page, 2);

      await page.context().clearCookies();
      await page.evaluate(() => localStorage.clear());
      await signIn(page, implementer, '/card/requests');
      await expect(page.getByRole('button', { name: 'Refuză' }).first()).toBeVisible();
      await check('list');
      await page.getByRole('button', { name: 'Refuză' }).first().click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await check('dialog');
    });
  }
}
