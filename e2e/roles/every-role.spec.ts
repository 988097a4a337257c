import { expect, test } from '@playwright/test';
import { axeFindings } from '../support/axe.ts';
import { goTo } from '../support/go-to.ts';
import { accounts, findSamples, routes, showsTo, type Letter } from '../support/routes.ts';
import { schemes, setScheme } from '../support/scheme.ts';
import { signIn } from '../support/sign-in.ts';
import { inQuantity } from '../support/thorough.ts';

for (const letter of Object.keys(accounts) as Letter[]) {
  test(
    `axe finds nothing on any screen that ${accounts[letter]} is shown, in light and in dark`,
    inQuantity,
    async ({ page }) => {
      test.setTimeout(600_000);
      const shown = routes(await findSamples()).filter((route) => showsTo(letter, route));
      await signIn(page, accounts[letter]);

      for (const { path } of shown) {
        await goTo(page, path);
        await expect(page.getByText('Nu aveți acces aici'), path).toHaveCount(0);
        for (const scheme of schemes) {
          await setScheme(page, scheme);
          expect.soft(await axeFindings(page), `${path} in ${scheme}`).toEqual([]);
        }
        await setScheme(page, 'light');
      }
      expect(shown.length).toBeGreaterThan(3);
    },
  );
}
