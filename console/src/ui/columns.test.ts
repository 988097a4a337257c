import { expect, it } from 'vitest';

const styles = import.meta.glob<string>('../**/*.css', { query: '?raw', import: 'default', eager: true });

/** The least that columns take of which there are as many as fit: `repeat(auto-fill, minmax(15rem, 1fr))`. */
const leastOf = (style: string) =>
  [...style.matchAll(/repeat\(auto-fi(?:ll|t), minmax\((?<least>min\(|[^,]*)/g)].map(({ groups }) => groups?.['least']);

it('a column is never wider than the screen, in letters however large', () => {
  const all = Object.entries(styles).flatMap(([file, style]) => leastOf(style).map((least) => ({ file, least })));

  expect(all.length).toBeGreaterThan(5);
  expect(all.filter(({ least }) => least !== 'min(')).toEqual([]);
});
