import { describe, expect, it } from 'vitest';
import { chunksIn, chunksOf, firstChunks, partsOf } from './row-parts.ts';

const rows = (count: number) => Array.from({ length: count }, (_, index) => index);

describe('chunksOf', () => {
  it('leaves a list of a page whole', () => {
    expect(chunksOf(rows(60))).toEqual([rows(60)]);
    expect(chunksOf([])).toEqual([[]]);
  });

  it('cuts a longer one into pieces that hold all of its rows', () => {
    const chunks = chunksOf(rows(63));

    expect(chunks.flat()).toEqual(rows(63));
    expect(chunks.at(-1)).toEqual([60, 61, 62]);
  });
});

describe('partsOf', () => {
  it('puts one gap where nothing is in the page, however many chunks lie there', () => {
    expect(partsOf([0, 1, 7], 2_000)).toEqual([
      { first: 0, last: 0, isGap: false },
      { first: 1, last: 1, isGap: false },
      { first: 2, last: 6, isGap: true },
      { first: 7, last: 7, isGap: false },
      { first: 8, last: 1_999, isGap: true },
    ]);
  });

  it('has no gap behind the last chunk', () => {
    expect(partsOf([1], 2)).toEqual([
      { first: 0, last: 0, isGap: true },
      { first: 1, last: 1, isGap: false },
    ]);
  });

  it('leaves out what a shorter list does not have', () => {
    expect(partsOf([0, 5, 6], 3)).toEqual([
      { first: 0, last: 0, isGap: false },
      { first: 1, last: 2, isGap: true },
    ]);
    expect(partsOf([5], 3)).toEqual([{ first: 0, last: 2, isGap: true }]);
  });

  it('holds each chunk once, in order, whichever are in the page', () => {
    for (let seed = 0; seed < 64; seed += 1) {
      const mounted = rows(8).filter((index) => (seed >> index) & 1);
      const held = partsOf(mounted, 8).flatMap(({ first, last }) => rows(8).slice(first, last + 1));
      expect(held).toEqual(rows(8));
    }
  });
});

describe('chunksIn', () => {
  const isSeen = ({ top, bottom }: { top: number; bottom: number }) => bottom > 0 && top < 800;

  it('finds what is in sight within a gap, by the height of each', () => {
    const boxes = [
      { top: -1_000, bottom: -860 },
      { top: -860, bottom: 100_000 },
    ];

    expect(chunksIn(partsOf([0], 700), boxes, () => 140, isSeen)).toEqual([7, 8, 9, 10, 11, 12]);
    expect(chunksIn(partsOf([0], 700), boxes, (chunk) => (chunk === 1 ? 980 : 140), isSeen)).toEqual([
      1, 2, 3, 4, 5, 6,
    ]);
  });

  it('keeps what is in the page and in sight, and leaves what is not', () => {
    const boxes = [
      { top: -200, bottom: -60 },
      { top: -60, bottom: 80 },
      { top: 80, bottom: 28_000 },
    ];

    expect(chunksIn(partsOf([0, 1], 200), boxes, () => 280, isSeen)).toEqual([1, 2, 3, 4]);
  });
});

describe('firstChunks', () => {
  it('fills the room and no more', () => {
    expect(firstChunks(28, 800)).toEqual([0, 1, 2, 3, 4, 5]);
  });
});
