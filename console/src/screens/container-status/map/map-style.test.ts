import { describe, expect, it } from 'vitest';
import type { Level } from '../overview.ts';
import { containerLayers } from './map-style.ts';

const words = Object.fromEntries(['error', 'warning', 'info', 'ok', 'unknown'].map((level) => [level, level]));
const layers = containerLayers(words as Record<Level, string>);
const layoutOf = (layer: string) => layers.find(({ id }) => id === layer)?.layout ?? {};
/** MapLibre gives room to the symbols of later layers first. */
const rankOf = (layer: string) => layers.findIndex(({ id }) => id === layer);

describe('what is written on the map of containers', () => {
  it.each(['points', 'words'])('gives way to shapes and other words, and may stand above instead: %s', (layer) => {
    expect(layoutOf(layer)).not.toHaveProperty('text-allow-overlap');
    expect(layoutOf(layer)).toHaveProperty('text-variable-anchor-offset');
  });

  it('says what is worst first, where there is no room for all', () => {
    expect(layoutOf('words')).toHaveProperty('symbol-sort-key', ['-', 0, ['get', 'worst']]);
  });

  it('stands clear of its own shape, which would leave no room for it', () => {
    const stepsOf = (layer: string, property: string) =>
      (layoutOf(layer) as Record<string, readonly unknown[]>)[property]
        ?.filter((_, index) => index % 2 === 0)
        .slice(1) ?? [];
    const sizes = stepsOf('clusters', 'icon-size') as number[];
    const anchors = stepsOf('words', 'text-variable-anchor-offset') as [string, unknown[]][];
    const below = anchors.map(([, sides]) => (sides[1] as [number, number])[1]);

    expect(sizes).toHaveLength(4);
    // Half an image of 48 pixels, in letters of 12; MapLibre takes 7/24 of a letter off.
    expect(below.map((letters, index) => (letters - 7 / 24) * 12 >= (sizes[index] ?? 0) * 24 - 1e-9)).toEqual(
      sizes.map(() => true),
    );
  });

  it('finds every shape standing where words come', () => {
    expect(rankOf('words')).toBeLessThan(Math.min(rankOf('points'), rankOf('clusters')));
  });
});
