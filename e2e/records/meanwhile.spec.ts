import { expect, test, type Page } from '@playwright/test';
import { asRoot } from '../support/api.ts';
import { anEntrance } from '../support/handover-entrance.ts';
import { hold } from '../support/hold.ts';
import { makeCard, makeManager, type Made } from '../support/made.ts';
import { expectTitle, fresh } from '../support/record-kinds.ts';
import { signIn } from '../support/sign-in.ts';
import { alike } from '../support/thorough.ts';

const implementer = 'implementer@noa.test';

const rename = (made: Made, name: string) =>
  asRoot(
    'mutation ($id: ID!, $rowId: ID!, $name: String!) { updateManager(id: $id, rowId: $rowId, input: { name: $name }) { id } }',
    { ...made, name },
  );

const remove = (made: Made) =>
  asRoot('mutation ($id: ID!, $rowId: ID!) { deleteManager(id: $id, rowId: $rowId) }', { ...made });

async function askToDelete(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Alte acțiuni' }).click();
  await page.getByRole('button', { name: 'Șterge', exact: true }).click();
}

const confirm = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Șterge', exact: true }).click();

test('what was changed in another tab is shown as it is now when one comes back to the first', async ({
  page,
  context,
}) => {
  const [name, renamed] = [fresh('Asociația '), fresh('Asociația ')];
  const { id } = await makeManager(name);
  await signIn(page, implementer, `/managers/${id}`);
  await expectTitle(page, name);
  const other = await context.newPage();
  await signIn(other, implementer, `/managers/${id}/update`);
  await other.getByRole('dialog').getByRole('textbox', { name: 'Nume' }).fill(renamed);
  await other.getByRole('button', { name: 'Salvează' }).click();
  await expectTitle(other, renamed);

  // A browser without a window has all of its pages in sight.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expectTitle(page, renamed);
});

test('a record that a colleague has changed while it was asked about is shown as it is now, and can be deleted then', async ({
  page,
}) => {
  const [name, renamed] = [fresh('Asociația '), fresh('Asociația ')];
  const made = await makeManager(name);
  await signIn(page, implementer, `/managers/${made.id}`);
  await askToDelete(page);
  await rename(made, renamed);
  await confirm(page);
  await expect(page.getByRole('alert')).toContainText('Altcineva a modificat înregistrarea');
  await expectTitle(page, renamed);

  await askToDelete(page);
  await confirm(page);
  await expect(page).toHaveURL(/\/managers$/);
});

test(
  'of a record that a colleague has deleted meanwhile, what was written stays until one leaves, and then it is gone',
  alike,
  async ({ page }) => {
    const made = await makeManager(fresh('Asociația '));
    await signIn(page, implementer, `/managers/${made.id}/update`);
    const form = page.getByRole('dialog').first();
    const written = fresh('Asociația ');
    await form.getByRole('textbox', { name: 'Nume' }).fill(written);
    await remove(made);
    await form.getByRole('button', { name: 'Salvează' }).click();
    await expect(form.getByRole('alert')).toContainText('nu există sau nu aveți acces');
    await expect(form.getByRole('textbox', { name: 'Nume' })).toHaveValue(written);

    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Renunță la modificări' }).click();
    await expect(page.getByRole('main')).toContainText('Înregistrarea nu există sau nu aveți acces.');
    await expect(page.getByRole('link', { name: 'Modifică' })).toHaveCount(0);
  },
);

test(
  'why a card was not blocked is said where a colleague has blocked it first, and the question is gone',
  alike,
  async ({ page }) => {
    const made = await makeCard();
    await signIn(page, implementer, `/card/${made.id}`);
    await page.getByRole('button', { name: 'Blochează' }).click();
    const question = page.getByRole('dialog');
    await question.getByRole('textbox').fill('pierdut\nla piață');
    await asRoot('mutation ($id: ID!, $rowId: ID!) { blockCard(id: $id, rowId: $rowId) { id } }', { ...made });
    await question.getByRole('button', { name: 'Blochează' }).click();

    await expect(question).toHaveCount(0);
    await expect(page.getByRole('alert')).toContainText('Altcineva a modificat înregistrarea');
    await expect(page.getByRole('button', { name: 'Deblochează' })).toBeVisible();
  },
);

test('the question asked next stays open while the one before it is still being settled', alike, async ({ page }) => {
  const made = await makeCard();
  await signIn(page, implementer, `/card/${made.id}`);
  const questions = page.getByRole('dialog');
  const reason = questions.getByLabel('Motiv');
  await page.getByRole('button', { name: 'Blochează' }).click();
  await reason.fill('pierdut');
  const held = await hold(page, 'CardOnLocks');
  await questions.getByRole('button', { name: 'Blochează' }).click();

  await held.asked;
  await page.getByRole('button', { name: 'Deblochează' }).click();
  await reason.fill('găsit');
  await held.letGo();
  await expect(reason).toHaveValue('găsit');
  await questions.getByRole('button', { name: 'Deblochează' }).click();
  await expect(questions).toHaveCount(0);
  await expect(page).not.toHaveURL(/do=/);
});

