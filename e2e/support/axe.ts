import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';
import { doublePrimaries } from './primaries.ts';

/**
 * What axe finds on the screen as it stands: each broken rule with the elements that break it, as text to read.
 *
 * @param within - looks only at what this selector finds.
 * @param rules - looks only for these; all of axe's, unless said.
 */
export async function axeFindings(
  page: Page,
  { within, rules }: { within?: string; rules?: readonly string[] } = {},
): Promise<string[]> {
  // Loaded once a page, not once a look. The one frame there is, the provider's, shows nothing.
  if (!(await page.evaluate(() => 'axe' in window))) {
    await page.evaluate(axe.source);
  }
  return page.evaluate(
    async ({ selector, only }) => {
      const { axe: here } = window as unknown as { axe: typeof axe };
      const { violations } = await here.run(selector ?? document, {
        iframes: false,
        resultTypes: ['violations'],
        ...(only && { runOnly: { type: 'rule', values: only } }),
      });
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(', ')}`);
    },
    { selector: within, only: rules && [...rules] },
  );
}

/** Nothing on the screen breaks a rule of axe, and no bar of it has two main actions. */
export async function isClean(page: Page): Promise<void> {
  expect(await axeFindings(page)).toEqual([]);
  expect(await doublePrimaries(page), 'one main action in a bar').toEqual([]);
}
