import { memo, useEffect, useEffectEvent, useLayoutEffect, useRef, type ReactNode } from 'react';
import { rowsWanted, type WantedAt } from '../row-keys.ts';
import { chunksOf } from './row-parts.ts';
import { marginPx, useNearChunks } from './use-near-chunks.ts';

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
