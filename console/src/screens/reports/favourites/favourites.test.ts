import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { favouriteSearch, readFavourite } from './favourites.ts';
import { withLast } from './last-used.ts';
import { byTheme } from '../themes.ts';

const view = (search: string) => ({
  id: 'v1',
  name: 'Vara',
  search,
  hiddenColumns: [],
  orgId: null,
  orgName: null,
  isDefault: false,
  viewerCanUpdate: true,
});

describe('a favourite', () => {
  it('keeps the whole question, but not the page', () => {
    const search = favouriteSearch('usage', '?period=thisYear&by=month,entrance&after=abc&event_count=10..');

    expect(readFavourite(view(search))).toMatchObject({
      label: 'Vara',
      report: 'usage',
      to: '/reports/usage?by=month%2Centrance&event_count=10..&period=thisYear',
    });
  });

  it('is the same in whatever order it is asked', () => {
    const parameters = fc.uniqueArray(fc.tuple(fc.stringMatching(/^[a-z]{1,8}$/), fc.string()), {
      selector: ([key]) => key,
    });
    fc.assert(
      fc.property(parameters, (pairs) => {
        const one = favouriteSearch('usage', new URLSearchParams(pairs).toString());
        const other = favouriteSearch('usage', new URLSearchParams(pairs.toReversed()).toString());
        expect(other).toBe(one);
        expect(readFavourite(view(one))?.search).toBe(one);
      }),
    );
  });

  it('names a report, or is none', () => {
    expect(readFavourite(view('by=month'))).toBeUndefined();
  });
});

it('remembers each report once, the last first, five of them', () => {
  const used = ['a', 'b', 'c', 'd', 'e', 'f', 'b'].reduce<ReturnType<typeof withLast>>(
    (before, name, index) => withLast(before, { name, search: `?n=${index}` }),
    [],
  );

  expect(used.map(({ name }) => name)).toEqual(['b', 'f', 'e', 'd', 'c']);
  expect(used[0]?.search).toBe('?n=6');
});

it('lists every report under one theme, those without one last', () => {
  const themed = byTheme([{ name: 'new-one' }, { name: 'usage' }, { name: 'card-lifecycle' }]);

  expect(themed.map(({ theme, reports }) => [theme, reports.map(({ name }) => name)])).toEqual([
    ['use', ['usage']],
    ['registry', ['card-lifecycle']],
    ['other', ['new-one']],
  ]);
});
