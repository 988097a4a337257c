import { expect, test } from '@playwright/test';
import { hold } from './support/hold.ts';
import { makeManager } from './support/made.ts';
import { fresh, recordKinds } from './support/record-kinds.ts';
import { signIn } from './support/sign-in.ts';
import { alike } from './support/thorough.ts';

const implementer = 'implementer@noa.test';

test('Escape closes what is asked over a form, as often as it is pressed, and never the form in which something was written', async ({
  page,
}) => {
  const { id } = await makeManager(fresh('Asociația '));
  await signIn(page, implementer, `/managers/${id}/update`);
  const form = page.getByRole('dialog', { name: 'Modifică administratorul de bloc' });
  const question = page.getByRole('dialog', { name: 'Aveți modificări nesalvate' });
  const name = form.getByRole('textbox', { name: 'Nume' });
  await name.fill('Scris');
  // A browser asks once whether a dialog may be closed, and closes it if nothing else is pressed before Escape is again.
  for (const time of [1, 2, 3, 4]) {
    await page.keyboard.press('Escape');
    await expect(question, `asked, ${time}`).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(question, `closed, ${time}`).toHaveCount(0);
    await expect(name, `open, ${time}`).toBeVisible();
  }
  await expect(name).toHaveValue('Scris');

  // With the pointer a browser is asked anew each time.
  await form.getByRole('button', { name: 'Renunță' }).click();
  await expect(question.getByRole('button', { name: 'Rămân pe pagină' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  await expect(form).toBeVisible();
});

test('a question starts at the answer that changes nothing, and gives the focus back to what it was asked from', async ({
  page,
}) => {
  const { id } = await makeManager(fresh('Asociația '));
  await signIn(page, implementer, `/managers/${id}`);
  const menu = page.getByRole('button', { name: 'Alte acțiuni', exact: true });
  const question = page.getByRole('dialog', { name: 'Ștergere' });
  for (const close of ['Escape', 'Enter']) {
    await menu.click();
    await page.getByRole('button', { name: 'Șterge', exact: true }).click();
    await expect(question.getByRole('button', { name: 'Renunță' })).toBeFocused();
    await page.keyboard.press(close);
    await expect(question).toHaveCount(0);
    await expect(menu, close).toBeFocused();
  }

  // Its scrollbar is the form's: what is pressed there has the dialog itself for a target, as what is pressed beside it has.
  await page.getByRole('link', { name: 'Modifică' }).click();
  const form = page.getByRole('dialog', { name: 'Modifică administratorul de bloc' });
  await form.evaluate((element) => {
    const { right, top } = element.getBoundingClientRect();
    const at = { clientX: right - 5, clientY: top + 50, bubbles: true };
    element.dispatchEvent(new MouseEvent('mousedown', at));
  });
  await form.getByRole('textbox', { name: 'Nume' }).fill('Altul');
  await page.mouse.click(20, 400);
  await page.getByRole('button', { name: 'Renunță la modificări' }).click();
  await expect(form).toHaveCount(0);
});

test('why a long form was not saved comes into sight, and one goes on writing', alike, async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 600 });
  await signIn(page, 'root@noa.test', '/settings?edit=true');
  const form = page.getByRole('dialog', { name: 'Modifică setările organizației' });
  const field = form.getByLabel('Rapoartele se trimit și la');
  await field.fill('primaria.test');
  await page.route('**/graphql', (route) =>
    (route.request().postData() ?? '').includes('UpdateOrgSettings') ? route.abort() : route.fallback(),
  );
  await page.keyboard.press('Control+s');

  await expect(form.getByRole('alert').filter({ hasText: 'Serverul nu răspunde' })).toBeInViewport({ ratio: 1 });
  await expect(field).toBeFocused();
});

test('what is wrong takes the focus when a form is sent, and from nobody who has gone on to another field', async ({
  page,
}) => {
  const groups = recordKinds.find(({ name }) => name === 'a container group');
  const id = await groups?.make(groups.value());
  await signIn(page, implementer, `/container-groups/${id}/update`);
  const form = page.getByRole('dialog');
  const number = form.getByRole('textbox', { name: 'Număr' }).first();
  const summary = form.getByRole('alert').filter({ hasText: 'corectat' });
  await number.fill('');
  await page.keyboard.press('Control+s');
  await expect(summary).toBeFocused();
  await number.fill(fresh('Z-'));
  await expect(summary).toHaveCount(0);

  await form.getByLabel('Latitudine').fill('95');
  await page.keyboard.press('Tab');
  await expect(summary).toBeVisible();
  await expect(form.getByLabel('Longitudine')).toBeFocused();
});

test('Escape lets a view keep its name, and nothing else is closed with it', alike, async ({ page }) => {
  const name = fresh('Vedere ');
  await signIn(page, implementer, '/managers');
  await page.getByRole('button', { name: 'Vederi' }).click();
  await page.getByLabel('Salvează lista ca vedere').fill(name);
  await page.keyboard.press('Enter');
  const rename = page.getByRole('button', { name: `Redenumește „${name}”` });
  await rename.click();
  const field = page.getByRole('textbox', { name: 'Numele vederii' });
  await field.fill(' ');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Completați acest câmp')).toBeVisible();
  await field.fill('Alta');
  await expect(page.getByText('Completați acest câmp')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(rename).toBeFocused();
});

test('a button that was pressed by the keyboard has the focus again when its answer has come, and takes it from nothing else', async ({
  page,
}) => {
  await signIn(page, 'root@noa.test', '/reports/usage?period=lastMonth&by=waste_stream');
  const named = (name: string) => page.getByRole('button', { name, exact: true });
  const [button, other] = [named('Exportă CSV'), named('Favorit')];
  const press = async () => {
    const held = await hold(page, 'CreateExport');
    await expect(button).toBeEnabled();
    await button.focus();
    await page.keyboard.press('Enter');
    await expect(button).toBeDisabled();
    return held;
  };

  await (await press()).letGo();
  await expect(button).toBeFocused();

  const held = await press();
  await other.focus();
  await held.letGo();
  await expect(button).toBeEnabled();
  await expect(other).toBeFocused();
});
