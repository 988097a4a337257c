import type { Page } from '@playwright/test';

export const schemes = ['light', 'dark'] as const;

/** Between the schemes nothing differs but colours. */
export const setScheme = (page: Page, scheme: (typeof schemes)[number]): Promise<void> =>
  page.evaluate((value) => document.documentElement.setAttribute('data-mantine-color-scheme', value), scheme);
