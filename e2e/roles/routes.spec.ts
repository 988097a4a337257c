import { expect, test } from '@playwright/test';
import { goTo } from '../support/go-to.ts';
import { technicalWords } from '../support/plain-words.ts';
import { accounts, findSamples, routes, showsTo, type Samples } from '../support/routes.ts';
import { signIn } from '../support/sign-in.ts';
import { alike, alikeUnless } from '../support/thorough.ts';

let samples: Samples;

test.beforeAll(async () => {
  samples = await findSamples();
});

// Each commit tries all roles against the route table (console/src/app/routes.test.ts), and that screens obey it as root, as a resident
// (accessibility.spec.ts, resident.spec.ts) and at a third of where a property administrator is refused.
for (const letter of ['M', 'C', 'I'] as const) {
  test(`${accounts[letter]} finds each route that the specification allows`, alike, async ({ page }) => {
    test.setTimeout(180_000);
    await signIn(page, accounts[letter]);

    for (const { path, title } of routes(samples).filter((route) => showsTo(letter, route))) {
      await goTo(page, path);
      await expect(page.getByRole('heading', { level: 1 }), path).not.toHaveText('Pagina nu există');
      await expect(page, path).toHaveTitle(title instanceof RegExp ? title : `${title} · Noa`);
      await expect(page.getByRole('main').getByText('Înregistrarea nu există'), path).toHaveCount(0);
      await expect(page.getByText('Nu aveți acces aici'), path).toHaveCount(0);
      await expect(page.getByText('Nu am reușit'), path).toHaveCount(0);
      expect.soft(await technicalWords(page), `${path}: words that no clerk knows`).toEqual([]);
    }
    // What was done, and by whom, is where ids and codes come in first.
    const pasts = letter === 'I' ? [`/containers/${samples.container}`, `/entrances/${samples.entrance}`] : [];
    for (const path of pasts.map((view) => `${view}?tab=history`)) {
      await goTo(page, path);
      expect.soft(await technicalWords(page), `${path}: words that no clerk knows`).toEqual([]);
    }
  });

  for (const [nth, part] of ['first', 'second', 'third'].entries()) {
    const name = `${accounts[letter]} finds no other route: the ${part} of each three`;
    test(name, alikeUnless(letter === 'M' && nth === 0), async ({ page }) => {
      await signIn(page, accounts[letter]);

      const others = routes(samples).filter((each) => !showsTo(letter, each));
      for (const { path, missing } of others.filter((_each, index) => index % 3 === nth)) {
        await goTo(page, path);
        const refusal = missing
          ? page.getByRole('main').getByText(path, { exact: true })
          : page.getByText('Nu aveți acces aici').first();
        await expect(refusal, path).toBeVisible();
      }
    });
  }
}
