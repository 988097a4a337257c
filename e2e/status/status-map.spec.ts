import { expect, test, type Page, type Response } from '@playwright/test';
import { signIn } from '../support/sign-in.ts';
import { alikeUnless } from '../support/thorough.ts';

const implementer = 'implementer@noa.test';
/** The middle of the town, where its two large roads cross. */
const path = '/containers/status?bbox=26.9050,46.5170,26.9150,46.5250';

const isPart = (response: Response) => new URL(response.url()).pathname.startsWith('/map/');

/** How much of the map's ground has each colour, from the most frequent on. */
async function coloursOf(page: Page): Promise<string[]> {
  const picture = await page.getByRole('region', { name: 'Harta containerelor' }).screenshot();
  return page.evaluate(async (base64) => {
    const image = new Image();
    image.src = `data:image/png;base64,${base64}`;
    await image.decode();
    const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
    context?.drawImage(image, 0, 0);
    const pixels = context?.getImageData(0, 0, image.width, image.height).data ?? new Uint8ClampedArray();
    const counts = new Map<string, number>();
    for (let at = 0; at < pixels.length; at += 4) {
      const colour = `#${[...pixels.subarray(at, at + 3)].map((value) => value.toString(16).padStart(2, '0')).join('')}`;
      counts.set(colour, (counts.get(colour) ?? 0) + 1);
    }
    return [...counts].toSorted((a, b) => b[1] - a[1]).map(([colour]) => colour);
  }, picture.toString('base64'));
}

/** Earth and large roads, as the theme has them. */
const grounds = { light: ['#faf3ef', '#fff3bf'], dark: ['#1f1f1f', '#696969'] } as const;

for (const scheme of ['light', 'dark'] as const) {
  test(
    `has the town’s streets under its containers when it is ${scheme}, and asks nobody but Noa`,
    alikeUnless(scheme === 'light'),
    async ({ page, baseURL }) => {
      await page.addInitScript((chosen) => localStorage.setItem('noa-color-scheme', chosen), scheme);
      const parts: Response[] = [];
      const asked = new Set<string>();
      page.on('request', (request) => asked.add(new URL(request.url()).protocol + new URL(request.url()).host));
      page.on('response', (response) => void (isPart(response) && parts.push(response)));

      await signIn(page, implementer, path);
      if (await page.evaluate(() => document.createElement('canvas').getContext('webgl2') === null)) {
        await expect(page.getByText('Harta nu se poate desena aici')).toBeVisible();
        return;
      }

      await expect(page.getByText('Lunca Mare: oraș inventat')).toBeVisible();
      await expect.poll(() => parts.length).toBeGreaterThan(2);
      expect(new Set(parts.map((part) => part.status()))).toEqual(new Set([206]));
      await expect(async () => {
        const colours = await coloursOf(page);
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
