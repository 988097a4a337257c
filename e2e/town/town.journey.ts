import { createHash } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { graphql, signInGateway } from '../support/api.ts';
import { gateway, pictures, rootLink } from './told.ts';
import { clerkFiles, serialAt, type ClerkFile } from './clerk-files.ts';
import { countEffort } from './effort.ts';

const root = { email: 'ana.popescu@primaria.ro', name: 'Ana Popescu', password: 'trei pisici pe gard' };
/** Of a card that is in none of the files. */
const newSerial = '4A11C0DE';
const town = 'Primăria Municipiului Pașcani';

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const format = (count: number) => count.toLocaleString('ro-RO');

async function becomeFirstAdministrator(page: Page): Promise<void> {
  await page.goto(rootLink);
  await page.getByLabel('E-mail').fill(root.email);
  await page.getByLabel('Nume', { exact: true }).fill(root.name);
  await page.getByLabel('Parolă nouă').fill(root.password);
  await page.getByLabel('Parola încă o dată').fill(root.password);
  await press(page, 'Salvează parola');
  await page.getByRole('link', { name: 'Înapoi la aplicație' }).click();
  await page.getByLabel('E-mail').fill(root.email);
  await page.getByLabel('Parola').fill(root.password);
  await press(page, 'Intră');
  await expect(page.locator('#main').getByRole('heading', { level: 1 })).toBeVisible();
}

/** What is left to do, on home. */
const steps = (page: Page) => page.getByRole('region', { name: /^Primii pași/ });

async function addOrg(page: Page): Promise<void> {
  await steps(page).getByRole('link', { name: 'Organizație' }).click();
  await page.getByLabel('Nume').fill(town);
  await press(page, 'Salvează');
  await expect(heading(page)).toHaveText(town);
  await page.getByRole('tab', { name: 'Rețele de încuietori' }).click();
  await page.getByLabel('Contul rețelei').fill(gateway.id);
  await press(page, 'Leagă rețeaua');
  await expect(page.getByRole('listitem').filter({ hasText: gateway.id })).toBeVisible();
}

/** One of the files, from its upload to its end: every row goes in, and names that nobody has are created. */
async function importFile(
  page: Page,
  kind: string,
  file: ClerkFile,
  counted: Readonly<Record<string, number>>,
): Promise<void> {
  await page.getByRole('link', { name: 'Import' }).first().click();
  await page.getByLabel('Ce conține fișierul').selectOption(kind);
  await page.getByLabel('Alegeți fișierul').setInputFiles({ ...file });
  const creates = page.getByLabel('Creează ce lipsește');
  await expect(page.getByRole('button', { name: 'Verifică fișierul' })).toBeVisible();
  if (await creates.isVisible()) {
    await creates.check();
  }
  await press(page, 'Verifică fișierul');
  for (const [kindName, count] of Object.entries(counted)) {
    const row = page
      .getByRole('table', { name: 'Ce s-ar schimba' })
      .getByRole('row', { name: new RegExp(`^${kindName} \\d`) });
    await expect(row).toContainText(format(count));
  }
  await page.screenshot({ path: join(pictures, `town-${kind}.png`), fullPage: true });
  await press(page, 'Aplică');
  await expect(page.getByText('Importul s-a încheiat')).toBeVisible();
}

/** Opens a record of a list by what stands in its first column. @returns its id. */
async function find(page: Page, list: string, text: string): Promise<string> {
  await page.goto(list);
  await page.getByRole('searchbox', { name: 'Caută în listă' }).fill(text);
  await page.getByRole('link', { name: text, exact: true }).first().click();
  await expect(heading(page)).toContainText(text);
  return new URL(page.url()).pathname.split('/').at(2) ?? '';
}

/** Hands a card that no file had to the first apartment of an entrance, as a reader types it. */
async function handOut(page: Page, block: string, serial: string): Promise<void> {
  await page.goto('/entrances');
  await page.getByRole('searchbox', { name: 'Caută în listă' }).fill(block);
  await page.getByRole('link', { name: new RegExp(`bl\\. ${block}, sc\\. A$`) }).click();
  await page.getByRole('link', { name: 'Predă carduri' }).click();
  await expect(page.getByLabel('Scanați sau scrieți seria cardului')).toBeFocused();
  await page.keyboard.type(serial);
  await page.keyboard.press('Enter');
}

