import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatSort, isNarrowed, nextSort, parseSort, toVariables, type ListState } from './list-state.ts';

const state = (changes: Partial<ListState> = {}): ListState => ({
  q: '',
  sort: 'addrSc',
  after: null,
  before: null,
  size: 25,
  filters: {},
  ...changes,
});

describe('the sort in the address', () => {
  it.each([
    ['addrSc', { field: 'addr_sc', direction: 'asc' }],
    ['-updatedAt', { field: 'updated_at', direction: 'desc' }],
  ])('reads %s', (text, sort) => {
    expect(parseSort(text)).toEqual(sort);
  });

  it('reads back what it writes', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z]+(_[a-z]+){0,3}$/), fc.constantFrom('asc', 'desc'), (field, direction) => {
        expect(parseSort(formatSort({ field, direction }))).toEqual({ field, direction });
      }),
    );
  });

  it('turns round on a second click, and starts ascending on another column', () => {
    const once = nextSort({ field: 'addr_sc', direction: 'asc' }, 'updated_at');
    const twice = nextSort(once, 'updated_at');

    expect([once.direction, twice.direction, nextSort(twice, 'addr_sc').direction]).toEqual(['asc', 'desc', 'asc']);
  });
});

describe('toVariables', () => {
  it('goes forward from a cursor', () => {
    expect(toVariables(state({ after: 'c' }), [])).toMatchObject({ first: 25, after: 'c' });
  });

  it('goes backward from a cursor, never both ways at once', () => {
    const variables = toVariables(state({ before: 'c', after: 'd', size: 50 }), []);

    expect(variables).toMatchObject({ last: 50, before: 'c' });
    expect(variables).not.toHaveProperty('first');
  });

  it('sends flags as booleans, other filters as they are, and the parent always', () => {
    const variables = toVariables(
      state({ q: 'unirii', filters: { withoutManager: 'true', managerId: 'm' } }),
      ['withoutManager'],
      {
        towerBlockId: 't',
      },
    );

    expect(variables.filter).toEqual({ towerBlockId: 't', withoutManager: true, managerId: 'm', q: 'unirii' });
  });
});

describe('isNarrowed', () => {
  it.each([
    [{}, false],
    [{ after: 'c', sort: '-updatedAt' }, false],
    [{ q: 'a' }, true],
    [{ filters: { managerId: 'm' } }, true],
  ] as const)('of %j is %s', (changes, expected) => {
    expect(isNarrowed(state(changes))).toBe(expected);
  });
});
