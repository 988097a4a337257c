import { createTheme, type CSSVariablesResolver } from '@mantine/core';

const fontFamily = "'JetBrains Mono Variable', ui-monospace, Menlo, Consolas, monospace";

/** Brown and monospaced (specification §1). Shade 8 is the lightest on which white text has the contrast of WCAG AA. */
export const theme = createTheme({
  fontFamily,
  fontFamilyMonospace: fontFamily,
  headings: { fontFamily, fontWeight: '600' },
  primaryColor: 'brown',
  primaryShade: 8,
  respectReducedMotion: true,
  cursorType: 'pointer',
  defaultRadius: 'sm',
  colors: {
    brown: [
      '#faf3ef',
      '#eee3db',
      '#dfc4b2',
      '#d0a385',
      '#c48660',
      '#bd7448',
      '#ba6b3b',
      '#a4592d',
      '#935026',
      '#81431d',
    ],
  },
});

/** Some of Mantine's texts fall short of WCAG AA on our backgrounds; these do not. */
export const cssVariables: CSSVariablesResolver = (mantine) => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': mantine.colors.gray[7],
    '--mantine-color-placeholder': mantine.colors.gray[7],
    '--mantine-color-error': mantine.colors.red[9],
    '--mantine-color-green-light-color': '#1b6429',
    '--mantine-color-orange-light-color': '#96350a',
    '--mantine-color-red-light-color': '#b02323',
    '--mantine-color-yellow-light-color': '#7a4a00',
  },
  dark: {
    '--mantine-color-dimmed': mantine.colors.dark[1],
    '--mantine-color-placeholder': mantine.colors.dark[1],
    '--mantine-color-error': mantine.colors.red[3],
    '--mantine-color-anchor': mantine.colors.brown?.[3] ?? mantine.colors.gray[3],
  },
});
