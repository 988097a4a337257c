import { DEFAULT_THEME, defaultCssVariablesResolver, mergeMantineTheme } from '@mantine/core';
import { describe, expect, it } from 'vitest';
import { cssVariables, theme } from './theme.ts';

const styles = Object.entries(
  import.meta.glob<string>('../**/*.css', { query: '?raw', import: 'default', eager: true }),
);
const components = Object.values(
  import.meta.glob<string>('../**/*.tsx', { query: '?raw', import: 'default', eager: true }),
);

type Scheme = 'light' | 'dark';
type Colour = readonly [red: number, green: number, blue: number, alpha: number];

/** What WCAG 2.2 AA demands between a text and its ground. */
const enough = 4.5;

const merged = mergeMantineTheme(DEFAULT_THEME, theme);
const [mantine, own] = [defaultCssVariablesResolver(merged), cssVariables(merged)];
const noa = Object.fromEntries(
  styles.flatMap(([, text]) =>
    [...text.matchAll(/^ {2}(--noa-[\w-]+): (.*);$/gm)].map(([, name = '', value = '']) => [name, value]),
  ),
);
const variables = (scheme: Scheme): Readonly<Record<string, string>> => ({
  ...mantine.variables,
  ...mantine[scheme],
  ...own.variables,
  ...own[scheme],
  ...noa,
});

/** Splits `a, b` where no bracket is open. */
function parts(list: string): string[] {
  let depth = 0;
  const marked = list.replaceAll(/[(),]/g, (sign) => {
    depth += { '(': 1, ')': -1, ',': 0 }[sign] ?? 0;
    return sign === ',' && depth === 0 ? '\0' : sign;
  });
  return marked.split('\0').map((part) => part.trim());
}

/** The colour that a CSS value comes to, a mixture with nothing at its strongest; undefined for what is none of its own. */
function colourOf(value: string, scheme: Scheme): Colour | undefined {
  const [, name, inside = ''] = /^([a-z-]+)\((.*)\)$/s.exec(value) ?? [];
  if (name === 'var') {
    const [variable = '', fallback] = parts(inside);
    const said = variables(scheme)[variable] ?? fallback;
    return said === undefined ? undefined : colourOf(said, scheme);
  }
  if (name === 'light-dark') {
    return colourOf(parts(inside)[scheme === 'light' ? 0 : 1] ?? '', scheme);
  }
  if (name === 'color-mix') {
    const [, colour = '', other] = parts(inside);
    return other === 'transparent' ? colourOf(colour.replace(/\s\S+$/, ''), scheme) : undefined;
  }
  if (name === 'rgb' || name === 'rgba') {
    const [red = 0, green = 0, blue = 0, alpha = 1] = inside
      .split(/[\s,/]+/)
      .map((part) => (part.endsWith('%') ? Number.parseFloat(part) / 100 : Number(part)));
    return [red, green, blue, alpha];
  }
  const [, hex = ''] = /^#([\da-f]{3}|[\da-f]{6})$/i.exec(value) ?? [];
  const long = hex.length === 3 ? hex.replaceAll(/./g, '$&$&') : hex;
  const [red, green, blue] = [0, 2, 4].map((at) => Number.parseInt(long.slice(at, at + 2), 16));
  return long && red !== undefined && green !== undefined && blue !== undefined ? [red, green, blue, 1] : undefined;
}

const over = ([red, green, blue, alpha]: Colour, [r, g, b]: Colour): Colour => {
  const mix = (upper: number, lower: number) => upper * alpha + lower * (1 - alpha);
  return [mix(red, r), mix(green, g), mix(blue, b), 1];
};

