import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { SelectPage, SelectRow } from './SelectBox.tsx';
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

function Row({ stale }: { stale: boolean }) {
  return <SelectRow selection={useSelection([{ id: 'a' }], 'all', stale)} id="a" labelledBy="row-a" />;
}

describe('the box that picks a row', () => {
  it.each([true, false])('can be pressed unless the row is of the answer before: %s', (stale) => {
    expect(renderToStaticMarkup(<Row stale={stale} />).includes(' disabled=""')).toBe(stale);
  });

  it('picks nothing of the answer before by a key either, with which the box is not asked', () => {
    const dispatched: unknown[] = [];
    function Pressed() {
      const { toggle, togglePage, page } = useSelection([{ id: 'a' }], 'all', true);
      // Would render once more, with the row picked, if it set anything.
      if (dispatched.length === 0) {
        dispatched.push(page);
        toggle('a', false);
        togglePage();
      }
      return page;
    }
    expect(renderToStaticMarkup(<Pressed />)).toBe('none');
  });
});
