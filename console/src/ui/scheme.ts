import { useComputedColorScheme } from '@mantine/core';

/** What may be chosen; `auto` is what the system says, also when it changes its mind. Kept under the specification's key. */
export const schemes = ['light', 'dark', 'auto'] as const;
export type Scheme = (typeof schemes)[number];

/** That of those who have not chosen (spec.md, "light by default"). */
export const defaultScheme: Scheme = 'light';

/** The scheme a choice comes to now. */
export const shownScheme = (chosen: Scheme): 'light' | 'dark' =>
  chosen !== 'auto' ? chosen : window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';

/** The scheme that is shown, whoever chose it. */
export const useShownScheme = () => useComputedColorScheme('light', { getInitialValueInEffect: false });
