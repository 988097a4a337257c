import { describe, expect, it } from 'vitest';
import { causesOf, isFull, isToBeEmptied, type Reading, type Told } from './cause.ts';

const reading = (
  kind: Reading['kind'],
  level: Reading['level'],
  at = '2026-11-23T10:00:00Z',
  isStale = false,
): Reading => ({
  kind,
  level,
  value: null,
  at,
  since: level === 'error' || level === 'warning' ? at : null,
  isStale,
});
const causes = (level: Told['level'], readings: Reading[], silentSince: string | null = null) =>
  causesOf({ level, isSilent: silentSince !== null, heardAt: silentSince ?? '2026-11-23T11:00:00Z', readings }).map(
    (cause) => (cause.of === 'reading' ? cause.reading.kind : cause.of),
  );

describe('the cause of a state', () => {
  it('is the measure that is as bad as the state, and not those that are better', () => {
    expect(causes('error', [reading('battery_life_pct', 'error'), reading('fill_level_pct', 'warning')])).toEqual([
      'battery_life_pct',
    ]);
  });

  it('names all that are as bad, what somebody has to go for first', () => {
    const bad = [
      reading('servicing', 'error'),
      reading('battery_life_pct', 'error'),
      reading('fill_level_pct', 'error'),
    ];
    expect(causes('error', bad)).toEqual(['fill_level_pct', 'battery_life_pct', 'servicing']);
  });

  it('is the silence of the lock, whatever it said before it fell silent', () => {
    const old = reading('fill_level_pct', 'error', '2026-11-20T10:00:00Z', true);
    expect(causes('error', [old], '2026-11-20T10:00:00Z')).toEqual(['silence']);
    expect(causes('warning', [old, reading('servicing', 'warning')], '2026-11-22T08:00:00Z')).toEqual([
      'servicing',
      'silence',
    ]);
  });

  it('is that nothing is known, and none where all is well', () => {
    expect(causes(null, [reading('servicing', 'info', '2026-10-01T10:00:00Z', true)])).toEqual(['nothing']);
    expect(causes('ok', [reading('fill_level_pct', 'ok')])).toEqual([]);
  });

  it('says of a full container when it was emptied since, and not of one that filled up again', () => {
    const emptiedAt = (emptied: string) =>
      causesOf({
        level: 'error',
        isSilent: false,
        heardAt: '2026-11-23T10:00:00Z',
        readings: [reading('fill_level_pct', 'error'), reading('emptying_detected', 'info', emptied)],
      });
    expect(emptiedAt('2026-11-23T10:05:00Z')).toMatchObject([{ emptiedAt: '2026-11-23T10:05:00Z' }]);
    expect(emptiedAt('2026-11-23T09:00:00Z')).toMatchObject([{ emptiedAt: null }]);
  });

  it('asks for emptying only what is full and was not emptied since', () => {
    const container = (level: Told['level'], ...readings: Reading[]) =>
      isToBeEmptied({ level, isSilent: false, heardAt: '2026-11-23T10:00:00Z', readings });
    const full = reading('fill_level_pct', 'warning');

    expect(container('warning', full)).toBe(true);
    expect(container('error', reading('fill_closed', 'error'))).toBe(true);
    expect(container('warning', full, reading('emptying_detected', 'info', '2026-11-23T10:05:00Z'))).toBe(false);
    expect(container('error', full, reading('battery_life_pct', 'error'))).toBe(false);
    expect(container('ok', reading('fill_level_pct', 'ok'))).toBe(false);
  });

  it('of one that is full is no reason to drive past it, however bad something else is', () => {
    const battery = reading('battery_life_pct', 'error');
    const full = reading('fill_level_pct', 'warning');

    expect(isFull({ readings: [battery, full] })).toBe(true);
    expect(isFull({ readings: [reading('fill_closed', 'error')] })).toBe(true);
    expect(isFull({ readings: [battery] })).toBe(false);
    expect(isFull({ readings: [reading('fill_level_pct', 'warning', '2026-11-20T10:00:00Z', true)] })).toBe(false);
    expect(isFull({ readings: [full, reading('emptying_detected', 'info', '2026-11-23T10:05:00Z')] })).toBe(false);
    expect(isFull({ readings: [full, reading('emptying_detected', 'info', '2026-11-23T09:00:00Z')] })).toBe(true);
  });
});
