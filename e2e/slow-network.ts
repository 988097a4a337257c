import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';

/** Milliseconds by which each answer is late: long enough for what is shown before it to be drawn. */
const lateMs = 20;

const locales = join(import.meta.dirname, '../console/public/locales/ro');

/** Keys of all texts, without their plural forms: what must never be read on a screen. */
function keysOf(texts: object, path = ''): string[] {
  return Object.entries(texts).flatMap(([name, value]) => {
    const key = path === '' ? name : `${path}.${name}`;
    return typeof value === 'object' ? keysOf(value as object, key) : [key.replace(/_(one|few|other)$/, '')];
  });
}

const keys = new Set(
  readdirSync(locales).flatMap((file) => keysOf(JSON.parse(readFileSync(join(locales, file), 'utf8')) as object)),
);

/** What is looked for in each state that a screen goes through: runs in the page. */
function watchTexts(known: readonly string[]): void {
  const all = new Set(known);
  const seen: string[] = [];
  (globalThis as unknown as { wrongTexts: string[] }).wrongTexts = seen;
  const look = (text: string | null) => {
    const words = (text ?? '').match(/\b[a-z]+[A-Za-z]*(\.[A-Za-z_]+)+\b/g) ?? [];
    const wrong = [
      ...words.filter((word) => all.has(word)),
      ...((text ?? '').match(/\bNaN\b|\bundefined\b|\[object |mm\/dd\/yyyy|\{\{|…$^/g) ?? []),
    ];
    seen.push(...wrong.map((word) => `${location.pathname}: ${word} in "${(text ?? '').slice(0, 80)}"`));
  };
  const lookAt = (node: Node) => {
    if (node instanceof Text) {
      look(node.data);
    } else if (node instanceof Element && !/^(script|style)$/i.test(node.tagName)) {
      look(node.textContent);
      for (const element of [node, ...node.querySelectorAll('[aria-label], [title], [placeholder]')]) {
        for (const name of ['aria-label', 'title', 'placeholder']) {
          look(element.getAttribute(name));
        }
      }
    }
  };
  new MutationObserver((changes) => {
    for (const { target, addedNodes, type } of changes) {
      if (type === 'childList') {
        addedNodes.forEach(lookAt);
      } else {
        lookAt(target);
      }
    }
  }).observe(document, {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
    attributeFilter: ['aria-label', 'title', 'placeholder'],
  });
}

/**
 * Makes each answer of the API and each file of texts late, and each of these fail once.
 *
 * @param leastFiles - so many files of texts are asked for at least.
 * @returns what must hold in the end.
 */
export async function onSlowNetwork(page: Page, leastFiles: number): Promise<() => Promise<void>> {
  const late = () => new Promise((resolve) => setTimeout(resolve, lateMs));
  const failed = new Set<string>();
  await page.route('**/locales/**', async (route) => {
    const { pathname } = new URL(route.request().url());
    if (!failed.has(pathname)) {
      failed.add(pathname);
      await route.fulfill({ status: 500, body: '' });
      return;
    }
    await late();
    await route.continue();
  });
  await page.route('**/graphql', async (route) => {
    await late();
    await route.continue();
  });
  const missing: string[] = [];
  page.on('console', (message) => message.text().startsWith('There is no text') && missing.push(message.text()));
  await page.addInitScript(
    watchTexts,
    [...keys].filter((key) => key.includes('.')),
  );
  return async () => {
    const wrong = await page.evaluate(() => (globalThis as unknown as { wrongTexts: string[] }).wrongTexts);
    expect([...new Set(wrong)]).toEqual([]);
    expect([...new Set(missing)]).toEqual([]);
    expect(failed.size).toBeGreaterThanOrEqual(leastFiles);
  };
}
