import type { Page } from '@playwright/test';

/**
 * Bars that ask for two things at once: each as the words of its filled buttons. A bar is what a filled button stands in together with
 * others: a toolbar, a group, a row of a list, a form or a dialog.
 */
export const doublePrimaries = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const bars =
      '[role=toolbar], [role=group], .mantine-Group-root, li, td, form, [role=dialog], section, header, main';
    const filled = [...document.querySelectorAll<HTMLElement>('.mantine-Button-root[data-variant=filled]')].filter(
      (button) => button.checkVisibility({ visibilityProperty: true, opacityProperty: true }),
    );
    const byBar = Map.groupBy(filled, (button) => button.parentElement?.closest(bars));
    return [...byBar.values()]
      .filter((buttons) => buttons.length > 1)
      .map((buttons) => buttons.map(({ textContent }) => textContent.trim()).join(' | '));
  });
