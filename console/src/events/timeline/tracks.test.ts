import { describe, expect, it } from 'vitest';
import {
  countOf,
  dayByKey,
  daysPerColumn,
  eventsOn,
  isDated,
  partsOf,
  shareOf,
  stretchesOf,
  tracksOf,
  type TimelineDay,
} from './tracks.ts';

const day = (over: Partial<TimelineDay> = {}): TimelineDay => ({
  date: '2026-11-12',
  from: '2026-11-11T22:00:00Z',
  to: '2026-11-12T22:00:00Z',
  openings: 0,
  refusals: 0,
  cardActions: 0,
  handovers: null,
  emptyings: null,
  ...over,
});

describe('the tracks of a timeline', () => {
  it('are those that the record has, for a viewer who reads them', () => {
    expect(tracksOf([day({ emptyings: 0 })])).toEqual(['openings', 'refusals', 'emptyings']);
    expect(tracksOf([day({ handovers: 0 })])).toEqual(['openings', 'refusals', 'cards']);
    expect(tracksOf([day()])).toEqual(['openings', 'refusals']);
    expect(tracksOf([])).toEqual(['openings', 'refusals']);
    // Of an apartment whose org does not keep who opened.
    expect(tracksOf([day({ openings: null, refusals: null, handovers: 0 })])).toEqual(['cards']);
  });

  it('count what was done to cards and their hand-overs as one, of which only the former are events', () => {
    const both = day({ cardActions: 1, handovers: 2, refusals: 3 });
    expect(countOf(both, 'cards')).toBe(3);
    expect(eventsOn(both)).toBe(4);
  });

  it('name what there was of several days, and nothing that there was not', () => {
    expect(
      partsOf([day({ openings: 2 }), day({ openings: 1, emptyings: 1 })], ['openings', 'refusals', 'emptyings']),
    ).toEqual([
      { track: 'openings', count: 3 },
      { track: 'emptyings', count: 1 },
    ]);
  });

  it('show little beside much, and nothing where nothing was', () => {
    expect([0, 1, 50, 100].map((count) => shareOf(count, 100))).toEqual([0, 0.12, 0.5, 1]);
  });
});

describe('keys in a timeline', () => {
  const linked = [3, 7, 29];

  it('go to the next day that leads somewhere, and to the ends', () => {
    expect(dayByKey('ArrowLeft', 7, linked)).toBe(3);
    expect(dayByKey('ArrowRight', 7, linked)).toBe(29);
    expect(dayByKey('Home', 7, linked)).toBe(3);
    expect(dayByKey('End', 3, linked)).toBe(29);
  });

  it('stay at the ends, and leave other keys alone', () => {
    expect(dayByKey('ArrowRight', 29, linked)).toBeUndefined();
    expect(dayByKey('ArrowLeft', 3, linked)).toBeUndefined();
    expect(dayByKey('Enter', 7, linked)).toBeUndefined();
  });

  it('find dates under today and each week before', () => {
    expect([0, 1, 8, 15, 22, 28, 29].filter((index) => isDated(index, 30))).toEqual([1, 8, 15, 22, 29]);
  });
});

describe('the columns of a timeline', () => {
  const days = Array.from({ length: 7 }, (_, index) =>
    day({
      date: `2026-11-1${index}`,
      from: `2026-11-1${index}T00:00:00Z`,
      to: `2026-11-1${index + 1}T00:00:00Z`,
      openings: index,
    }),
  );

  it('are as wide as a finger needs, whatever the room', () => {
    expect(daysPerColumn(769, 30)).toBe(1);
    expect(daysPerColumn(606, 30)).toBe(2);
    expect(daysPerColumn(326, 30)).toBe(3);
    expect(daysPerColumn(0, 30)).toBe(1);
    for (let width = 60; width < 1_500; width += 7) {
      expect(width / Math.ceil(30 / daysPerColumn(width, 30))).toBeGreaterThanOrEqual(24);
    }
  });

  it('are the days, where each has one', () => {
    expect(stretchesOf(days, 1)).toEqual(days.map((each) => ({ ...each, until: each.date })));
  });

  it('count days together from the newest back, and lead to all of their events', () => {
    expect(stretchesOf(days, 3)).toMatchObject([
      {
        date: '2026-11-10',
        until: '2026-11-10',
        openings: 0,
        from: '2026-11-10T00:00:00Z',
        to: '2026-11-11T00:00:00Z',
      },
      {
        date: '2026-11-11',
        until: '2026-11-13',
        openings: 6,
        from: '2026-11-11T00:00:00Z',
        to: '2026-11-14T00:00:00Z',
      },
      { date: '2026-11-14', until: '2026-11-16', openings: 15, handovers: null },
    ]);
  });
});
