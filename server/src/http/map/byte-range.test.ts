import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readRange } from './byte-range.ts';

describe('the part of a file that is asked for', () => {
  it.each([
    ['bytes=0-0', { first: 0, last: 0 }],
    ['bytes=10-19', { first: 10, last: 19 }],
    ['Bytes=10-19', { first: 10, last: 19 }],
    ['bytes=90-', { first: 90, last: 99 }],
    ['bytes=90-4000', { first: 90, last: 99 }],
    ['bytes=-10', { first: 90, last: 99 }],
    ['bytes=-4000', { first: 0, last: 99 }],
    [`bytes=0-${'9'.repeat(400)}`, { first: 0, last: 99 }],
    ['bytes=100-', 'none'],
    ['bytes=100-200', 'none'],
    [`bytes=${'9'.repeat(400)}-`, 'none'],
    ['bytes=-0', 'none'],
    [undefined, 'all'],
    ['', 'all'],
    ['bytes=-', 'all'],
    ['bytes=9-3', 'all'],
    ['bytes=a-b', 'all'],
    ['bytes=1-2,4-5', 'all'],
    ['lines=1-2', 'all'],
  ])('%s of a hundred bytes', (header, expected) => {
    expect(readRange(header, 100)).toEqual(expected);
  });

  it('never leaves the file', () => {
    const number = fc.oneof(
      fc.constant(''),
      fc.bigInt({ min: 0n, max: 10n ** 20n }).map(String),
      fc.nat(200).map(String),
    );
    fc.assert(
      fc.property(number, number, fc.integer({ min: 0, max: 150 }), (from, to, size) => {
        const range = readRange(`bytes=${from}-${to}`, size);
        expect(typeof range === 'string' || (range.first >= 0 && range.first <= range.last && range.last < size)).toBe(
          true,
        );
      }),
    );
  });
});
