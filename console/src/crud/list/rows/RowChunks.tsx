import { memo, useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { usePrinted } from '../../../ui/drawing/use-printed.ts';
import { rowsWanted, type WantedAt } from '../row-keys.ts';
import { chunksIn, chunksOf, firstChunks, partsOf, type Box, type Part } from './row-parts.ts';

interface Props<Row> {
  as: 'tbody' | 'ul';
  className?: string | undefined;
  rows: readonly Row[];
  /** Pixels a row takes, until it has been measured. */
  rowPx: number;
  /** What keeps the room of rows that are not in the page, so high. */
  spacer: (height: number) => ReactNode;
  /** A row, with its key. */
  children: (row: Row) => ReactNode;
}

/**
 * The rows of a list, directly in what holds them. Of a long list those are in the page that are near the viewport or to which the keys have
 * led; what lies between is one piece of empty room, however many rows that are: the browser and React go through all pieces for each frame.
 */
export function RowChunks<Row>({ as, className, rows, rowPx, spacer, children }: Props<Row>) {
  const chunks = chunksOf(rows);
  const { parts, heightOf, follow, come } = useNearChunks(chunks.length, (chunk) => chunks[chunk]?.length ?? 0, rowPx);
  return parts.map((part, index) =>
    part.isGap ? (
      <Gap
        // Taken by its place: it is what is left beside the chunks.
        key={`gap ${parts.slice(0, index).filter(({ isGap }) => isGap).length}`}
        as={as}
        className={className}
        first={part.first}
        last={part.last}
        onNear={follow}
        onWanted={come}
      >
        {spacer(heightOf(part))}
      </Gap>
    ) : (
      // A chunk is a place: one named by its first record would be made anew with another, and lose the focus.
      <Chunk key={part.first} as={as} className={className} rows={chunks[part.first] ?? []}>
        {children}
      </Chunk>
    ),
  );
}

interface ChunkProps<Row> extends Pick<Props<Row>, 'as' | 'className' | 'children'> {
  rows: readonly Row[];
}

/** Made once while it is in the page, whatever comes and goes beside it. */
const Chunk = memo(function Chunk<Row>({ as: Element, className, rows, children }: ChunkProps<Row>) {
  return (
    <Element className={className} data-chunk>
      {rows.map(children)}
    </Element>
  );
}) as <Row>(props: ChunkProps<Row>) => ReactNode;

interface GapProps extends Pick<Props<never>, 'as' | 'className'> {
  first: number;
  last: number;
  /** It has come near the viewport. @param list - what holds it. */
  onNear: (list: Element) => void;
  onWanted: (chunk: number) => void;
  children: ReactNode;
}

/** The room of chunks that are not in the page. */
function Gap({ as: Element, className, first, last, onNear, onWanted, children }: GapProps) {
  const element = useRef<HTMLElement>(null);
  const handleNear = useEffectEvent(onNear);
  const handleWanted = useEffectEvent(onWanted);

  useLayoutEffect(
    function comeForKeys() {
      const gap = element.current;
      const come = (event: Event) => handleWanted((event as CustomEvent<WantedAt>).detail === 'start' ? first : last);
      gap?.addEventListener(rowsWanted, come);
      return () => gap?.removeEventListener(rowsWanted, come);
    },
    [first, last],
  );

  useEffect(
    function followViewport() {
      const gap = element.current;
      if (!gap) {
        return undefined;
      }
      // Observed anew for each other extent: it may still be near, of which it would not be told again.
      const observer = new IntersectionObserver(
        (entries) => {
          if (entries.at(-1)?.isIntersecting && gap.parentElement) {
            handleNear(gap.parentElement);
          }
        },
        { rootMargin: `${marginPx}px 0px` },
      );
      observer.observe(gap);
      return () => observer.disconnect();
    },
    [first, last],
  );

  return (
    <Element
      ref={(node: HTMLElement | null) => {
        element.current = node;
      }}
      className={className}
      data-chunk
    >
      {children}
    </Element>
  );
}

/** Pixels around the viewport within which rows are kept ready. */
const marginPx = 120;

const isNear = ({ top, bottom }: Box) => bottom > -marginPx && top < window.innerHeight + marginPx;

interface Mounted {
  readonly chunks: readonly number[];
  /** Pixels of those that are not as high as they were thought to be. */
  readonly heights: ReadonlyMap<number, number>;
}

/**
 * Which chunks of a long list are in the page.
 *
 * @param rowsOf - how many rows a chunk has.
 * @param rowPx - pixels a row takes, until it has been measured.
 */
function useNearChunks(count: number, rowsOf: (chunk: number) => number, rowPx: number) {
  const [{ chunks, heights }, setMounted] = useState<Mounted>(() => ({
    chunks: firstChunks(rowPx, window.innerHeight),
    heights: new Map(),
  }));
  // A list of one chunk is in the page whole, and any on paper.
  const isWhole = usePrinted() || count === 1;
  const parts = partsOf(isWhole ? Array.from({ length: count }, (_, chunk) => chunk) : chunks, count);
  const thought = (chunk: number) => rowsOf(chunk) * rowPx;
  const heightOf = (chunk: number) => heights.get(chunk) ?? thought(chunk);

  /** Takes those into the page that are near the viewport, and all others out of it but for the one that has the focus. @param list - holds the parts. */
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
    /** Pixels that all chunks of a part take together. */
    heightOf: ({ first, last }: Part) => {
      let height = 0;
      for (let chunk = first; chunk <= last; chunk += 1) {
        height += heightOf(chunk);
      }
      return height;
    },
    follow,
    /** Takes one into the page at once. */
    come: (chunk: number) =>
      flushSync(() =>
        setMounted((before) => ({
          ...before,
          chunks: [...new Set([...before.chunks, chunk])].toSorted((one, other) => one - other),
        })),
      ),
  };
}
