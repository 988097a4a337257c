import { describe, expect, it } from 'vitest';
import { mayEnter } from './may-enter.ts';

describe('the playground', () => {
  it('is open to all outside production, and to root alone in it', () => {
    expect(mayEnter(false, { roles: ['ara_user'] })).toBe(true);
    expect(mayEnter(true, { roles: ['local_implementer', 'manager'] })).toBe(false);
    expect(mayEnter(true, { roles: ['manager', 'root'] })).toBe(true);
  });
});
