import { describe, expect, it } from 'vitest';
import { isOutdated } from './failure.ts';

describe('whether what was to be changed is no longer as it was shown', () => {
  it.each([
    ['Conflict', {}, true],
    ['NotFound', {}, true],
    // The record is there: what one of its fields was to name is not.
    ['NotFound', { managerId: 'form.notFound' }, false],
    ['ValidationFailed', { name: 'form.required' }, false],
  ] as const)('after %s on %j: %s', (code, fields, expected) => {
    expect(isOutdated({ code, fields })).toBe(expected);
  });
});
