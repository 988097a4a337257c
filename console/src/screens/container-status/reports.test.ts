import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { createReports, type Report } from './reports.ts';

const report = (id: string, level: Report['level']): Report => ({ id, level, isSilent: false });

/** Reports whose telling waits until `tell` is called. */
function reportsByHand() {
  let waiting: (() => void) | undefined;
  const reports = createReports((tell) => {
    expect(waiting, 'one telling at a time').toBeUndefined();
    waiting = tell;
  });
  return {
    reports,
    tell: () => {
      const told = waiting;
      waiting = undefined;
      told?.();
    },
  };
}

describe('reports', () => {
  it('gather, and are told once', () => {
    const { reports, tell } = reportsByHand();
    const listener = vi.fn();
    reports.subscribe(listener);

    reports.receive(report('a', 'ok'));
    reports.receive(report('b', 'ok'));
    reports.receive(report('a', 'error'));
    expect(listener).not.toHaveBeenCalled();
    tell();

    expect(listener).toHaveBeenCalledOnce();
    expect(reports.since('a', 0)).toEqual(report('a', 'error'));
  });

  it('are not those from before the question that an answer came to', () => {
    const { reports } = reportsByHand();
    reports.receive(report('a', 'ok'));
    const mark = reports.mark();

    expect(reports.since('a', mark)).toBeUndefined();
    reports.receive(report('a', 'warning'));

    expect(reports.since('a', mark)).toEqual(report('a', 'warning'));
  });

  it('lose none and keep the last of each container, however they come and are told', () => {
    const ids = fc.constantFrom('a', 'b', 'c', 'd');
    const levels = fc.constantFrom('error', 'warning', 'info', 'ok', null);
    const step = fc.oneof(
      fc.record({ id: ids, level: levels }),
      fc.constant('tell' as const),
      fc.constant('mark' as const),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const { reports, tell } = reportsByHand();
        const seen = new Map<string, Report['level']>();
        reports.subscribe(() => {
          for (const { id, level } of reports.allSince(0)) {
            seen.set(id, level);
          }
        });
        const all = new Map<string, Report['level']>();
        let later = new Map<string, Report['level']>();
        let mark = 0;
        for (const each of steps) {
          if (each === 'tell') {
            tell();
          } else if (each === 'mark') {
            mark = reports.mark();
            later = new Map();
          } else {
            reports.receive(report(each.id, each.level));
            all.set(each.id, each.level);
            later.set(each.id, each.level);
          }
        }
        tell();
        expect(seen).toEqual(all);
        expect(new Map(reports.allSince(mark).map(({ id, level }) => [id, level]))).toEqual(later);
      }),
    );
  });
});
