import { expect, test, type Page } from '@playwright/test';
import { graphql, signInByPassword } from './support/api.ts';
import { axeFindings } from './support/axe.ts';
import { anEntrance, aSerial, type HandoverFixture } from './support/handover-entrance.ts';
import { goTo } from './support/go-to.ts';
import { signIn } from './support/sign-in.ts';
import { alike, alikeUnless, inQuantity, shownElsewhere } from './support/thorough.ts';

/** Milliseconds that a scan may cost, from the reader's Enter until the next apartment is on. */
const budgetMs = 150;

/** The bench of who may register cards, and wants to without being asked about each. */
async function open(page: Page, { entranceId }: HandoverFixture): Promise<void> {
  await signIn(page, 'implementer@noa.test', `/entrances/${entranceId}/handover?register=true`);
  await expect(page.getByLabel('Scanați sau scrieți seria cardului')).toBeFocused();
  await expect(page.getByText('Nu am reușit')).toHaveCount(0);
}

/** As a keyboard-wedge reader: the serial, key by key, and Enter. */
async function scan(page: Page, text: string): Promise<void> {
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
}

const isOn = (page: Page, number: number) =>
  expect(page.getByRole('heading', { level: 2, name: `Ap. ${number}`, exact: true })).toBeVisible();

/** How a serial can be read that is not clear. */
const readings = (page: Page) => page.getByRole('listbox').getByRole('option');

const told = (page: Page) => page.getByRole('main').locator('[aria-live="assertive"]');

/** Notes, in the page, how long each Enter takes until the apartment that is on has changed. */
async function timeScans(page: Page): Promise<() => Promise<number[]>> {
  await page.evaluate(() => {
    const times: number[] = [];
    let pressed = 0;
    document.addEventListener('keydown', ({ key }) => (pressed = key === 'Enter' ? performance.now() : pressed), true);
    const heading = document.querySelector('main h2');
    new MutationObserver(() => times.push(performance.now() - pressed)).observe(heading as Node, {
      characterData: true,
      childList: true,
      subtree: true,
    });
    (window as { scanTimes?: number[] }).scanTimes = times;
  });
  return () => page.evaluate(() => (window as { scanTimes?: number[] }).scanTimes ?? []);
}

test(
  'forty apartments get their cards with forty scans, each next apartment on at once',
  inQuantity,
  async ({ page }) => {
    test.setTimeout(180_000);
    const fixture = await anEntrance(40);
    await open(page, fixture);
    const times = await timeScans(page);

    for (let number = 1; number <= 40; number += 1) {
      await isOn(page, number);
      await scan(page, aSerial());
      await expect(told(page)).toContainText(`ap. ${number}.`);
    }

    await expect(page.getByText('40 din 40 de apartamente au card')).toBeVisible();
    const measured = (await times()).toSorted((one, other) => one - other);
    const [median = 0, slowest = 0] = [measured[Math.floor(measured.length / 2)], measured.at(-1)];
    console.log(`A scan took ${median.toFixed(0)} ms in the median, ${slowest.toFixed(0)} ms at most`);
    expect(measured.length).toBeGreaterThanOrEqual(39);
    expect(median).toBeLessThan(budgetMs);
  },
);

/** A card that is no longer free to be handed out. */
async function aCardThatWas(move: 'blockCard' | 'eraseCard'): Promise<string> {
  const token = await signInByPassword('implementer@noa.test');
  const serial = aSerial();
  const { createCard } = await graphql<{ createCard: { id: string; rowId: string } }>(
    token,
    'mutation ($input: CreateCardInput!) { createCard(input: $input) { id rowId } }',
    { input: { serialNumber: serial, kind: 'physical' } },
  );
  await graphql(token, `mutation ($id: ID!, $rowId: ID!) { ${move}(id: $id, rowId: $rowId) { id } }`, createCard);
  return serial;
}

