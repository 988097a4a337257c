import { useState } from 'react';
import { flushSync } from 'react-dom';
import { usePrinted } from '../../../ui/drawing/use-printed.ts';
import { chunksIn, firstChunks, partsOf, type Box, type Part } from './row-parts.ts';

/** Pixels around the viewport within which rows are kept ready. */
export const marginPx = 120;

const isNear = ({ top, bottom }: Box) => bottom > -marginPx && top < window.innerHeight + marginPx;

interface Mounted {
  readonly chunks: readonly number[];
  /** Pixels of those that are not as high as they were thought to be. */
  readonly heights: ReadonlyMap<number, number>;
}

interface NearChunks {
  readonly parts: readonly Part[];
  /** Pixels that all chunks of a part take together. */
  readonly heightOf: (part: Part) => number;
  /** Takes those into the page that are near the viewport, and all others out of it but for the one that has the focus. @param list - holds the parts. */
  readonly follow: (list: Element) => void;
  /** Takes one into the page at once. */
  readonly come: (chunk: number) => void;
}

/**
 * Which chunks of a long list are in the page.
 *
 * @param rowsOf - how many rows a chunk has.
 * @param rowPx - pixels a row takes, until it has been measured.
 */
export function useNearChunks(count: number, rowsOf: (chunk: number) => number, rowPx: number): NearChunks {
  const [{ chunks, heights }, setMounted] = useState<Mounted>(() => ({
    chunks: firstChunks(rowPx, window.innerHeight),
    heights: new Map(),
  }));
  // A list of one chunk is in the page whole, and any on paper.
  const isWhole = usePrinted() || count === 1;
  const parts = partsOf(isWhole ? Array.from({ length: count }, (_, chunk) => chunk) : chunks, count);
  const thought = (chunk: number) => rowsOf(chunk) * rowPx;
  const heightOf = (chunk: number) => heights.get(chunk) ?? thought(chunk);

  function follow(list: Element): void {
    const elements = [...list.children].filter((each) => each.hasAttribute('data-chunk'));
    const boxes = elements.map((each) => each.getBoundingClientRect());
    const focused = parts[elements.findIndex((each) => each.contains(document.activeElement))];
    const near = chunksIn(parts, boxes, heightOf, isNear);
    const measured = new Map(heights);
    parts.forEach(({ first, isGap }, index) => {
      const height = boxes[index]?.height;
      if (!isGap && height !== undefined && Math.abs(height - heightOf(first)) > 1) {
        measured.set(first, height);
      }
    });
    setMounted({
      chunks:
        !focused || focused.isGap || near.includes(focused.first)
          ? near
          : [...near, focused.first].toSorted((one, other) => one - other),
      heights: measured,
    });
  }

  return {
    parts,
    heightOf: ({ first, last }) => {
      let height = 0;
      for (let chunk = first; chunk <= last; chunk += 1) {
        height += heightOf(chunk);
      }
      return height;
    },
    follow,
    come: (chunk) =>
      flushSync(() =>
        setMounted((before) => ({
          ...before,
          chunks: [...new Set([...before.chunks, chunk])].toSorted((one, other) => one - other),
        })),
      ),
  };
}
