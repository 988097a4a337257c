import { useLayoutEffect, useRef, useState, type RefObject } from 'react';

/**
 * Widths, in percent, that the columns of a table took at first; undefined until measured. A table whose rows come and go
 * would otherwise change its columns with them.
 *
 * @param key - measured anew when it changes: the columns shown.
 */
export function useColumnWidths(
  enabled: boolean,
  key: string,
): [RefObject<HTMLTableRowElement | null>, readonly number[] | undefined] {
  const head = useRef<HTMLTableRowElement>(null);
  const [measured, setMeasured] = useState<{ key: string; widths: readonly number[] }>();

  useLayoutEffect(
    function measure() {
      const row = head.current;
      if (enabled && row) {
        const total = row.offsetWidth;
        const widths = [...row.cells].map((cell) => (cell.offsetWidth / total) * 100);
        setMeasured({ key, widths });
      }
    },
    [enabled, key],
  );

  return [head, enabled && measured?.key === key ? measured.widths : undefined];
}