/** WCAG's relative luminance. */
function luminance([red, green, blue]: Colour): number {
  const [r = 0, g = 0, b = 0] = [red, green, blue].map((channel) => {
    const part = channel / 255;
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** WCAG's contrast of a text on a ground that lies on the page; undefined if either has no colour of its own. */
function contrast(text: string, background: string, scheme: Scheme): number | undefined {
  const page = colourOf('var(--mantine-color-body)', scheme);
  const [upper, lower] = [colourOf(text, scheme), colourOf(background, scheme)];
  if (!page || !upper || !lower) {
    return undefined;
  }
  const solid = over(lower, page);
  const [one, other] = [luminance(over(upper, solid)), luminance(solid)];
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}

type Pair = readonly [text: string, background: string, where: string];
const token = (name: string) => `var(--mantine-color-${name})`;

/** What texts are written on: the page, dialogs, a row under the pointer or just changed, fields and plain buttons. */
const backgrounds = [token('body'), 'var(--noa-surface)', 'var(--noa-hover)', token('default')];
const texts = ['text', 'dimmed', 'placeholder', 'error', 'anchor'].map(token);

/** The colours that badges, notices and buttons are given by name. */
const named = ['brown', ...new Set(components.flatMap(coloursIn))];

function coloursIn(text: string): string[] {
  const given = [...text.matchAll(/\bcolor(?:=|: )(?:"(\w+)"|'(\w+)'|\{([^}]*)\})/g)];
  return given
    .flatMap(([, quoted, single, code = '']) => [
      quoted,
      single,
      ...Array.from(code.matchAll(/'(\w+)'/g), ([, name]) => name),
    ])
    .filter((name) => name !== undefined && name in merged.colors) as string[];
}

/** Rules of ours that say both what is written and on what, and texts that are written on the page. */
const ruled: readonly Pair[] = styles.flatMap(([file, text]) =>
  [...text.matchAll(/^([^{}@]+)\{([^{}]*)\}/gm)].flatMap(([, selector = '', body = '']): Pair[] => {
    const said = (property: string) => new RegExp(`(?:^|\\s)${property}:\\s*([^;]+);`).exec(body)?.[1];
    const background = said('background(?:-color)?')?.replace(/^(none|transparent)$/, token('body')) ?? token('body');
    const written = said('color');
    return written && written !== 'inherit' ? [[written, background, `${file}: ${selector.trim()}`]] : [];
  }),
);

const pairs: readonly Pair[] = [
  ...texts.flatMap((text) => backgrounds.map((background): Pair => [text, background, 'a text on a ground'])),
  ['var(--noa-current-text)', 'var(--noa-current)', 'what is chosen'],
  [token('text'), 'var(--noa-flash)', 'a row just changed'],
  [token('white'), 'var(--mantine-primary-color-filled)', 'the first button'],
  ...named.map((name): Pair => [
    token(`${name}-light-color`),
    token(`${name}-light`),
    `a badge or a notice in ${name}`,
  ]),
  ...ruled,
];

/** What WCAG 2.2 AA demands between a shape that says something and its ground. */
const enoughForShapes = 3;

const shapes = Object.keys(noa).filter((name) => /^--noa-(focus$|level-|stream-\w+-edge$)/.test(name));
const streams = Object.keys(noa).filter((name) => /^--noa-stream-[a-z]+$/.test(name));

describe.each(['light', 'dark'] as const)('in %s', (scheme) => {
  it.each(shapes)('%s stands out as a shape', (name) => {
    for (const ground of backgrounds) {
      expect(contrast(`var(${name})`, ground, scheme), ground).toBeGreaterThanOrEqual(enoughForShapes);
    }
  });

  it.each(streams)('a word stands out from %s', (name) => {
    expect(contrast(`var(${name}-text)`, `var(${name})`, scheme)).toBeGreaterThanOrEqual(enough);
  });

  it('every text stands out from the ground it is put on', () => {
    const faint = pairs.flatMap(([text, background, where]) => {
      const found = contrast(text, background, scheme);
      return found !== undefined && found < enough ? [`${found.toFixed(2)} ${where}: ${text} on ${background}`] : [];
    });

    expect(faint).toEqual([]);
  });
});

it('knows the colours it computes with', () => {
  expect(shapes).toHaveLength(1 + 3 + 5);
  expect(streams).toHaveLength(5);
  expect(contrast('#767676', '#fff', 'light')).toBeCloseTo(4.54, 2);
  expect(contrast('rgb(0 0 0 / 50%)', '#fff', 'light')).toBeCloseTo(3.98, 2);
  expect(colourOf(token('text'), 'dark')).toEqual(colourOf(merged.colors.dark[0], 'dark'));
  expect(named).toEqual(expect.arrayContaining(['red', 'green', 'orange', 'gray', 'blue']));
  const unknown = pairs.filter(([text, background]) => contrast(text, background, 'dark') === undefined);
  expect(unknown.map(([text, background, where]) => `${where}: ${text} on ${background}`)).toEqual([]);
});
