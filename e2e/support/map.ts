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
