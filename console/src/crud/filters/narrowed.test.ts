import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Filter } from '../define-resource.ts';
import { readNarrowing, toVariables } from '../list/list-state.ts';
import { narrowed } from './narrowed.ts';

const filters: readonly Filter[] = [
  { id: 'silent', kind: 'flag' },
  { id: 'status', kind: 'choice', values: ['normal', 'blocked'], texts: 'values.status' },
  { id: 'updatedAt', kind: 'period' },
  { id: 'sizeLitres', kind: 'int' },
];

/** What a list asks the server for when it is opened at an address. */
function askedAt(address: string) {
  const search = new URL(address, 'http://noa').searchParams;
  const options = { filters, sorts: [], defaultSort: 'name' };
  const state = readNarrowing(options, Object.fromEntries(filters.map(({ id }) => [id, search.get(id)])));
  expect(state.ignored).toEqual([]);
  return toVariables({ q: '', after: null, before: null, size: 25, ...state }, filters).filter;
}

const day = fc
  .date({ min: new Date('2020-01-01'), max: new Date('2030-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const texts = fc.record({
  silent: fc.constant('true'),
  status: fc.constantFrom('normal', 'blocked'),
  updatedAt: day.map((from) => `${from}..`),
  sizeLitres: fc.nat(9999).map((most) => `..${most}`),
});

describe('a narrowed list', () => {
  it('is counted by what the list asks for at its address', () => {
    fc.assert(
      fc.property(fc.subarray([...filters]), texts, (chosen, text) => {
        const { to, filter } = narrowed(
          '/things',
          chosen.map((each) => [each, text[each.id as keyof typeof text]]),
        );
        expect(askedAt(to)).toEqual(filter);
        // An empty address would open the reader's own view of the list.
        expect(to).toContain('?');
      }),
    );
  });

  it('is not made of words that the list would not understand', () => {
    expect(() => narrowed('/things', [[{ id: 'silent', kind: 'flag' }, 'no']])).toThrow();
  });
});
