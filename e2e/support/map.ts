import type { Locator, Page } from '@playwright/test';

/** Whether this browser can draw maps; where it cannot, screens say so and do without. */
export const canDraw = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.createElement('canvas').getContext('webgl2') !== null);

/** A picture of the map as it stands. */
export const pictureOf = async (map: Locator): Promise<string> => (await map.screenshot()).toString('base64');

/** The middle of where two pictures differ, in pixels from the upper left; null where they are alike. */
export const middleOfChange = (page: Page, before: string, after: string): Promise<{ x: number; y: number } | null> =>
  page.evaluate(
    async (pictures) => {
      const [one, other] = await Promise.all(
        pictures.map(async (base64) => {
          const image = new Image();
          image.src = `data:image/png;base64,${base64}`;
          await image.decode();
          const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
          context?.drawImage(image, 0, 0);
          return context?.getImageData(0, 0, image.width, image.height);
        }),
      );
      const [xs, ys]: [number[], number[]] = [[], []];
      for (let at = 0; one && other && at < one.data.length; at += 4) {
        if ([0, 1, 2].some((part) => Math.abs((one.data[at + part] ?? 0) - (other.data[at + part] ?? 0)) > 40)) {
          xs.push((at / 4) % one.width);
          ys.push(Math.floor(at / 4 / one.width));
        }
      }
      const middle = (values: readonly number[]) => (Math.min(...values) + Math.max(...values)) / 2;
      return xs.length > 0 ? { x: middle(xs), y: middle(ys) } : null;
    },
    [before, after],
  );

/** Earth and large roads, as the theme has them. */
export const grounds = { light: ['#faf3ef', '#fff3bf'], dark: ['#1f1f1f', '#696969'] } as const;

/** The colours of a map as it stands, from the most frequent on. */
export const coloursOf = async (map: Locator): Promise<string[]> =>
  map.page().evaluate(
    async (base64) => {
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
    },
    await pictureOf(map),
  );
