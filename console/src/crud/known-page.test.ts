import { describe, expect, it } from 'vitest';
import { knownPage } from './known-page.ts';

describe('what is known of a list while something else is asked', () => {
  const [none, some] = [{ nodes: [] }, { nodes: [1] }];

  it.each([
    ['the answer, with or without rows', none, true, none],
    ['the rows before', some, false, some],
    ['not that there were none before', none, false, undefined],
    ['nothing before anything was', undefined, false, undefined],
  ])('is %s', (_what, page, isAnswer, known) => {
    expect(knownPage<{ nodes: readonly number[] }>(page, isAnswer)).toBe(known);
  });
});
