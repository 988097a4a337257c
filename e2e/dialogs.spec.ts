import { expect, test } from '@playwright/test';
import { makeManager } from './support/made.ts';
import { fresh } from './support/record-kinds.ts';
import { signIn } from './support/sign-in.ts';

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
