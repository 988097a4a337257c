import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import { expect, test, type Browser, type Page } from '@playwright/test';
import { addAuthenticator } from '../support/authenticator.ts';
import { axeFindings } from '../support/axe.ts';
import { linksTo, pictures, rootLink } from './told.ts';

const ana = { email: 'ana.popescu@primaria.ro', name: 'Ana Popescu', password: 'trei pisici pe gard' };
const barbu = { email: 'barbu.ionescu@primaria.ro', name: 'Barbu Ionescu', password: 'un tramvai plin de ceapă' };
const vlad = { email: 'vlad.rusu@exemplu.ro', name: 'Vlad Rusu', password: 'o scară cu zece trepte' };
const newPassword = 'două tramvaie pline de ceapă';
const org = 'Comuna Valea Mare';
const account = '/realms/dev/account';

/** Looks at a page as it stands: in both colour schemes, wide and narrow, for what axe finds and for what does not fit; and takes its picture. */
async function look(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.evaluate(showInConsole, colorScheme);
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 844 });
      await page.screenshot({ path: join(pictures, `${name}-${colorScheme}-${width}.png`), fullPage: true });
      const overhang = () =>
        page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      await expect.poll(overhang, { message: `${name} at ${width}` }).toBeLessThanOrEqual(0);
    }
    expect(await axeFindings(page), `${name}, ${colorScheme}`).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.evaluate(showInConsole, 'light');
  await page.setViewportSize({ width: 1280, height: 844 });
}

/** The console has a switch of its own, which sets this; the provider's pages have none. */
function showInConsole(colorScheme: string): void {
  const { documentElement: root } = document;
  if (root.hasAttribute('data-mantine-color-scheme')) {
    root.setAttribute('data-mantine-color-scheme', colorScheme);
  }
}

/** A code of an application for codes (RFC 6238): SHA-1, six digits, half a minute. */
function codeOf(key: string): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = Array.from(key)
    .map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0'))
    .join('');
  const secret = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)));
  const hash = createHmac('sha1', secret).update(step).digest();
  const number = hash.readUInt32BE((hash.at(-1) ?? 0) & 15) & 0x7f_ff_ff_ff;
  return String(number % 1_000_000).padStart(6, '0');
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

async function choosePassword(page: Page, password: string): Promise<void> {
  await page.getByLabel('Parolă nouă').fill(password);
  await page.getByLabel('Parola încă o dată').fill(password);
  await press(page, 'Salvează parola');
  await expect(heading(page)).toHaveText('Parola este salvată');
}

async function typePassword(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Parola').fill(password);
  await press(page, 'Intră');
}

const inConsole = (page: Page) => expect(page.locator('#main').getByRole('heading', { level: 1 })).toBeVisible();

/** The link that an address was mailed, counted from the first. */
async function linkTo(email: string, number: number): Promise<string> {
  await expect.poll(async () => (await linksTo(email)).length, { timeout: 30_000 }).toBe(number);
  return (await linksTo(email)).at(-1) ?? '';
}

const aBrowser = async (browser: Browser): Promise<Page> =>
  (await browser.newContext({ locale: 'ro-RO', timezoneId: 'Europe/Bucharest', reducedMotion: 'reduce' })).newPage();

