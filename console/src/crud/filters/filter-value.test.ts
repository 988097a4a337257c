import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { countDaysIn } from '../../ui/values/viewer-zone.ts';
import { joinEnds, problemOf, readFilter, splitEnds, wrongEnds } from './filter-value.ts';

const read = (kind: 'int' | 'percent' | 'period', text: string) => readFilter({ id: 'field', kind }, text);

describe('a range in the address', () => {
  it.each([
    ['int', '60..240', { min: 60, max: 240 }],
    ['int', '60..', { min: 60 }],
    ['int', '..0', { max: 0 }],
    ['percent', '12.5..40', { min: 12.5, max: 40 }],
  ] as const)('of kind %s reads %s', (kind, text, value) => {
    expect(read(kind, text)).toEqual(value);
  });

  it.each([
    ['int', '240..60'],
    ['int', '..'],
    ['int', '60'],
    ['int', '1..2..3'],
    ['int', '-5..5'],
    ['int', '1.5..2'],
    ['int', '0..9999999999'],
    ['percent', '0..101'],
    ['period', '2026-02-30..'],
    ['period', '2026-2-3..'],
    ['period', '2026-02-02..2026-02-01'],
    ['period', 'ieri..azi'],
  ] as const)('of kind %s makes no sense as %s', (kind, text) => {
    expect(read(kind, text)).toBeUndefined();
  });

  it('reads back what it writes', () => {
    const end = fc.oneof(fc.constant(''), fc.nat().map(String));
    fc.assert(
      fc.property(end, end, (from, to) => {
        const text = joinEnds({ from, to });
        expect(text === null ? { from: '', to: '' } : splitEnds(text)).toEqual({ from, to });
      }),
    );
  });
});

describe('a period in the address', () => {
  beforeEach(() => {
    vi.stubEnv('TZ', 'Asia/Tokyo');
  });
  afterEach(() => {
    vi.unstubAllEnvs();
    countDaysIn(undefined);
  });

  it('counts its days where the orgs of the viewer do, wherever the browser is', () => {
    countDaysIn('America/Bogota');
    expect(read('period', '2026-01-01..2026-01-01')).toEqual({
      from: '2026-01-01T05:00:00.000Z',
      to: '2026-01-02T05:00:00.000Z',
    });
  });

  it('counts both its days', () => {
    expect(read('period', '2026-01-01..2026-02-01')).toEqual({
      from: '2025-12-31T22:00:00.000Z',
      to: '2026-02-01T22:00:00.000Z',
    });
  });

  it('takes the whole of the day on which the clocks change', () => {
    expect(read('period', '2026-10-25..2026-10-25')).toEqual({
      from: '2026-10-24T21:00:00.000Z',
      to: '2026-10-25T22:00:00.000Z',
    });
  });
});

describe('the ends of a range, while they are typed', () => {
  it.each([
    ['int', { from: '', to: '' }, undefined],
    ['int', { from: '5', to: '4' }, 'reversed'],
    ['int', { from: '100', to: '20' }, 'reversed'],
    ['int', { from: '1e3', to: '' }, 'badNumber'],
    ['percent', { from: '', to: '100.5' }, 'badPercent'],
    ['period', { from: '2026-02-29', to: '' }, 'badDay'],
    ['period', { from: '2026-02-28', to: '2026-02-28' }, undefined],
  ] as const)('of kind %s: %j gives %s', (kind, ends, problem) => {
    expect(problemOf(kind, ends)).toBe(problem);
  });
});

describe('other filters in the address', () => {
  it('takes a choice among those declared only', () => {
    const filter = { id: 'status', kind: 'choice', values: ['active', 'blocked'], texts: 'values.status' } as const;

    expect([readFilter(filter, 'blocked'), readFilter(filter, 'lost')]).toEqual(['blocked', undefined]);
  });

  it('sends a flag as a boolean', () => {
    const filter = { id: 'withoutManager', kind: 'flag' } as const;

    expect([readFilter(filter, 'true'), readFilter(filter, '1')]).toEqual([true, undefined]);
  });

  it('sends yes and no as booleans', () => {
    const filter = { id: 'enabled', kind: 'boolean', texts: 'values.enabled' } as const;

    expect(['true', 'false', 'maybe'].map((text) => readFilter(filter, text))).toEqual([true, false, undefined]);
  });

  it('takes any text as it is', () => {
    expect(readFilter({ id: 'occupierName', kind: 'text' }, 'Pop & fiii, 50 % ..')).toBe('Pop & fiii, 50 % ..');
  });
});

describe('which end of a range is wrong', () => {
  it.each([
    [{ from: '2026-02-30', to: '2026-03-01' }, ['from']],
    [{ from: '2026-02-01', to: 'azi' }, ['to']],
    [{ from: 'ieri', to: 'azi' }, ['from', 'to']],
    [{ from: '2026-02-02', to: '2026-02-01' }, ['from', 'to']],
    [{ from: '2026-02-01', to: '' }, []],
  ])('of %o: %o', (ends, wrong) => {
    expect(wrongEnds('period', ends)).toEqual(wrong);
  });
});
