import { useLayoutEffect, useRef, useState, type RefObject } from 'react';

/** How wide an element is, in pixels: known before it is painted, and followed; 0 until it is there. */
export function useWidth(): readonly [ref: RefObject<HTMLDivElement | null>, width: number] {
  const ref = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(function followWidth() {
    const element = ref.current;
    if (!element) {
      return;
    }
    const follow = () => setWidth(element.clientWidth);
    follow();
    const observer = new ResizeObserver(follow);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, width];
}
