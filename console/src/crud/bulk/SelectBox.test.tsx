import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { SelectPage } from './SelectBox.tsx';
import { useSelection, type Listed } from './use-selection.ts';

function List({ rows, stale }: { rows: readonly Listed[]; stale: boolean }) {
  return <SelectPage selection={useSelection(rows, 'all', stale)} />;
}

describe('the box that picks the page', () => {
  it.each([
    { rows: [{ id: 'a' }], stale: false, isDisabled: false },
    { rows: [], stale: false, isDisabled: true },
    { rows: [], stale: true, isDisabled: true },
    { rows: [{ id: 'a' }], stale: true, isDisabled: true },
  ])(
    'can be pressed once the rows that were asked for are here: $rows, stale: $stale',
    ({ rows, stale, isDisabled }) => {
      const box = renderToStaticMarkup(<List rows={rows} stale={stale} />);

      expect(box).toContain('type="checkbox"');
      expect(box.includes(' disabled=""')).toBe(isDisabled);
    },
  );
});
