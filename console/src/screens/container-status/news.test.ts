import { describe, expect, it } from 'vitest';
import { baseOf, countNews, pointsOf, type Point } from './news.ts';
import { readOverview } from './overview.ts';
import type { StatusChange } from './changes.ts';

const point = (id: string, level: Point['level'], longitude = 0): Point => ({
  id,
  label: id,
  longitude,
  latitude: 0,
  level,
  isSilent: false,
});
const change = (id: string, level: StatusChange['level'], isSilent = false): StatusChange => ({ id, level, isSilent });
const asked = (address: string) => readOverview(new URLSearchParams(address));

const base = baseOf([point('a', 'ok'), point('b', 'error'), point('c', 'ok', 5)], [], 0);

describe('news', () => {
  it('are containers that would stand elsewhere, each once', () => {
    expect(countNews(base, asked(''), [change('a', 'error'), change('b', 'ok')])).toBe(2);
    expect(countNews(base, asked(''), [change('a', 'ok', true)])).toBe(1);
  });

  it('are not those that say the same, or stand where nobody looks', () => {
    expect(countNews(base, asked(''), [change('a', 'ok'), change('elsewhere', 'error')])).toBe(0);
    expect(countNews(base, asked('bbox=-1,-1,1,1'), [change('c', 'error')])).toBe(0);
  });

  it('are containers that come into what was asked for or leave it, and no others', () => {
    expect(countNews(base, asked('level=error'), [change('a', 'error')])).toBe(1);
    expect(countNews(base, asked('level=error'), [change('b', 'ok')])).toBe(1);
    expect(countNews(base, asked('level=error'), [change('a', 'warning')])).toBe(0);
    expect(countNews(base, asked('stale=true'), [change('a', 'error')])).toBe(0);
  });

  it('end where another choice begins', () => {
    const later = baseOf([...base.points.values()], [change('a', 'error')], 7);

    expect(countNews(later, asked(''), [change('a', 'error')])).toBe(0);
    expect(pointsOf(later, asked('level=error')).map(({ id }) => id)).toEqual(['a', 'b']);
    expect(later.mark).toBe(7);
  });
});
