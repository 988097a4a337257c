import { expect, it } from 'vitest';

const sources = import.meta.glob<string>(['./**/*.ts', './**/*.tsx', '!./**/*.test.*', '!./**/generated/**'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

/**
 * React's compiler keeps what is drawn from the same values: a component that subscribes to a store only to be drawn again, and then reads
 * the store by itself, is drawn as it was.
 */
it('what a component subscribes to is what it draws', () => {
  const ignored = Object.keys(sources).filter((name) =>
    /[;{}]\s*(void )?useSyncExternalStore\(/.test(sources[name] ?? ''),
  );

  expect(Object.keys(sources).length).toBeGreaterThan(500);
  expect(ignored).toEqual([]);
});
