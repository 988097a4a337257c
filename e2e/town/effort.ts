import type { Page } from '@playwright/test';

/** What a person does, as the browser sees it. */
interface Effort {
  clicks: number;
  keys: number;
}

/**
 * Counts clicks and keys on every page that is opened from now on: keys pressed together are one, and text that is put in at once is none.
 *
 * @returns `of` names a part of the work, counts it and gives the counts; `print` writes a line for each part, with seconds, and the sum.
 */
export async function countEffort(page: Page) {
  const now: Effort = { clicks: 0, keys: 0 };
  const parts: (Effort & { name: string; seconds: number })[] = [];
  await page.exposeFunction('countEffort', (kind: keyof Effort, count: number) => {
    now[kind] += count;
  });
  await page.addInitScript(() => {
    const count = (window as unknown as { countEffort: (kind: string, count: number) => void }).countEffort;
    document.addEventListener('click', ({ isTrusted, detail }) => isTrusted && detail > 0 && count('clicks', 1), true);
    const held = ['Control', 'Shift', 'Alt', 'Meta'];
    document.addEventListener(
      'keydown',
      ({ isTrusted, key }) => isTrusted && !held.includes(key) && count('keys', 1),
      true,
    );
    // Playwright chooses by itself what a person opens and clicks.
    document.addEventListener(
      'change',
      ({ target, isTrusted }) => !isTrusted && target instanceof HTMLSelectElement && count('clicks', 2),
      true,
    );
  });
  return {
    of: async (name: string, work: () => Promise<void>): Promise<Effort> => {
      const [before, began] = [{ ...now }, Date.now()];
      await work();
      const effort = { clicks: now.clicks - before.clicks, keys: now.keys - before.keys };
      parts.push({ name, ...effort, seconds: (Date.now() - began) / 1000 });
      return effort;
    },
    print: (): void => {
      const sum = (key: 'clicks' | 'keys' | 'seconds') => parts.reduce((total, part) => total + part[key], 0);
      const all = { name: 'all', clicks: sum('clicks'), keys: sum('keys'), seconds: sum('seconds') };
      for (const { name, clicks, keys, seconds } of [...parts, all]) {
        process.stdout.write(`${name}: ${clicks} clicks, ${keys} keys, ${seconds.toFixed(1)} s\n`);
      }
    },
  };
}
