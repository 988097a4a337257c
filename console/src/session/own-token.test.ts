import { expect, it } from 'vitest';

const sources = import.meta.glob<string>(['../**/*.ts', '../**/*.tsx', '!../**/*.test.*', '!../**/generated/**'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

/**
 * Who reads tokens: the page's own, their renewal, what the page asks before it is known whose it is (which that account alone takes:
 * `api/early.ts`), and what a gateway of the playground signs in with for itself.
 */
const readers = ['../screens/playground/gateway.ts', './kept-user.ts', './own-token.ts', './renewal.ts'];

it('the token of the session is read in one place, which knows whose page it is', () => {
  const found = Object.keys(sources).filter((name) => /\baccess_token\b|`bearer /i.test(sources[name] ?? ''));

  expect(Object.keys(sources).length).toBeGreaterThan(500);
  expect(found.toSorted()).toEqual(readers);
});
