import { useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { fittedWidths } from './fitted-widths.ts';

/**
 * Widths, in percent, of the columns of a table whose rows are one line each: those the browser gives them while nothing is cut,
 * fitted into the room there is. Undefined until measured, which is before anything is seen. Rows that come and go leave them as
 * they are.
 *
 * @param key - measured anew when it changes: the columns and the answer shown.
 */
export function useColumnWidths(key: string): [RefObject<HTMLTableRowElement | null>, readonly number[] | undefined] {
  const head = useRef<HTMLTableRowElement>(null);
  const [room, setRoom] = useState(0);
  const [measured, setMeasured] = useState<{ key: string; room: number; widths: readonly number[] }>();
  const isFresh = measured?.key === key && measured.room === room;

  useLayoutEffect(function followRoom() {
    const around = head.current?.closest('table')?.parentElement;
    if (!around) {
      return undefined;
    }
    const follow = () => setRoom(around.clientWidth);
    const observer = new ResizeObserver(follow);
    observer.observe(around);
    follow();
    return () => observer.disconnect();
  }, []);

  useLayoutEffect(
    function measure() {
      const row = head.current;
      if (row && room > 0 && !isFresh) {
        const cells = [...row.cells];
        const widths = cells.map((cell) => cell.getBoundingClientRect().width);
        const weights = cells.map(({ dataset }) =>
          dataset['whole'] === undefined ? Number(dataset['weight'] ?? 1) : 0,
        );
        setMeasured({ key, room, widths: fittedWidths(widths, weights, room).map((each) => (each / room) * 100) });
      }
    },
    [key, room, isFresh],
  );

  return [head, isFresh ? measured.widths : undefined];
}
