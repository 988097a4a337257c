import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { countDaysIn } from './viewer-zone.ts';
import { formatAsOf, keepAsOf, parseAsOf } from './as-of.ts';

beforeEach(() => {
  vi.stubEnv('TZ', 'Asia/Tokyo');
});
afterEach(() => {
  vi.unstubAllEnvs();
  countDaysIn(undefined);
});

const now = Date.parse('2026-11-21T10:00:00Z');

describe('the moment in the address', () => {
  it('is in the zone of the viewer’s orgs, whoever is sent the address and wherever the browser is', () => {
    countDaysIn('America/Bogota');
    expect(parseAsOf('2026-11-01T12:00', now)?.toISOString()).toBe('2026-11-01T17:00:00.000Z');
    expect(formatAsOf(new Date('2026-11-01T02:05:59Z'))).toBe('2026-10-31T21:05');

    countDaysIn(undefined);
    expect(parseAsOf('2026-11-01T12:00', now)?.toISOString()).toBe('2026-11-01T10:00:00.000Z');
  });

  it('reads back what it writes', () => {
    expect(formatAsOf(new Date('2026-07-01T09:05:59Z'))).toBe('2026-07-01T12:05');
    expect(parseAsOf('2026-07-01T12:05', now)?.toISOString()).toBe('2026-07-01T09:05:00.000Z');
  });

  it.each([
    'ieri',
    '2026-11-01',
    '2026-02-31T12:00',
    '2026-11-01T12:00Z',
    '2026-11-01T12:00:30',
    '2026-13-01T12:00',
    '2026-11-01T24:00',
    '2026-11-01 12:00',
    '2026-03-29T03:30', // left out when the clocks go on
    '2026-11-21T12:01', // not yet
  ])('is not %s', (text) => {
    expect(parseAsOf(text, now)).toBeUndefined();
  });
});

describe('a link from the past', () => {
  it.each([
    ['/card/1', { pathname: '/card/1', search: '?asOf=2026-11-01T12%3A00' }],
    [
      '/card?status=blocked#top',
      { pathname: '/card', search: '?status=blocked&asOf=2026-11-01T12%3A00', hash: '#top' },
    ],
    [
      { pathname: '/card', search: '?q=1' },
      { pathname: '/card', search: '?q=1&asOf=2026-11-01T12%3A00' },
    ],
  ])('stays there: %j', (to, kept) => {
    expect(keepAsOf(to, '2026-11-01T12:00')).toEqual(kept);
  });

  it('is as it is in the present', () => {
    expect(keepAsOf('/card/1', null)).toBe('/card/1');
  });
});
