import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type axe from 'axe-core';
import { doublePrimaries } from './primaries.ts';
import { isThorough } from './thorough.ts';

/** What pages load of it: whole, with all its comments, it takes them half as long again. */
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Look {
  /** Looks only at what this selector finds. */
  readonly within?: string;
  /** Looks only for these; all of axe's, unless said. */
  readonly rules?: readonly string[];
}

/** Nothing behind it can be read or pressed: it is looked at where there is no dialog, and at night also behind one. */
const modal = 'dialog:modal';

/**
 * What axe finds on the screen, or in the dialog over it: each broken rule with the elements that break it, as text to read. What it finds on a
 * screen that is still being drawn is no finding: it looks until it finds the same twice, or nothing.
 */
export async function axeFindings(page: Page, look: Look = {}): Promise<string[]> {
  let before: string[] = [];
  let found = await findingsNow(page, look);
  for (let looks = 0; looks < 10 && found.join() !== before.join(); looks += 1) {
    await page.waitForTimeout(500);
    before = found;
    found = await findingsNow(page, look);
  }
  return found;
}

async function findingsNow(page: Page, { within, rules }: Look): Promise<string[]> {
  // Loaded once a page, not once a look. The one frame there is, the provider's, shows nothing.
  if (!(await page.evaluate(() => 'axe' in window))) {
    await page.evaluate(source);
  }
  return page.evaluate(
    async ({ selector, over, only }) => {
      const { axe: here } = window as unknown as { axe: typeof axe };
      const open = over ? [...document.querySelectorAll(over)] : [];
      const { violations } = await here.run(selector ?? (open.length > 0 ? open : document), {
        iframes: false,
        resultTypes: ['violations'],
        ...(only && { runOnly: { type: 'rule', values: only } }),
      });
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(', ')}`);
    },
    { selector: within, over: isThorough ? undefined : modal, only: rules && [...rules] },
  );
}

/** Nothing on the screen breaks a rule of axe, and no bar of it has two main actions. */
export async function isClean(page: Page): Promise<void> {
  expect(await axeFindings(page)).toEqual([]);
  expect(await doublePrimaries(page), 'one main action in a bar').toEqual([]);
}
