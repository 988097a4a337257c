import { describe, expect, it } from 'vitest';
import { showsView } from './shows-view.ts';

const offered = {
  filters: [{ id: 'status', kind: 'choice', values: ['blocked'], texts: 'values.status' }],
  columns: ['kind', 'status'],
} as const;
const view = { search: 'sort=-updatedAt&status=blocked', hiddenColumns: ['kind', 'orgId'] };

describe('a list shows a view', () => {
  it('with its words, filters and order, on whichever page, and its columns', () => {
    const list = { search: 'status=blocked&after=x&sort=-updatedAt', hiddenColumns: ['kind'] };

    expect(showsView(list, view, offered)).toBe(true);
  });

  it.each([
    { search: 'status=blocked', hiddenColumns: ['kind'] },
    { search: view.search, hiddenColumns: [] },
    { search: view.search, hiddenColumns: ['kind', 'status'] },
  ])('and not otherwise ordered, or with other columns: %o', (list) => {
    expect(showsView(list, view, offered)).toBe(false);
  });
});
