import { describe, expect, it } from 'vitest';
import { ownerOf } from './owner.ts';

const [one, two] = [{ id: 'one' }, { id: 'two' }];

describe('the org of a new record', () => {
  it('is not asked of who belongs to one', () => {
    expect(ownerOf({ orgs: [one], roles: ['local_implementer'] }, null, null)).toEqual({ needed: false, orgId: 'one' });
  });

  it('is asked of who belongs to several, and nothing is chosen for them that they did not choose themselves', () => {
    const viewer = { orgs: [one, two], roles: ['local_implementer'] as const };
    expect(ownerOf(viewer, null, null)).toEqual({ needed: true, orgId: null });
    expect(ownerOf(viewer, null, 'two')).toEqual({ needed: true, orgId: 'two' });
    expect(ownerOf(viewer, 'one', 'two')).toEqual({ needed: true, orgId: 'one' });
  });

  it('is asked of root, a member of one org or of none', () => {
    for (const orgs of [[], [one]]) {
      expect(ownerOf({ orgs, roles: ['root'] }, null, null)).toEqual({ needed: true, orgId: null });
    }
  });
});
