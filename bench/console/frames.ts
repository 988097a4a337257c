import type { Page } from 'playwright-core';
import { follow } from './browser.ts';

/** Lists of the console have pages of a hundred rows at most: a longer one is made of its answer on the way. */
async function lengthenCards(page: Page, rows: number): Promise<() => Promise<void>> {
  const url = '**/graphql';
  await page.route(url, async (route) => {
    const asked = route.request().postData() ?? '';
    if (!/query Cards?\b|\bcards\(/.test(asked)) {
      await route.continue();
      return;
    }
    const response = await route.fetch();
    const body = (await response.json()) as { data?: { cards?: { nodes: { id: string; rowId: string }[] } } };
    const nodes = body.data?.cards?.nodes ?? [];
    if (body.data?.cards && nodes.length > 0) {
      body.data.cards.nodes = Array.from({ length: rows }, (_, index) => {
        const node = nodes[index % nodes.length] as (typeof nodes)[number];
        return { ...node, id: `${node.id}-${index}`, rowId: `${node.rowId}-${index}` };
      });
    }
    await route.fulfill({ response, json: body });
  });
  return () => page.unroute(url);
}

export interface Frames {
  readonly rows: number;
  /** Frames a second over the whole way. */
  readonly perSecond: number;
  /** Share of frames, in per cent, that came later than the one after the next should have. */
  readonly latePct: number;
  /** The longest wait for a frame, in milliseconds. */
  readonly longestMs: number;
}

/** Scrolls a list of so many rows for some seconds, a screen's height each tenth of a second, and times its frames. */
export async function framesOver(page: Page, rows: number, seconds: number): Promise<Frames> {
  const undo = await lengthenCards(page, rows);
  await follow(page, '/card?size=100');
  await page.waitForFunction((least) => document.documentElement.scrollHeight > least, rows * 20);
  const waits = await page.evaluate(
    (forMs) =>
      new Promise<number[]>((resolve) => {
        const times: number[] = [];
        const began = performance.now();
        let before = began;
        let position = 0;
        function frame(now: number) {
          times.push(now - before);
          before = now;
          position += (window.innerHeight / 100) * (times.at(-1) ?? 0);
          window.scrollTo(0, position % (document.documentElement.scrollHeight - window.innerHeight));
          if (now - began < forMs) {
            requestAnimationFrame(frame);
          } else {
            resolve(times.slice(1));
          }
        }
        requestAnimationFrame(frame);
      }),
    seconds * 1_000,
  );
  await undo();
  const total = waits.reduce((sum, ms) => sum + ms, 0);
  return {
    rows,
    perSecond: (waits.length / total) * 1_000,
    latePct: (waits.filter((ms) => ms > 2.5 * (1_000 / 60)).length / waits.length) * 100,
    longestMs: Math.max(...waits),
  };
}
