/** The same numbers in every run. */
let seed = 20_261_120;
export const random = (below: number): number => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((seed / 2 ** 32) * below);
};
export const pick = <Item>(items: readonly Item[]): Item => items[random(items.length)] as Item;

/** Moments around which calendars go wrong: changes of clocks, ends of years and months, midnights. */
export const edges = [
  '2024-02-29T22:00:00Z',
  '2024-12-29T22:00:00Z',
  '2024-12-31T22:00:00Z',
  '2025-03-30T01:00:00Z',
  '2025-10-26T00:30:00Z',
  '2025-12-28T22:00:00Z',
  '2026-01-01T00:00:00Z',
  '2026-03-29T01:00:00Z',
  '2026-10-25T01:00:00Z',
  '2027-01-03T22:00:00Z',
].map((edge) => Date.parse(edge));

/** The rows of a report as texts, in an order of their own. */
export const sorted = (rows: readonly unknown[][]) => rows.map((row) => JSON.stringify(row)).toSorted();
