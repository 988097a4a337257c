import { expect, test } from '@playwright/test';
import { graphql, signInByPassword } from '../support/api.ts';
import { axeFindings } from '../support/axe.ts';
import { aSerial } from '../support/handover-entrance.ts';
import { goTo } from '../support/go-to.ts';
import { as } from '../support/record-kinds.ts';
import { seeded } from '../support/seeded.ts';
import { signIn } from '../support/sign-in.ts';
import { isThorough } from '../support/thorough.ts';

interface Neighbourhood {
  readonly entrance: { readonly id: string; readonly rowId: string };
  readonly apartment: { readonly id: string };
  /** Joined to nothing. */
  readonly elsewhere: { readonly id: string; readonly name: string };
  readonly container: { readonly id: string; readonly serialNumber: string };
  readonly card: { readonly id: string; readonly serialNumber: string; readonly displaySerialNumber: string };
}

/** An apartment with a card, behind an entrance whose access group opens one container. */
async function aNeighbourhood(): Promise<Neighbourhood> {
  const token = await signInByPassword('implementer@noa.test');
  const ask = async <Data>(mutation: string, input: object): Promise<Data> => {
    const name = /^\w+/.exec(mutation)?.[0] ?? '';
    const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`;
    const data = await graphql<{ it: Data }>(
      token,
      `mutation ($input: ${type}!) { it: ${name}(input: $input) ${mutation.slice(name.length)} }`,
      { input },
    );
    return data.it;
  };
  const mark = aSerial();
  const { towerBlocks } = await graphql<{ towerBlocks: { nodes: { id: string; org: { id: string } }[] } }>(
    token,
    `{ towerBlocks(${seeded}) { nodes { id org { id } } } }`,
  );
  const block = towerBlocks.nodes[0];
  const orgId = block?.org.id;
  const group = await ask<{ id: string }>('createContainerGroup { id }', { orgId, itemNumber: `G${mark}` });
  const container = await ask<{ id: string; serialNumber: string }>('createContainer { id serialNumber }', {
    containerGroupId: group.id,
    serialNumber: `C${mark}`,
    wasteStream: 'residual',
    sizeLitres: 1100,
    volumeControlLitres: 30,
  });
  const here = await ask<{ id: string }>('createAccessGroup { id }', {
    orgId,
    name: `Aici ${mark}`,
    containerGroupIds: [group.id],
  });
  const elsewhere = await ask<{ id: string; name: string }>('createAccessGroup { id name }', {
    orgId,
    name: `Altundeva ${mark}`,
  });
  const entrance = await ask<{ id: string; rowId: string }>('createEntrance { id rowId }', {
    towerBlockId: block?.id,
    addrSc: `P${mark.slice(-5)}`,
    accessGroupId: here.id,
  });
  const apartment = await ask<{ id: string }>('createApartment { id }', { entranceId: entrance.id, addrAp: '1' });
  const card = await ask<Neighbourhood['card']>('createCard { id serialNumber displaySerialNumber }', {
    orgId,
    kind: 'physical',
    serialNumber: mark.match(/../g)?.join(':'),
  });
  await graphql(token, 'mutation ($a: ID!, $c: ID!) { assignCard(apartmentId: $a, cardId: $c) { id } }', {
    a: apartment.id,
    c: card.id,
  });
  return { entrance, apartment, elsewhere, container, card };
}

test('a move says beforehand who loses what; until the lock has fetched its list, it is said to believe the old one', async ({
  page,
}) => {
  const { entrance, elsewhere, container, card } = await aNeighbourhood();
  await signIn(page, 'implementer@noa.test', '/playground/test/cards-to-sync');

  // The lock fetches its list and says that it has it.
  await page.getByRole('combobox', { name: 'Container' }).fill(container.serialNumber);
  await page.getByRole('option', { name: container.serialNumber }).click();
  await page.getByRole('button', { name: 'Cere lista întreagă' }).click();
  await expect(page.getByText('Suma de control este cea a serverului')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Serii admise' })).toHaveText(card.serialNumber);
  if (isThorough) {
    expect(await axeFindings(page)).toEqual([]);
  }
  await page.getByRole('button', { name: 'Confirmă' }).click();
  await expect(page.getByRole('region', { name: 'Răspuns' })).toContainText('"acknowledgeSync": true');

  await page.goto(`/entrances/${entrance.id}/update`);
  const group = page.getByRole('combobox', { name: 'Grup de acces' });
  // Its name comes after the form; a name that comes while the one before is marked is not marked, and stays.
  await expect(group).toHaveValue(/^Aici /);
  // Who types fast is a field further before the server has heard of it.
  await group.fill(elsewhere.name);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(group).toHaveValue(elsewhere.name);
  await expect(page.getByText('1 card pierde 1 container')).toBeVisible();
  if (isThorough) {
    // Each commit looks at what is gained, below, which is drawn by the same lines.
    expect(await axeFindings(page)).toEqual([]);
  }

  await goTo(page, `/containers/${container.id}?tab=whoOpens`);
  await page.getByRole('combobox', { name: 'Card' }).fill(card.serialNumber);
  await page.getByRole('option', { name: card.displaySerialNumber }).click();
  await expect(page.getByRole('combobox', { name: 'Card' })).toHaveValue(card.displaySerialNumber);
  await expect(page.getByText('Da, cardul deschide acest container')).toBeVisible();
  await expect(page.getByText('Încuietoarea a confirmat: știe la fel')).toBeVisible();
  // By a token of now: on a slow machine that of the beginning has ended.
  await as(
    'implementer@noa.test',
    `
      mutation ($id: ID!, $rowId: ID!, $to: ID!) {
        updateEntrance(id: $id, rowId: $rowId, input: { accessGroupId: $to }) {
          id
        }
      }
    `,
    { ...entrance, to: elsewhere.id },
  );

  await page.reload();
  await expect(page.getByText('Nu. Grupul de acces al scării nu este legat de grupul acestui container')).toBeVisible();
  await expect(page.getByText('Încuietoarea încă nu știe')).toBeVisible();
  await expect(page.getByText('1 card așteaptă')).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
});

test('a card is taken back and handed out again, which says beforehand what the card will open, and tells of both holdings', async ({
  page,
}) => {
  const { apartment, card } = await aNeighbourhood();
  await signIn(page, 'implementer@noa.test', `/apartments/${apartment.id}?tab=cards`);

  await page.getByRole('button', { name: 'Ia înapoi' }).click();
  const question = page.getByRole('dialog', { name: 'Luați înapoi cardul' });
  await expect(question).toContainText('Nu mai deschide nimic pentru acest apartament');
  expect(await axeFindings(page)).toEqual([]);
  await question.getByRole('button', { name: 'Ia înapoi' }).click();
  await expect(page.getByText('luat înapoi; fusese predat')).toBeVisible();
  await page.getByRole('button', { name: 'Predă un card' }).click();
  const dialog = page.getByRole('dialog', { name: 'Predă un card' });
  await dialog.getByLabel('Seria cardului').fill(card.serialNumber);
  await expect(dialog.getByText('1 card câștigă 1 container')).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Predă', exact: true }).click();

  await expect(dialog).toBeHidden();
  await expect(page.getByRole('list', { name: 'Carduri' }).getByText('predat', { exact: false }).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Ia înapoi' })).toBeVisible();

  await goTo(page, `/card/${card.id}?tab=apartments`);
  const held = page.getByRole('list', { name: 'Apartamente' }).getByRole('listitem');
  await expect(held.nth(0)).toContainText(/ap\. 1.*de la/);
  await expect(held.nth(1)).toContainText(/ap\. 1.*până la/);
  await page.getByRole('tab', { name: 'Unde deschide' }).click();
  await expect(page.getByRole('heading', { name: 'Grupurile de containere ale apartamentului' })).toBeVisible();

  // As where there are more than are asked for at once: its own, and those that open for anybody.
  await page.route('**/graphql', (route) =>
    route.continue({
      postData: (route.request().postData() ?? '').replace('containerGroups(first: 50', 'containerGroups(first: 1'),
    }),
  );
  await page.reload();
  const groups = page.getByRole('region', { name: 'Grupurile de containere ale apartamentului' }).getByRole('listitem');
  await expect(groups).toHaveCount(1);
  await page.getByRole('button', { name: 'Mai multe grupuri de containere' }).click();
  await expect(groups).toHaveCount(2);
});
