import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changedFields, findConflicts, isSettled, merge, suggestedChoices } from './conflict.ts';

const initial = { addrSc: 'A', managerId: 'm1' as string | null, accessGroupId: 'g1' as string | null };

describe('findConflicts', () => {
  it('asks only about what both changed differently', () => {
    const mine = { ...initial, addrSc: 'B', managerId: 'm2' };
    const theirs = { ...initial, addrSc: 'C', accessGroupId: null };

    const conflicts = findConflicts(initial, mine, theirs);

    expect(conflicts.map(({ name, suggestion }) => [name, suggestion])).toEqual([
      ['addrSc', null],
      ['managerId', 'mine'],
      ['accessGroupId', 'theirs'],
    ]);
  });

  it('has nothing to ask when both made the same change', () => {
    const changed = { ...initial, addrSc: 'B' };

    expect(isSettled(suggestedChoices(findConflicts(initial, changed, changed)))).toBe(true);
  });

  it('takes an emptied field for one without a value', () => {
    expect(findConflicts({ note: '' }, { note: null }, { note: '' })).toEqual([]);
  });
});

describe('merge', () => {
  it('takes each field from the side that was chosen', () => {
    const mine = { ...initial, addrSc: 'B', managerId: 'm2' };
    const theirs = { ...initial, addrSc: 'C', accessGroupId: null };
    const conflicts = findConflicts(initial, mine, theirs);

    const merged = merge(theirs, conflicts, { addrSc: 'initial', managerId: 'mine', accessGroupId: 'theirs' });

    expect(merged).toEqual({ addrSc: 'A', managerId: 'm2', accessGroupId: null });
  });

  it('loses no change of either side where nobody had to be asked', () => {
    const value = fc.constantFrom('a', 'b', 'c', null);
    const record = fc.record({ one: value, two: value, three: value });
    fc.assert(
      fc.property(record, record, record, (was, mine, theirs) => {
        const conflicts = findConflicts(was, mine, theirs);
        const merged = merge(theirs, conflicts, suggestedChoices(conflicts));
        for (const name of ['one', 'two', 'three'] as const) {
          if (mine[name] === was[name]) {
            expect(merged[name]).toBe(theirs[name]);
          } else if (theirs[name] === was[name]) {
            expect(merged[name]).toBe(mine[name]);
          }
        }
      }),
    );
  });
});

describe('changedFields', () => {
  it('tells clearing from leaving alone', () => {
    expect(changedFields(initial, { ...initial, managerId: null })).toEqual({ managerId: null });
  });

  it('is empty when nothing changed', () => {
    expect(changedFields(initial, { ...initial })).toEqual({});
  });

  it('takes along what goes together with a field that changed, and nothing else', () => {
    const here = { name: 'a', lat: 47, lng: 26 };
    expect(changedFields(here, { ...here, lat: 48 }, [['lat', 'lng']])).toEqual({ lat: 48, lng: 26 });
    expect(changedFields(here, { ...here, name: 'b' }, [['lat', 'lng']])).toEqual({ name: 'b' });
  });
});
