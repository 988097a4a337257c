import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { rowsWanted } from '../row-keys.ts';

/** Rows that come and go together. */
const chunkRows = 5;
/** Lists up to this long are mounted whole; of longer ones, about as much as this (experience.md, "Lists"). */
const wholeRows = 60;
/** Pixels around the viewport within which rows are kept ready. */
const marginPx = 120;

/** `rows` in chunks, or in one when they are few. */
export function chunksOf<Row>(rows: readonly Row[]): readonly (readonly Row[])[] {
  if (rows.length <= wholeRows) {
    return [rows];
  }
  const count = Math.ceil(rows.length / chunkRows);
  return Array.from({ length: count }, (_, index) => rows.slice(index * chunkRows, (index + 1) * chunkRows));
}

interface Props {
  as: 'tbody' | 'ul';
  className?: string | undefined;
  /** Place among the chunks of the list. */
  index: number;
  /** Whether it may leave the page while it is out of sight. */
  leaves: boolean;
  /** Pixels a row takes, until it has been measured. */
  rowPx: number;
  /** What keeps the room of the rows that left, so high. */
  spacer: (height: number) => ReactNode;
  children: ReactNode;
}

/** Some rows of a long list: in the page while they are near the viewport or the keys lead there, else as empty room of the same height. */
export function RowChunk({ as: Element, className, index, leaves, rowPx, spacer, children }: Props) {
  const element = useRef<HTMLElement>(null);
  const [near, setNear] = useState(index * chunkRows * rowPx < window.innerHeight);
  const [height, setHeight] = useState(chunkRows * rowPx);

  useLayoutEffect(function comeForKeys() {
    const chunk = element.current;
    const come = () => flushSync(() => setNear(true));
    chunk?.addEventListener(rowsWanted, come);
    return () => chunk?.removeEventListener(rowsWanted, come);
  }, []);

  useEffect(
    function followViewport() {
      const chunk = element.current;
      if (!chunk || !leaves) {
        return undefined;
      }
      const observer = new IntersectionObserver(
        (entries) => {
          // The last says how it is now: a chunk that left and came back at once tells of both together.
          if (entries.at(-1)?.isIntersecting) {
            setNear(true);
          } else if (!chunk.contains(document.activeElement)) {
            setHeight((before) => (chunk.querySelector('a[data-row]') ? chunk.offsetHeight : before));
            setNear(false);
          }
        },
        { rootMargin: `${marginPx}px 0px` },
      );
      observer.observe(chunk);
      return () => observer.disconnect();
    },
    [leaves],
  );

  return (
    <Element
      ref={(node: HTMLElement | null) => {
        element.current = node;
      }}
      className={className}
      data-chunk
    >
      {near || !leaves ? children : spacer(height)}
    </Element>
  );
}
