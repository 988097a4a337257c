/** Single-letter changes that lead from `one` to `other`. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

/** The path of `known` most like the beginning of `asked`; undefined when none is like it. */
export function nearestPath(asked: string, known: readonly string[]): string | undefined {
  const root = `/${asked.split('/')[1] ?? ''}`.toLowerCase();
  const [best] = known
    .map((path) => ({ path, steps: distance(root, path) }))
    .filter(({ path, steps }) => steps <= Math.ceil(path.length / 3))
    .toSorted((a, b) => a.steps - b.steps);
  return best?.path;
}
