import { expect, it } from 'vitest';
import { Throttle } from './throttle.ts';

const aThrottle = (over: { limit?: number; maxKeys?: number } = {}) => {
  const clock = { now: 0 };
  return { clock, throttle: new Throttle({ limit: 3, windowMs: 1000, now: () => clock.now, ...over }) };
};

it('allows so many tries of one key in a window, and begins anew after it', () => {
  const { clock, throttle } = aThrottle();

  expect(['a', 'a', 'a', 'a', 'b'].map((key) => throttle.take(key))).toEqual([true, true, true, false, true]);
  clock.now = 999;
  expect(throttle.take('a')).toBe(false);
  clock.now = 1000;
  expect(throttle.take('a')).toBe(true);
});

it('does not count a try that was given back', () => {
  const { throttle } = aThrottle({ limit: 1 });

  for (let i = 0; i < 5; i += 1) {
    expect(throttle.take('a')).toBe(true);
    throttle.giveBack('a');
  }
  throttle.giveBack('a');

  expect([throttle.take('a'), throttle.take('a')]).toEqual([true, false]);
});

it('remembers a bounded number of keys and forgets the oldest', () => {
  const { throttle } = aThrottle({ limit: 1, maxKeys: 2 });

  expect(['a', 'b', 'c', 'b', 'a'].map((key) => throttle.take(key))).toEqual([true, true, true, false, true]);
});