/** The first administrator's account, by the link that the start printed, with the second factor that the role demands. */
async function becomeFirstAdministrator(page: Page): Promise<void> {
  await page.goto(rootLink);
  await expect(heading(page)).toHaveText('Primul administrator general');
  await look(page, '01-first-administrator');
  await page.getByLabel('E-mail').fill(ana.email);
  await page.getByLabel('Nume', { exact: true }).fill(ana.name);
  await choosePassword(page, ana.password);
  await look(page, '02-password-kept');

  await page.getByRole('link', { name: 'Înapoi la aplicație' }).click();
  await expect(heading(page)).toHaveText('Autentificare');
  await look(page, '03-sign-in');
  await typePassword(page, ana.email, ana.password);
  await expect(page.getByText('Rolul dumneavoastră cere un cod la autentificare')).toBeVisible();
  await look(page, '04-codes-demanded');
  const key = ((await page.locator('#key').textContent()) ?? '').replaceAll(' ', '');
  await page.getByLabel('Codul din aplicație').fill(codeOf(key));
  await press(page, 'Confirmă codul');
  await expect(heading(page)).toHaveText('Coduri de rezervă');
  await look(page, '05-recovery-codes');
  await press(page, 'Le-am păstrat');
  await inConsole(page);

  await page.goto(rootLink);
  await expect(heading(page)).toHaveText('Linkul nu mai este valabil');
  await look(page, '06-link-gone');
}

/** An org, and a member of it who has no account yet. */
async function inviteMember(page: Page): Promise<void> {
  await page.goto('/orgs/create');
  await page.getByLabel('Nume').fill(org);
  await press(page, 'Salvează');
  await expect(heading(page)).toHaveText(org);
  await page.getByRole('tab', { name: 'Membri' }).click();
  await page.getByRole('link', { name: 'Adaugă membru' }).first().click();
  await page.getByLabel('E-mail').fill(barbu.email);
  await expect(page.getByText('îl are în toate organizațiile al căror membru este')).toBeVisible();
  await page.getByRole('combobox', { name: 'Rol' }).selectOption('local_reporter');
  await look(page, '07-invite');
  await press(page, 'Salvează');
  await expect(page.getByRole('listitem').filter({ hasText: barbu.email }).getByText('Invitat')).toBeVisible();
  await look(page, '08-invited');
}

/** The member's password and passkey. @returns the recovery codes. */
async function accept(page: Page): Promise<string[]> {
  await page.goto(await linkTo(barbu.email, 1));
  await expect(heading(page)).toHaveText('Bine ați venit');
  await look(page, '09-welcome');
  await page.getByLabel('Nume', { exact: true }).fill(barbu.name);
  await choosePassword(page, barbu.password);
  await page.getByRole('link', { name: 'Înapoi la aplicație' }).click();
  await typePassword(page, barbu.email, barbu.password);
  await inConsole(page);
  await page.goto('/reports');
  await expect(heading(page)).toHaveText('Rapoarte');

  await addAuthenticator(page);
  await page.goto(account);
  await look(page, '10-account');
  await page.getByRole('link', { name: 'Adaugă o cheie de acces' }).click();
  await look(page, '11-new-passkey');
  await page.getByLabel('Denumirea cheii de acces').fill('Telefonul lui Barbu');
  await press(page, 'Creează cheia de acces');
  await expect(heading(page)).toHaveText('Coduri de rezervă');
  const codes = await page.locator('.codes code').allTextContents();
  await press(page, 'Le-am păstrat');
  await expect(page.getByText('Telefonul lui Barbu')).toBeVisible();
  await look(page, '12-account-with-passkey');
  return codes;
}

/** Another password by mail, in a browser that has no passkey. */
async function resetPassword(page: Page, recoveryCode: string): Promise<void> {
  await page.goto('/home');
  await page.getByRole('link', { name: 'Am uitat parola' }).click();
  await look(page, '13-forgot');
  await page.getByLabel('E-mail').fill(barbu.email);
  await press(page, 'Trimite linkul');
  await expect(heading(page)).toHaveText('Verificați e-mailul');
  await look(page, '14-forgot-sent');
  await page.goto(await linkTo(barbu.email, 2));
  await look(page, '15-new-password');
  await choosePassword(page, newPassword);
  await page.getByRole('link', { name: 'Înapoi la aplicație' }).click();

  await typePassword(page, barbu.email, barbu.password);
  await expect(page.getByText('E-mail sau parolă greșită')).toBeVisible();
  await look(page, '16-wrong-password');
  await typePassword(page, barbu.email, newPassword);
  await expect(heading(page)).toHaveText('Codul de autentificare');
  await look(page, '17-code');
  await page.getByLabel('Cod', { exact: true }).fill(recoveryCode);
  await press(page, 'Continuă');
  await inConsole(page);
}

