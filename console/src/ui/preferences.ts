import { useLocalStorage, useMediaQuery } from '@mantine/hooks';
import { languageKey } from './chosen-language.ts';

/** Where the browser keeps what a user prefers. The first key is the specification's (§2). */
export const preferenceKeys = {
  colorScheme: 'noa-color-scheme',
  language: languageKey,
  density: 'noa-density',
  navbar: 'noa-navbar',
  singleKeys: 'noa-single-keys',
  defaultOrg: (account: string) => `noa-default-org-${account}`,
  firstSteps: (account: string) => `noa-first-steps-${account}`,
  lastReports: (account: string) => `noa-last-reports-${account}`,
  columns: (list: string) => `noa-columns-${list}`,
  cardReader: 'noa-card-reader',
  handoverSound: 'noa-handover-sound',
} as const;

/** A preference that is kept under one of these keys, known as soon as it is asked. */
export const usePreference = <Value>(key: string, otherwise: Value) =>
  useLocalStorage<Value>({ key, defaultValue: otherwise, getInitialValueInEffect: false });

export const densities = ['comfortable', 'compact'] as const;
export type Density = (typeof densities)[number];

/** How close rows stand in every list; as close as they may until somebody asks for more room. */
export const useDensity = () => usePreference<Density>(preferenceKeys.density, 'compact');

/** Whether single keys do what the screen says they do. */
export const useSingleKeysOn = () => usePreference(preferenceKeys.singleKeys, true);

/**
 * The columns of one list that the user has put away.
 *
 * @param rare - those that are away to begin with.
 */
export const useHiddenColumns = (list: string, rare: string[]) =>
  usePreference<string[]>(preferenceKeys.columns(list), rare);

/** Whether the viewport is a phone's: lists become cards, the menu folds away. A sheet of paper is as narrow, and none. */
export const phone = 'screen and (max-width: 47.99em)';

/** Whether there is no room for a list and a map beside it, between a phone and a desk. */
export const narrow = 'screen and (max-width: 74.99em)';

/** Whether the viewport is such a one, known as soon as it is asked. */
export const useViewport = (query: string): boolean =>
  useMediaQuery(query, undefined, { getInitialValueInEffect: false });
