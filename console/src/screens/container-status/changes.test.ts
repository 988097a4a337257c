import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { createStatusChanges, type StatusChange } from './changes.ts';

const change = (id: string, level: StatusChange['level']): StatusChange => ({ id, level, isSilent: false });

/** Changes whose telling waits until `tell` is called. */
function changesByHand() {
  let waiting: (() => void) | undefined;
  const changes = createStatusChanges((tell) => {
    expect(waiting, 'one telling at a time').toBeUndefined();
    waiting = tell;
  });
  return {
    changes,
    tell: () => {
      const told = waiting;
      waiting = undefined;
      told?.();
    },
  };
}

describe('changes', () => {
  it('gather, and are told once', () => {
    const { changes, tell } = changesByHand();
    const listener = vi.fn();
    changes.subscribe(listener);

    changes.receive(change('a', 'ok'));
    changes.receive(change('b', 'ok'));
    changes.receive(change('a', 'error'));
    expect(listener).not.toHaveBeenCalled();
    tell();

    expect(listener).toHaveBeenCalledOnce();
    expect(changes.since('a', 0)).toEqual(change('a', 'error'));
  });

  it('are not those from before the question that an answer came to', () => {
    const { changes } = changesByHand();
    changes.receive(change('a', 'ok'));
    const mark = changes.mark();

    expect(changes.since('a', mark)).toBeUndefined();
    changes.receive(change('a', 'warning'));

    expect(changes.since('a', mark)).toEqual(change('a', 'warning'));
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
        const { changes, tell } = changesByHand();
        const seen = new Map<string, StatusChange['level']>();
        changes.subscribe(() => {
          for (const { id, level } of changes.allSince(0)) {
            seen.set(id, level);
          }
        });
        const all = new Map<string, StatusChange['level']>();
        let later = new Map<string, StatusChange['level']>();
        let mark = 0;
        for (const each of steps) {
          if (each === 'tell') {
            tell();
          } else if (each === 'mark') {
            mark = changes.mark();
            later = new Map();
          } else {
            changes.receive(change(each.id, each.level));
            all.set(each.id, each.level);
            later.set(each.id, each.level);
          }
        }
        tell();
        expect(seen).toEqual(all);
        expect(new Map(changes.allSince(mark).map(({ id, level }) => [id, level]))).toEqual(later);
      }),
    );
  });
});
