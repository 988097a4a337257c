import { expect, it } from 'vitest';
import { shareOf } from './progress.schema.ts';

it.each([
  [{ events: 0, expected: null }, null],
  [{ events: 0, expected: 0 }, 0],
  [{ events: 0, expected: 1_000 }, 0],
  [{ events: 499, expected: 1_000 }, 0.49],
  [{ events: 4_994_711, expected: 9_989_431 }, 0.49],
  [{ events: 1_100, expected: 1_000 }, 1],
])('how far the reports have come is told in hundredths, never in events: %j', (progress, share) => {
  expect(shareOf(progress)).toBe(share);
});
