import { describe, expect, it } from 'vitest';
import { baseOf, countNews, pointsOf, type Point } from './news.ts';
import { readOverview } from './overview.ts';
import type { Report } from './reports.ts';

const point = (id: string, level: Point['level'], longitude = 0): Point => ({
  id,
  label: id,
  longitude,
  latitude: 0,
  level,
  isSilent: false,
});
const report = (id: string, level: Report['level'], isSilent = false): Report => ({ id, level, isSilent });
const asked = (address: string) => readOverview(new URLSearchParams(address));

const base = baseOf([point('a', 'ok'), point('b', 'error'), point('c', 'ok', 5)], [], 0);

describe('news', () => {
  it('are containers that would stand elsewhere, each once', () => {
    expect(countNews(base, asked(''), [report('a', 'error'), report('b', 'ok')])).toBe(2);
    expect(countNews(base, asked(''), [report('a', 'ok', true)])).toBe(1);
  });

  it('are not those that say the same, or stand where nobody looks', () => {
    expect(countNews(base, asked(''), [report('a', 'ok'), report('elsewhere', 'error')])).toBe(0);
    expect(countNews(base, asked('bbox=-1,-1,1,1'), [report('c', 'error')])).toBe(0);
  });

  it('are containers that come into what was asked for or leave it, and no others', () => {
    expect(countNews(base, asked('level=error'), [report('a', 'error')])).toBe(1);
    expect(countNews(base, asked('level=error'), [report('b', 'ok')])).toBe(1);
    expect(countNews(base, asked('level=error'), [report('a', 'warning')])).toBe(0);
    expect(countNews(base, asked('stale=true'), [report('a', 'error')])).toBe(0);
  });

  it('end where another choice begins', () => {
    const later = baseOf([...base.points.values()], [report('a', 'error')], 7);

    expect(countNews(later, asked(''), [report('a', 'error')])).toBe(0);
    expect(pointsOf(later, asked('level=error')).map(({ id }) => id)).toEqual(['a', 'b']);
    expect(later.mark).toBe(7);
  });
});
