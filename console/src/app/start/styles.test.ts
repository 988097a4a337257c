import all from '@mantine/core/styles.css?raw';
import { expect, it } from 'vitest';

const files = import.meta.glob<string>('../../../../node_modules/@mantine/core/styles/*.css', {
  query: '?raw',
  import: 'default',
  eager: true,
});
const [styles = ''] = Object.values(
  import.meta.glob<string>('./styles.ts', { query: '?raw', import: 'default', eager: true }),
);
const bare = (css: string) => css.replaceAll(/\s/g, '');
const whole = bare(all);

/** Where the styles of a file begin among all. */
const at = (name: string) =>
  whole.indexOf(bare(Object.entries(files).find(([file]) => file.endsWith(`/${name}`))?.[1] ?? '?').slice(0, 120));

it('has styles of Mantine in the order in which Mantine has them: of two that say something of the same part the later one counts', () => {
  const ours = [...styles.matchAll(/'@mantine\/core\/styles\/([\w-]+\.css)'/g)].map(([, name = '']) => name);

  expect(ours.filter((name) => at(name) < 0)).toEqual([]);
  expect(ours).toEqual(ours.toSorted((one, other) => at(one) - at(other)));
  expect(ours.length).toBeGreaterThan(20);
});