test('a refused card is told in place, cards scanned in one go go to apartments in their order, and the list to sign prints alone', async ({
  page,
}) => {
  const fixture = await anEntrance(5);
  const [blocked, erased] = [await aCardThatWas('blockCard'), await aCardThatWas('eraseCard')];
  await open(page, fixture);
  const serials = Array.from({ length: 4 }, aSerial);

  await scan(page, blocked);
  await expect(told(page)).toContainText('este blocat');
  await scan(page, 'ce card e acesta?');
  await expect(told(page)).toContainText('nu este nici serie de card, nici apartament');
  await isOn(page, 1);

  await page.keyboard.type(serials.map((serial) => `${serial}\n`).join(''));
  await isOn(page, 5);
  await scan(page, serials[0] ?? '');
  await expect(told(page)).toContainText('este deja al apartamentului');
  await isOn(page, 5);

  await scan(page, erased);
  await expect(told(page)).toContainText('a fost șters definitiv');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(told(page)).toContainText('este înregistrat');
  await expect(page.getByText('5 din 5 apartamente au card')).toBeVisible();

  const { entrance } = await graphql<{
    entrance: { apartments: { nodes: { apartmentCards: { card: { serialNumber: string } }[] }[] } };
  }>(
    await signInByPassword('implementer@noa.test'),
    'query ($id: ID!) { entrance(id: $id) { apartments { nodes { apartmentCards { card { serialNumber } } } } } }',
    { id: fixture.entranceId },
  );
  expect(entrance.apartments.nodes.map(({ apartmentCards }) => apartmentCards[0]?.card.serialNumber)).toEqual([
    ...serials,
    erased,
  ]);

  await goTo(page, `/entrances/${fixture.entranceId}/handover?tab=list`);
  const table = page.getByRole('table');
  await expect(table.getByRole('row')).toHaveCount(1 + 5);
  await expect(table.getByRole('row').nth(1)).toContainText(/Familia 1\s*[A-Z2-9]{7}/);
  await page.emulateMedia({ media: 'print' });
  await expect(table).toBeVisible();
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Tipărește lista' })).toBeHidden();
  await expect(page.getByRole('tablist')).toBeHidden();
});

test('everything is done by keyboard: skip, back, go to, undo, several cards, an unclear serial, the list', async ({
  page,
}) => {
  const fixture = await anEntrance(12);
  await open(page, fixture);

  await page.keyboard.press('ArrowDown');
  await isOn(page, 2);
  await page.keyboard.press('ArrowUp');
  await isOn(page, 1);
  await scan(page, '10');
  await isOn(page, 10);
  await scan(page, aSerial());
  await isOn(page, 11);
  await page.keyboard.press('Control+z');
  await isOn(page, 10);
  await expect(told(page)).toContainText('luat înapoi de la ap. 10');

  // Digits of a reader that is not known yet: the choice is made once, and remembered.
  const decimal = () => String(Number(`0x${aSerial()}`)).padStart(10, '0');
  await scan(page, decimal());
  await expect(readings(page)).toHaveCount(3);
  await page.keyboard.press('Enter');
  await isOn(page, 10);
  await scan(page, decimal());
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('listbox').getByRole('option', { selected: true })).toContainText('zecimal');
  await page.keyboard.press('Enter');
  await isOn(page, 11);
  await scan(page, decimal());
  await isOn(page, 12);
  await expect(page.getByRole('button', { name: /Uită cititorul \(zecimal\)/ })).toBeVisible();

  // A scan while the focus is on a button goes to the field, and its Enter does not press the button.
  await page.getByRole('button', { name: 'Anulează' }).focus();
  await scan(page, aSerial());
  await expect(told(page)).toContainText('ap. 12.');

  await scan(page, '1');
  await isOn(page, 1);
  await page.getByLabel('Carduri de apartament').focus();
  await page.keyboard.press('ArrowDown');
  await page.getByLabel('Scanați sau scrieți seria cardului').focus();
  await scan(page, aSerial());
  await expect(told(page)).toContainText('ap. 1.');
  await isOn(page, 1);
  await scan(page, aSerial());
  await isOn(page, 2);

  await page.getByRole('tab', { name: 'Predare' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('table').getByRole('row').nth(1)).toContainText('Familia 1');
});

