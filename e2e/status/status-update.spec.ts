import { expect, test, type Page } from '@playwright/test';
import { graphql, signInByPassword, signInGateway } from '../support/api.ts';
import { axeFindings } from '../support/axe.ts';
import { goTo } from '../support/go-to.ts';
import { seeded } from '../support/seeded.ts';
import { signIn } from '../support/sign-in.ts';
import { alike, shownElsewhere } from '../support/thorough.ts';

interface Container {
  readonly id: string;
  readonly serialNumber: string;
}

let made = 0;

/** Containers of their own, in one group of the demonstration town. */
async function containers(count: number): Promise<readonly Container[]> {
  const token = await signInByPassword('implementer@noa.test');
  const { containerGroups } = await graphql<{ containerGroups: { nodes: { id: string }[] } }>(
    token,
    `{ containerGroups(${seeded}) { nodes { id } } }`,
  );
  const found: Container[] = [];
  while (found.length < count) {
    made += 1;
    const { createContainer } = await graphql<{ createContainer: Container }>(
      token,
      'mutation ($input: CreateContainerInput!) { createContainer(input: $input) { id serialNumber } }',
      {
        input: {
          containerGroupId: containerGroups.nodes[0]?.id,
          serialNumber: `Stare-${Date.now().toString(36)}-${made}`,
          wasteStream: 'glass',
          sizeLitres: 1100,
          volumeControlLitres: 30,
        },
      },
    );
    found.push(createContainer);
  }
  return found;
}

const picker = (page: Page) => page.getByRole('combobox', { name: 'Container' });

test('a technician goes from one container to the next, and what was written survives a reload', async ({ page }) => {
  const [one, two] = await containers(2);
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, 'containers@noa.test', `/containers/status_update?container=${one?.id}`);

  await expect(picker(page)).toHaveValue(one?.serialNumber ?? '');
  await page.getByText('Umplere').click();
  await page.getByRole('slider').fill('85');
  await page.getByLabel('Notă').fill('Capac rupt');
  await page.reload();

  await expect(page.getByText('Am recuperat ce ați scris')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Umplere' })).toHaveValue('85');
  await page.getByRole('textbox', { name: 'Umplere' }).fill('120');
  await page.getByRole('button', { name: 'Salvează și următorul' }).click();
  await expect(page.getByRole('alert')).toContainText('Umplere: Scrieți un procent între 0 și 100');
  expect(await axeFindings(page)).toEqual([]);

  await page.getByRole('textbox', { name: 'Umplere' }).fill('96,5');
  await page.getByRole('button', { name: 'Salvează și următorul' }).click();
  await expect(page.getByText(`${one?.serialNumber}: Umplere, salvat.`)).toBeVisible();

  // The next one: the kind stays, the rest is new.
  await expect(picker(page)).toBeFocused();
  await expect(page.getByLabel('Notă')).toHaveValue('');
  await expect(page.getByRole('radio', { name: 'Umplere' })).toBeChecked();
  await picker(page).fill(two?.serialNumber ?? '');
  await page.getByRole('option', { name: two?.serialNumber ?? '' }).click();
  await expect(page).toHaveURL(new RegExp(`container=${two?.id}`));

  await goTo(page, `/containers/${one?.id}`);
  const tab = page.getByRole('tabpanel');
  await expect(tab.getByRole('definition').first()).toContainText('96,5 %');
  const told = tab.getByRole('list', { name: 'Actualizările stării' }).getByRole('listitem');
  await expect(told.filter({ hasText: 'Umplere' })).toContainText('Capac rupt');
});

test('a measure that is too old is unknown, and says what it was', shownElsewhere, async ({ page }) => {
  const [container] = await containers(1);
  const at = new Date(Date.now() - 30 * 3_600_000).toISOString();
  await graphql(
    await signInGateway(),
    'mutation ($updates: [StatusUpdateInput!]!) { recordStatusUpdates(updates: $updates) { results { outcome } } }',
    {
      updates: [
        { containerId: container?.id, updateNumber: 1, kind: 'battery_life_pct', value: '42', at },
        { containerId: container?.id, updateNumber: 2, kind: 'servicing', at },
      ],
    },
  );
  await signIn(page, 'reporter@noa.test', `/containers/${container?.id}`);

  const readings = page.getByRole('tabpanel').getByRole('definition');
  await expect(readings.filter({ hasText: 'era 42 %' })).toContainText('necunoscut');
  await expect(readings.filter({ hasText: 'informare' })).toHaveCount(1);
  await expect(page.getByRole('link', { name: 'Actualizarea stării' })).toHaveCount(0);
  expect(await axeFindings(page)).toEqual([]);
});

// As a lock's events are (playground.spec.ts).
test('a lock’s state is sent as its gateway, and sent again it is known', alike, async ({ page }) => {
  await signIn(page, 'implementer@noa.test', '/playground/container-status/create');
  const answer = page.getByRole('region', { name: 'Răspuns' });

  await page.getByRole('button', { name: 'Date aleatorii' }).click();
  await expect(answer).toContainText('"accepted"');
  await page.getByRole('button', { name: 'Repetă' }).click();
  await expect(answer).toContainText('"duplicate"');
  expect(await axeFindings(page)).toEqual([]);
});
