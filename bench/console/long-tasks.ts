import type { Page } from 'playwright-core';
import { follow } from './browser.ts';

export interface LongTask {
  readonly path: string;
  /** Milliseconds for which nothing else could be done: the longest of the screen. */
  readonly ms: number;
}

/** The longest task of each screen as somebody goes there, the second time: the first one loads its code. */
export async function longestTasks(page: Page, screens: readonly string[]): Promise<LongTask[]> {
  await page.evaluate(() => {
    const seen: number[] = [];
    (window as { longTasks?: number[] }).longTasks = seen;
    new PerformanceObserver((list) => seen.push(...list.getEntries().map(({ duration }) => duration))).observe({
      type: 'longtask',
    });
  });
  const found: LongTask[] = [];
  for (const path of [...screens, ...screens]) {
    await page.evaluate(() => (window as { longTasks?: number[] }).longTasks?.splice(0));
    await follow(page, path);
    const tasks = await page.evaluate(() => (window as { longTasks?: number[] }).longTasks ?? []);
    found.push({ path, ms: Math.max(0, ...tasks) });
  }
  return found.slice(screens.length);
}