/** The other session, by the list on the page of the account, reached with the passkey alone. */
async function endOtherSession(page: Page, other: Page): Promise<void> {
  await page.goto(account);
  await expect(heading(page), 'the reset has ended this session').toHaveText('Autentificare');
  await press(page, 'Autentificare cu o cheie de acces');
  await expect(page.locator('.session')).toHaveCount(3); // the passkey, and two browsers
  await look(page, '18-sessions');
  await press(page, 'Închide sesiunea');
  await expect(page.getByText('Sesiunea este închisă.')).toBeVisible();
  await look(page, '19-session-ended');

  await other.goto(account);
  await expect(heading(other)).toHaveText('Autentificare');
}

/** A resident's account, whom nobody has invited. */
async function makeOwnAccount(page: Page): Promise<void> {
  await page.goto('/home');
  await page.getByRole('link', { name: 'Sunt locatar și nu am cont' }).click();
  await look(page, '25-sign-up');
  await page.getByLabel('E-mail').fill(vlad.email);
  await press(page, 'Trimite linkul');
  await expect(heading(page)).toHaveText('Verificați e-mailul');
  await look(page, '26-sign-up-sent');
  await page.goto(await linkTo(vlad.email, 1));
  await expect(heading(page)).toHaveText('Cont de locatar');
  await look(page, '27-own-account');
  await page.getByLabel('Nume', { exact: true }).fill(vlad.name);
  await choosePassword(page, vlad.password);
  await page.getByRole('link', { name: 'Înapoi la aplicație' }).click();
  await typePassword(page, vlad.email, vlad.password);
  await expect(page.getByLabel('Codul din scrisoare')).toBeVisible();
  await look(page, '28-home-without-apartment');
}

async function deed(page: Page, action: string): Promise<void> {
  await page.getByRole('button', { name: `${action}: ${barbu.name}` }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(barbu.name);
  await dialog.getByRole('button', { name: action }).click();
  await expect(dialog).toHaveCount(0);
}

test('a town without another provider: from the first administrator to a member who is blocked', async ({
  page,
  browser,
}) => {
  const [members, other] = [await aBrowser(browser), await aBrowser(browser)];

  await becomeFirstAdministrator(page);
  await inviteMember(page);
  const codes = await accept(members);
  await resetPassword(other, codes[0] ?? '');
  await endOtherSession(members, other);
  await makeOwnAccount(await aBrowser(browser));

  await page.goto('/home');
  await page.getByRole('button', { name: new RegExp(ana.name) }).click();
  await page.getByRole('banner').getByRole('link', { name: 'Conturi', exact: true }).click();
  await expect(heading(page)).toHaveText('Conturi');
  await look(page, '20-accounts');
  await page.getByRole('button', { name: `Blochează contul: ${barbu.name}` }).click();
  await look(page, '21-block');
  await page.getByRole('dialog').getByRole('button', { name: 'Blochează contul' }).click();
  const row = page.getByRole('listitem').filter({ hasText: barbu.email });
  await expect(row.getByText('Blocat', { exact: true })).toBeVisible();
  await look(page, '22-blocked');

  await members.goto(account);
  await typePassword(members, barbu.email, newPassword);
  await expect(members.getByText('Contul este blocat.')).toBeVisible();
  await look(members, '23-told-blocked');

  await deed(page, 'Deblochează contul');
  await expect(row.getByText('Blocat', { exact: true })).toHaveCount(0);
  await typePassword(members, barbu.email, newPassword);
  await press(members, 'Continuă cu o cheie de acces');
  await expect(heading(members)).toHaveText('Contul meu');

  await deed(page, 'Încheie sesiunile');
  await members.goto(account);
  await expect(heading(members)).toHaveText('Autentificare');
});
