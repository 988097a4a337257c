import { expect, test } from '@playwright/test';
import { graphql, signInByPassword } from '../support/api.ts';
import { someContainers } from '../support/containers.ts';
import { follow } from '../support/go-to.ts';
import { anEntrance, aSerial } from '../support/handover-entrance.ts';
import { signIn } from '../support/sign-in.ts';
import { alike, inQuantity } from '../support/thorough.ts';

// A screen that stays while its address comes to name another record, by search, Back or a link, is of that record.

const implementer = 'implementer@noa.test';

/** How many cards each apartment of an entrance has, in their order. */
async function cardsAt(entranceId: string): Promise<number[]> {
  const { entrance } = await graphql<{ entrance: { apartments: { nodes: { apartmentCards: unknown[] }[] } } }>(
    await signInByPassword(implementer),
    'query ($id: ID!) { entrance(id: $id) { apartments { nodes { apartmentCards { id } } } } }',
    { id: entranceId },
  );
  return entrance.apartments.nodes.map(({ apartmentCards }) => apartmentCards.length);
}

test('whoever looks at the handover of another entrance and comes back hands out where they are', async ({ page }) => {
  const [one, other] = [await anEntrance(2), await anEntrance(3)];
  const field = page.getByLabel('Scanați sau scrieți seria cardului');
  const isOn = (number: number) =>
    expect(page.getByRole('heading', { level: 2, name: `Ap. ${number}`, exact: true })).toBeVisible();
  await signIn(page, implementer, `/entrances/${one.entranceId}/handover?register=true`);
  await isOn(1);
  await follow(page, `/entrances/${other.entranceId}/handover?register=true`);
  await expect(page.getByText('0 din 3 apartamente au card')).toBeVisible();
  await page.goBack();

  await isOn(1);
  await field.fill(aSerial());
  await field.press('Enter');
  await isOn(2);

  await expect.poll(() => cardsAt(one.entranceId)).toEqual([1, 0]);
  expect(await cardsAt(other.entranceId)).toEqual([0, 0, 0]);
});

test(
  'the workbench of an entrance with more apartments than one page has stands still',
  inQuantity,
  async ({ page }) => {
    test.setTimeout(180_000);
    const { entranceId } = await anEntrance(205);
    let asked = 0;
    page.on('request', (request) => (asked += /"Handover"/.test(request.postData() ?? '') ? 1 : 0));
    await signIn(page, implementer, `/entrances/${entranceId}/handover?register=true`);
    await expect(page.getByText('0 din 205 apartamente au card')).toBeVisible();
    const field = page.getByLabel('Scanați sau scrieți seria cardului');
    await field.fill(aSerial());
    await field.press('Enter');

    await expect(page.getByText('1 din 205 apartamente au card')).toBeVisible();
    await expect(field).toBeFocused();
    expect(asked).toBeLessThanOrEqual(4);
  },
);

test('what a technician writes is of the container that the address names', alike, async ({ page }) => {
  const { ids, serials } = await someContainers(2);
  const picker = page.getByRole('combobox', { name: 'Container' });
  await signIn(page, 'containers@noa.test', `/containers/status_update?container=${ids[0]}`);
  await expect(picker).toHaveValue(serials[0] ?? '');
  await page.getByLabel('Notă').fill('Capac rupt');

  await follow(page, `/containers/status_update?container=${ids[1]}`);

  await expect(picker).toHaveValue(serials[1] ?? '');
  await expect(page.getByLabel('Notă')).toHaveValue('');
});

test('the form of a new apartment is of the entrance that the address names', alike, async ({ page }) => {
  const [one, other] = [await anEntrance(0), await anEntrance(0)];
  const entrance = page.getByRole('combobox', { name: 'Scară' });
  await signIn(page, implementer, `/apartments/create?entranceId=${one.entranceId}`);
  await expect(entrance).not.toHaveValue('');
  const first = await entrance.inputValue();

  await follow(page, `/apartments/create?entranceId=${other.entranceId}`);

  await expect(entrance).not.toHaveValue('');
  await expect(entrance).not.toHaveValue(first);
});
