import { expect, test, type Page } from '@playwright/test';
import { isClean } from './support/axe.ts';
import { signInByForm } from './support/sign-in.ts';
import { alikeUnless } from './support/thorough.ts';

const schemes = ['light', 'dark'] as const;
/** What people see each day; the other pages stand in the same frame. */
const ofEachDay = ['the account, with its password and sessions', 'signing in', 'a wrong password'];
const realm = '/realms/dev';

/** What a page is drawn with, as the browser has it. */
const lookOf = (page: Page) =>
  page.evaluate(async () => {
    await document.fonts.ready;
    const body = getComputedStyle(document.body);
    const [font = ''] = body.fontFamily.split(',').map((name) => name.replaceAll(/['"]/g, ''));
    return {
      font,
      isLoaded: [...document.fonts].some(({ family, status }) => family.includes(font) && status === 'loaded'),
      ground: body.backgroundColor,
      text: body.color,
    };
  });

/** What the console's own tokens come to, in the scheme that it shows. */
const tokensOf = (page: Page) =>
  page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('i'));
    const colour = (name: string) => {
      probe.style.color = `var(${name})`;
      return getComputedStyle(probe).color;
    };
    const tokens = { filled: colour('--mantine-primary-color-filled'), focus: colour('--noa-focus') };
    probe.remove();
    return tokens;
  });

const buttonOf = (page: Page) =>
  page.locator('main button:not(.second):not(.plain), main a.button:not(.second)').first();
const tabTo = async (page: Page) => {
  await page.keyboard.press('Tab');
  return page.evaluate(() => {
    const { outlineColor, outlineWidth, outlineStyle } = getComputedStyle(document.activeElement ?? document.body);
    return { outlineColor, outlineWidth, outlineStyle };
  });
};

const fitsWidth = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);

for (const [scheme, areOfEachDay] of schemes.flatMap((each) => [[each, true] as const, [each, false] as const])) {
  test(
    `the provider's pages ${areOfEachDay ? 'of each day' : 'besides'} look like the console, in ${scheme}, at 390 px too`,
    alikeUnless(scheme === 'dark' && areOfEachDay),
    async ({ browser }) => {
      const context = await browser.newContext({ colorScheme: scheme });
      await context.addInitScript((chosen) => localStorage.setItem('noa-color-scheme', chosen), scheme);
      const page = await context.newPage();
      await signInByForm(page, 'reporter@noa.test', '/settings');
      await expect.poll(async () => (await lookOf(page)).isLoaded).toBe(true);
      const [console, tokens] = [await lookOf(page), await tokensOf(page)];

      const forget = () => context.clearCookies();
      const shown: Readonly<Record<string, () => Promise<unknown>>> = {
        'the account, with its password and sessions': () => page.goto(`${realm}/account`),
        'setting up a second factor': () => page.goto(`${realm}/account/totp`),
        'a link that is none': () => page.goto(`${realm}/link/none`),
        'a request that is wrong': () => page.goto(`${realm}/protocol/openid-connect/auth?client_id=nobody`),
        'signing out': () => page.goto(`${realm}/protocol/openid-connect/logout`),
        'signing in': async () => {
          await forget();
          await page.evaluate(() =>
            localStorage.removeItem(Object.keys(localStorage).find((key) => key.startsWith('oidc.user:')) ?? ''),
          );
          await page.goto('/home');
          await expect(page.getByLabel('Parola')).toBeVisible();
        },
        'a wrong password': async () => {
          await page.getByLabel('E-mail').fill('reporter@noa.test');
          await page.getByLabel('Parola').fill('wrong');
          await page.getByRole('button', { name: 'Intră', exact: true }).click();
          await expect(page.getByRole('alert')).toBeVisible();
        },
      };
      const asked = Object.entries(shown).filter(([what]) => ofEachDay.includes(what) === areOfEachDay);
      for (const [what, show] of asked) {
        await page.setViewportSize({ width: 1280, height: 800 });
        await show();
        await expect(page, what).toHaveTitle(/Noa/);
        await expect.poll(() => lookOf(page), what).toEqual(console);
        if ((await buttonOf(page).count()) > 0) {
          expect(await buttonOf(page).evaluate((each) => getComputedStyle(each).backgroundColor), what).toBe(
            tokens.filled,
          );
        }
        expect(await tabTo(page), what).toEqual({
          outlineColor: tokens.focus,
          outlineWidth: '2px',
          outlineStyle: 'solid',
        });
        await isClean(page);
        await page.setViewportSize({ width: 390, height: 844 });
        await expect.poll(() => fitsWidth(page), `${what} at 390 px`).toBe(true);
      }
      await context.close();
    },
  );
}