test(
  'the question asked next stays open where the one before it was left while it was being done',
  alike,
  async ({ page }) => {
    const made = await makeCard();
    await signIn(page, implementer, `/card/${made.id}`);
    const questions = page.getByRole('dialog');
    const reason = questions.getByLabel('Motiv');
    await page.getByRole('button', { name: 'Blochează' }).click();
    const held = await hold(page, 'BlockCard');
    await questions.getByRole('button', { name: 'Blochează' }).click();
    await held.asked;
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Alte acțiuni' }).click();
    await page.getByRole('button', { name: 'Șterge definitiv' }).click();
    await reason.fill('rupt');
    await held.letGo();
    await expect(page.getByText(/^Cardul .* este blocat; încuietorile/)).toBeVisible();
    await expect(reason).toHaveValue('rupt');
  },
);

test('a member whom a colleague has removed first is in the list no more', alike, async ({ page }) => {
  const made = await makeManager(fresh('Asociația '));
  const email = `${fresh('m')}@noa.test`;
  await asRoot(
    'mutation ($id: ID!, $email: String!) { addManagerMember(managerId: $id, email: $email) { __typename } }',
    {
      id: made.id,
      email,
    },
  );
  await signIn(page, implementer, `/managers/${made.id}?tab=members`);
  const line = page.getByRole('listitem').filter({ hasText: email });
  await line.getByRole('button', { name: 'Elimină membrul' }).click();
  const { members } = (
    await asRoot<{ manager: { members: { nodes: { id: string; email: string }[] } } }>(
      'query ($id: ID!) { manager(id: $id) { members { nodes { id email } } } }',
      { id: made.id },
    )
  ).manager;
  await asRoot('mutation ($id: ID!, $member: ID!) { removeManagerMember(managerId: $id, memberId: $member) { id } }', {
    id: made.id,
    member: members.nodes[0]?.id,
  });
  await page.getByRole('dialog').getByRole('button', { name: 'Elimină membrul' }).click();

  await expect(page.getByRole('alert')).toContainText('nu există sau nu aveți acces');
  await expect(line).toHaveCount(0);
});

test(
  'a card that a colleague has handed out first is said to have an apartment, and shown with it',
  alike,
  async ({ page }) => {
    const [apartmentId, other] = (await anEntrance(2)).apartmentIds;
    const { id: cardId, serial } = await makeCard();
    await signIn(page, implementer, `/apartments/${apartmentId}?tab=cards`);
    await page.getByRole('button', { name: 'Predă un card' }).first().click();
    const form = page.getByRole('dialog');
    await form.getByLabel('Seria').fill(serial);
    const give = form.getByRole('button', { name: 'Predă', exact: true });
    await expect(form.getByRole('listitem')).toContainText('nepredat');
    await asRoot('mutation ($other: ID!, $cardId: ID!) { assignCard(apartmentId: $other, cardId: $cardId) { id } }', {
      other,
      cardId,
    });
    await give.click();

    await expect(form.getByRole('alert')).toContainText('Cardul este deja al unui apartament');
    await expect(form.getByRole('listitem')).toContainText(/la .*ap\. 2/);
    await expect(give).toBeDisabled();
  },
);

test('a lock network that a colleague has unbound first is in the list no more', alike, async ({ page }) => {
  const { org } = await asRoot<{ org: Made }>(
    'mutation ($name: String!) { org: createOrg(input: { name: $name }) { id rowId } }',
    { name: fresh('Comuna ') },
  );
  const clientId = fresh('poarta-').toLowerCase();
  const change = (what: 'bindGateway' | 'unbindGateway') =>
    asRoot(`mutation ($orgId: ID!, $clientId: String!) { ${what}(orgId: $orgId, clientId: $clientId) { id } }`, {
      orgId: org.id,
      clientId,
    });
  await change('bindGateway');
  await signIn(page, 'root@noa.test', `/orgs/${org.id}?tab=gateways`);
  const line = page.getByRole('listitem').filter({ hasText: clientId });
  await line.getByRole('button', { name: 'Dezleagă' }).click();
  await change('unbindGateway');
  await page.getByRole('dialog').getByRole('button', { name: 'Dezleagă' }).click();

  await expect(page.getByText('nu există sau nu aveți acces')).toBeVisible();
  await expect(line).toHaveCount(0);
  await asRoot('mutation ($id: ID!, $rowId: ID!) { deleteOrg(id: $id, rowId: $rowId) }', { ...org });
});
