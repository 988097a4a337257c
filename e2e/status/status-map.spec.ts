import { expect, test, type Response } from '@playwright/test';
import { canDraw, coloursOf, grounds } from '../support/map.ts';
import { signIn } from '../support/sign-in.ts';
import { shownElsewhere } from '../support/thorough.ts';

const implementer = 'implementer@noa.test';
/** The middle of the town, where its two large roads cross. */
const path = '/containers/status?bbox=26.9050,46.5170,26.9150,46.5250';

const isPart = (response: Response) => new URL(response.url()).pathname.startsWith('/map/');

for (const scheme of ['light', 'dark'] as const) {
  test(
    `has the town’s streets under its containers when it is ${scheme}, and asks nobody but Noa`,
    shownElsewhere, // that the status screen draws the town's streets: map-upload.spec.ts
    async ({ page, baseURL }) => {
      await page.addInitScript((chosen) => localStorage.setItem('noa-color-scheme', chosen), scheme);
      const parts: Response[] = [];
      const asked = new Set<string>();
      page.on('request', (request) => asked.add(new URL(request.url()).protocol + new URL(request.url()).host));
      page.on('response', (response) => void (isPart(response) && parts.push(response)));

      await signIn(page, implementer, path);
      if (!(await canDraw(page))) {
        await expect(page.getByText('Harta nu se poate desena aici')).toBeVisible();
        return;
      }

      await expect(page.getByText('Lunca Mare: oraș inventat')).toBeVisible();
      await expect.poll(() => parts.length).toBeGreaterThan(2);
      expect(new Set(parts.map((part) => part.status()))).toEqual(new Set([206]));
      await expect(async () => {
        const colours = await coloursOf(page.getByRole('region', { name: 'Harta containerelor' }));
        for (const ground of grounds[scheme]) {
          expect(colours.slice(0, 60)).toContain(ground);
        }
      }).toPass();
      const own = new URL(baseURL ?? '');
      expect([...asked].filter((each) => /^https?:/.test(each))).toEqual([own.protocol + own.host]);

      // What they are called is read from the same file, closer by.
      const before = parts.length;
      for (let step = 0; step < 2; step += 1) {
        await page.getByRole('button', { name: 'Mai aproape' }).click();
      }
      await expect.poll(() => parts.length).toBeGreaterThan(before);
      expect((await page.request.get(parts[0]?.url() ?? '', { headers: { range: 'bytes=0-126' } })).status()).toBe(401);
    },
  );
}
