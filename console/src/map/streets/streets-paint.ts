import type { Scheme } from '../base-style.ts';

/** Colours of the theme, as Mantine names their variables. */
type ThemeColor = 'white' | `${'brown' | 'gray' | 'dark' | 'green' | 'blue' | 'yellow' | 'orange'}-${number}`;

interface Palette {
  readonly earth: ThemeColor;
  readonly green: ThemeColor;
  readonly works: ThemeColor;
  readonly water: ThemeColor;
  /** From 0 to 1: how strong woods and water are, whose colours have no shade that is faint enough on dark ground. */
  readonly strength: number;
  readonly house: ThemeColor;
  readonly wall: ThemeColor;
  readonly casing: ThemeColor;
  readonly minor: ThemeColor;
  readonly major: ThemeColor;
  readonly highway: ThemeColor;
  readonly rail: ThemeColor;
  readonly streetName: ThemeColor;
  readonly localityName: ThemeColor;
  readonly halo: ThemeColor;
}

/** Quieter than containers in every state, which lie on it. */
const palettes: Readonly<Record<Scheme, Palette>> = {
  light: {
    earth: 'brown-0',
    green: 'green-1',
    works: 'gray-2',
    water: 'blue-2',
    strength: 0.75,
    house: 'brown-1',
    wall: 'brown-2',
    casing: 'brown-2',
    minor: 'white',
    major: 'yellow-1',
    highway: 'orange-2',
    rail: 'gray-6',
    streetName: 'gray-8',
    localityName: 'brown-9',
    halo: 'white',
  },
  dark: {
    earth: 'dark-8',
    green: 'green-9',
    works: 'dark-6',
    water: 'blue-9',
    strength: 0.35,
    house: 'dark-6',
    wall: 'dark-5',
    casing: 'dark-9',
    minor: 'dark-4',
    major: 'dark-3',
    highway: 'brown-9',
    rail: 'dark-3',
    streetName: 'dark-0',
    localityName: 'brown-2',
    halo: 'dark-9',
  },
};

type Painted =
  | 'fill-color'
  | 'fill-opacity'
  | 'fill-outline-color'
  | 'line-color'
  | 'text-color'
  | 'text-halo-color'
  | 'text-halo-width';

/** What a colour of the theme is now. */
const readTheme = (color: ThemeColor): string =>
  getComputedStyle(document.documentElement).getPropertyValue(`--mantine-color-${color}`).trim();

/**
 * The paint of the streets that follows the colour scheme, by layer.
 *
 * @param read - the colour that one of the theme is.
 */
export function streetsPaint(
  scheme: Scheme,
  read: (color: ThemeColor) => string = readTheme,
): readonly (readonly [layer: string, property: Painted, value: string | number])[] {
  const palette = palettes[scheme];
  const [casing, halo] = [read(palette.casing), read(palette.halo)];
  return [
    ['earth', 'fill-color', read(palette.earth)],
    ['green', 'fill-color', read(palette.green)],
    ['green', 'fill-opacity', palette.strength],
    ['works', 'fill-color', read(palette.works)],
    ['water', 'fill-color', read(palette.water)],
    ['water', 'fill-opacity', palette.strength],
    ['streams', 'line-color', read(palette.water)],
    ['houses', 'fill-color', read(palette.house)],
    ['houses', 'fill-outline-color', read(palette.wall)],
    ['paths', 'line-color', read(palette.rail)],
    ['rails', 'line-color', read(palette.rail)],
    ['minor-casing', 'line-color', casing],
    ['major-casing', 'line-color', casing],
    ['highway-casing', 'line-color', casing],
    ['minor', 'line-color', read(palette.minor)],
    ['major', 'line-color', read(palette.major)],
    ['highway', 'line-color', read(palette.highway)],
    ['street-names', 'text-color', read(palette.streetName)],
    ['place-names', 'text-color', read(palette.localityName)],
    ...['street-names', 'place-names'].flatMap((names) => [
      [names, 'text-halo-color', halo] as const,
      [names, 'text-halo-width', 1.5] as const,
    ]),
  ];
}