test('a reload keeps the place and what can be undone; a lost network is told, and nothing is done by half or twice', async ({
  page,
  context,
}) => {
  const fixture = await anEntrance(4);
  await open(page, fixture);
  await scan(page, aSerial());
  await isOn(page, 2);
  await expect(page).toHaveURL(new RegExp(`ap=${fixture.apartmentIds[1]}`));

  await page.reload();
  await isOn(page, 2);
  await expect(page.getByLabel('Scanați sau scrieți seria cardului')).toBeFocused();
  await page.keyboard.press('Control+z');
  await isOn(page, 1);
  await expect(told(page)).toContainText('luat înapoi de la ap. 1.');

  const serial = aSerial();
  await context.setOffline(true);
  await scan(page, serial);
  await expect(told(page)).toContainText('Fără legătură');
  await expect(page.getByRole('alert').filter({ hasText: 'Fără legătură cu serverul' })).toBeVisible();
  await isOn(page, 1);

  await context.setOffline(false);
  await expect(page.getByRole('alert').filter({ hasText: 'Fără legătură cu serverul' })).toHaveCount(0);
  await scan(page, serial);
  await isOn(page, 2);
  await expect(page.getByText('1 din 4 apartamente au card')).toBeVisible();

  let lost = 0;
  await page.route('**/graphql', async (route) => {
    if (lost === 0 && (route.request().postData() ?? '').includes('handOutCard')) {
      lost += 1;
      await route.fetch(); // the server does it, and nobody hears of it
      await route.abort();
    } else {
      await route.continue();
    }
  });
  const another = aSerial();
  await scan(page, another);
  await expect(told(page)).toContainText('Fără legătură');
  await scan(page, another);
  await expect(told(page)).toContainText('era deja la ap. 2');
  await isOn(page, 3);
  await expect(page.getByText('2 din 4 apartamente au card')).toBeVisible();
});

test('what was set for an entrance holds when one comes back from its list to sign', alike, async ({ page }) => {
  const fixture = await anEntrance(3);
  await open(page, fixture);
  await page.getByLabel('Carduri de apartament').selectOption('2');
  await page.getByLabel('Scanați sau scrieți seria cardului').focus();
  await scan(page, aSerial());
  await scan(page, aSerial());
  await isOn(page, 2);
  await page.getByRole('tabpanel').getByText('Lista de semnat').click();
  await expect(page.getByRole('table').getByRole('row').nth(1)).toContainText('Familia 1');

  await page.getByRole('tab', { name: 'Predare' }).click();
  await isOn(page, 2);
  await expect(page.getByLabel('Scanați sau scrieți seria cardului')).toBeFocused();
  await scan(page, aSerial());
  await expect(told(page)).toContainText('este acum la ap. 2');
  await isOn(page, 2);
});

test('is not for reporters', shownElsewhere, async ({ page }) => {
  const fixture = await anEntrance(1);
  await signIn(page, 'reporter@noa.test', `/entrances/${fixture.entranceId}/handover`);

  await expect(page.getByRole('heading', { name: 'Nu aveți acces aici' })).toBeVisible();
  await page.goto(`/entrances/${fixture.entranceId}`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('sc.');
  await expect(page.getByRole('link', { name: 'Predă carduri' })).toHaveCount(0);
});

for (const scheme of ['light', 'dark'] as const) {
  for (const width of [1280, 390]) {
    test(
      `axe finds nothing at the workbench, ${scheme}, ${width} px`,
      alikeUnless(scheme === 'dark' && width === 390),
      async ({ page }) => {
        const fixture = await anEntrance(3);
        await page.setViewportSize({ width, height: 844 });
        await page.addInitScript((value) => localStorage.setItem('noa-color-scheme', value), scheme);
        await open(page, fixture);
        const check = async (what: string) => {
          expect.soft(await axeFindings(page), what).toEqual([]);
        };

        await check('at the start');
        await scan(page, aSerial());
        await isOn(page, 2);
        await check('after a card');
        await scan(page, '0077771203');
        await expect(readings(page)).toHaveCount(3);
        await check('with a question');
        await page.getByRole('tab', { name: 'Lista de semnat' }).click();
        await expect(page.getByRole('table')).toBeVisible();
        await check('the list');
      },
    );
  }
}
