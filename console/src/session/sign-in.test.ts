import { describe, expect, it } from 'vitest';
import { isCallback } from './is-callback.ts';
import { safeTarget, targetOf } from './sign-in.ts';

describe('isCallback', () => {
  it.each([
    ['?code=a&state=b', ''],
    ['?error=login_required&state=b', ''],
    ['', '#code=a&state=b'],
  ])('knows the provider’s answer in %j %j', (search, hash) => {
    expect(isCallback({ search, hash })).toBe(true);
  });

  it.each([
    ['?code=a', ''],
    ['?state=b', ''],
    ['?code=a', '#state=b'],
    ['?q=state', ''],
  ])('takes %j %j for an ordinary address', (search, hash) => {
    expect(isCallback({ search, hash })).toBe(false);
  });
});

describe('where a sign-in returns to', () => {
  it('is the page asked for, with its state', () => {
    expect(targetOf({ to: '/entrances?q=unirii&size=50' })).toBe('/entrances?q=unirii&size=50');
  });

  it.each(['https://evil.example', '//evil.example', '/\\evil.example', 'javascript:alert(1)', '', undefined, 7])(
    'is never %j',
    (target) => {
      expect(safeTarget(target)).toBe('/home');
    },
  );

  it('is home without a state', () => {
    expect(targetOf(undefined)).toBe('/home');
  });
});