/** The list of a lock, fetched and confirmed as it does; and an opening of it with a card, told later. */
async function openAsLock(containerId: string, serial: string): Promise<void> {
  const token = await signInGateway(gateway);
  const admitted: string[] = [];
  let list: { version: string; checksum: string; hasMore: boolean; cards: { serialNumber: string; action: string }[] };
  let after: string | null = null;
  do {
    ({ cardsToSync: list } = await graphql<{ cardsToSync: typeof list }>(
      token,
      `
        query ($id: ID!, $after: String) {
          cardsToSync(containerId: $id, after: $after) {
            version
            checksum
            hasMore
            cards {
              serialNumber
              action
            }
          }
        }
      `,
      { id: containerId, after },
    ));
    admitted.push(...list.cards.filter(({ action }) => action === 'admit').map(({ serialNumber }) => serialNumber));
    after = list.version;
  } while (list.hasMore);
  expect(admitted).toContain(serial);
  const checksum = createHash('sha256').update(admitted.toSorted().join('\n')).digest('hex');
  expect(checksum).toBe(list.checksum);
  const { acknowledgeSync } = await graphql<{ acknowledgeSync: boolean }>(
    token,
    `
      mutation ($id: ID!, $version: String!, $checksum: String!, $count: Int!) {
        acknowledgeSync(containerId: $id, version: $version, checksum: $checksum, count: $count, outcome: applied)
      }
    `,
    { id: containerId, version: list.version, checksum, count: admitted.length },
  );
  expect(acknowledgeSync).toBe(true);
  const event = { containerId, bootNumber: 1, eventNumber: 1, kind: 'full_use', at: new Date().toISOString() };
  const { recordCardEvents } = await graphql<{ recordCardEvents: { results: { outcome: string }[] } }>(
    token,
    'mutation ($events: [CardEventInput!]!) { recordCardEvents(events: $events) { results { outcome } } }',
    { events: [{ ...event, serialNumber: serial }] },
  );
  expect(recordCardEvents.results).toEqual([{ outcome: 'accepted' }]);
}

/** The month's usage by platform: one opening of thirty litres, at the platform that it was at. */
async function readReport(page: Page, platform: string): Promise<void> {
  await page.goto('/reports/usage?period=thisMonth&by=container_group&sort=-event_count');
  const first = page.getByRole('row').nth(1);
  await expect(first).toContainText(platform);
  await expect(first).toContainText('30');
  await page.screenshot({ path: join(pictures, 'town-report.png'), fullPage: true });
}

/** Home says what is done, and what is left: colleagues, and the other locks. */
async function seeSteps(page: Page, apartments: number): Promise<void> {
  await page.goto('/home');
  await expect(steps(page)).toContainText(`Primii pași: ${town}`);
  await expect(steps(page)).toContainText('3 din 5');
  await expect(steps(page)).toContainText(`${format(apartments)} de apartamente`);
  await expect(steps(page)).toContainText(/1 din \d+ de încuietori au confirmat lista/);
  await steps(page).getByRole('button', { name: 'Restrânge pașii' }).click();
  await page.reload();
  await expect(steps(page).getByRole('button', { name: 'Arată pașii' })).toBeVisible();
  await expect(steps(page).getByRole('listitem')).toHaveCount(0);
}

test('Pașcani, from an empty installation and its own workbooks to a container that opens', async ({ page }) => {
  await mkdir(pictures, { recursive: true });
  const effort = await countEffort(page);
  const files = await clerkFiles();

  await effort.of('the first administrator', () => becomeFirstAdministrator(page));
  await effort.of('the organisation and its gateway', () => addOrg(page));
  await effort.of('platforms', () =>
    importFile(page, 'containerGroups', files.platforms, { 'Grupuri de containere': files.platforms.rows }),
  );
  await effort.of('containers', () =>
    importFile(page, 'containers', files.containers, { Containere: files.containers.rows }),
  );
  await effort.of('apartments and occupiers', () =>
    importFile(page, 'buildings', files.apartments, { Apartamente: files.apartments.rows }),
  );
  await effort.of('cards', () => importFile(page, 'cards', files.cards, { Carduri: files.cards.rows }));
  await effort.of('groups of apartments and their platforms', () =>
    importFile(page, 'accessGroups', files.groups, {
      'Legături între grupuri de acces și de containere': files.groups.rows,
    }),
  );
  await effort.of('a card that is handed over', () => handOut(page, 'G1A', newSerial));
  const container = await find(page, '/containers', 'DEAL-01-1');
  await effort.of('a lock', () => openAsLock(container, serialAt(0)));
  await effort.of('the report', () => readReport(page, 'DEAL-01'));
  await seeSteps(page, files.apartments.rows);
  effort.print();
});
