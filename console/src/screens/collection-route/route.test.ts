import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { countDaysIn } from '../../ui/values/viewer-zone.ts';
import {
  addStops,
  begunAt,
  canTakeBack,
  dropUnsent,
  endRoute,
  formerDay,
  markEmptied,
  metresLeft,
  mostStops,
  noRoute,
  noteAnswered,
  noteBegun,
  noteTried,
  skip,
  startAnew,
  takeBack,
  unsentElsewhere,
  unsentOf,
  type CollectionRoute,
} from './route.ts';

const container = (id: string, step: number | null = 0) => ({
  id,
  label: `LM-${id}`,
  address: 'Str. Trifan 2',
  wasteStream: 'glass' as const,
  spot: step === null ? null : { latitude: 46.5, longitude: 26.9 + step / 1000 },
});
const at = (second: number) => new Date(Date.UTC(2026, 10, 24, 8, 0, second)).toISOString();
const routeOf = (...stops: ReturnType<typeof container>[]) => addStops(noRoute, stops, null).route;
const idsOf = ({ stops }: CollectionRoute) => stops.map(({ id }) => id).join('');
const stopOf = (route: CollectionRoute, id: string) => {
  const stop = route.stops.find((each) => each.id === id);
  if (!stop) {
    throw new Error(`No stop ${id}`);
  }
  return stop;
};

describe('a collection route', () => {
  it('orders what is chosen, what has no place last', () => {
    const chosen = [container('a'), container('n', null), container('c', 2), container('b', 1)];
    expect(idsOf(routeOf(...chosen))).toBe('abcn');
    expect(idsOf(addStops(noRoute, chosen, { latitude: 46.5, longitude: 26.91 }).route)).toBe('cban');
  });

  it('takes more containers in after what was visited, each once, and visits one again that is chosen again', () => {
    const begun = markEmptied(routeOf(container('a'), container('b', 1), container('c', 2)), 'a', at(1));

    const more = addStops(begun, [container('d', 1.5), container('b', 1), container('d', 1.5)], null);
    expect(idsOf(more.route)).toBe('abdc');
    expect(idsOf(addStops(begun, [container('a')], null).route)).toBe('bca');
    expect(addStops(begun, [container('a')], null).route.unsent).toHaveLength(1);
  });

  it('has room for so many, and says how many are left', () => {
    const many = Array.from({ length: mostStops + 3 }, (_, index) => container(String(index), index));
    const { route, left } = addStops(noRoute, many, null);
    expect([route.stops.length, left]).toEqual([mostStops, 3]);
  });

  it('notes an emptying once, however often it is tapped', () => {
    const route = routeOf(container('a'), container('b', 1));
    const twice = markEmptied(markEmptied(route, 'a', at(1)), 'a', at(2));

    expect(twice.unsent).toEqual([{ containerId: 'a', label: 'LM-a', at: at(1), unanswered: 0, refusal: null }]);
    expect(skip(twice, 'a', { at: at(3), reason: 'blocked' })).toBe(twice);
    expect(unsentOf(twice, stopOf(twice, 'a'))).toBe(twice.unsent[0]);
  });

  it('takes back what the server cannot have, and nothing else', () => {
    const waiting = markEmptied(routeOf(container('a')), 'a', at(1));
    const [told] = waiting.unsent;
    if (!told) {
      throw new Error('Nothing was noted');
    }
    const tried = noteTried(waiting, told);
    const refused = noteAnswered(tried, told, 'failure.NotFound');
    const refusedLater = noteAnswered(noteTried(tried, told), told, 'failure.NotFound');
    const sent = dropUnsent(tried, told);

    const all = [waiting, tried, refused, refusedLater, sent];
    expect(all.map((route) => canTakeBack(route, stopOf(route, 'a')))).toEqual([true, false, true, false, false]);
    expect(takeBack(waiting, 'a')).toEqual(routeOf(container('a')));
    expect(takeBack(tried, 'a')).toBe(tried);
    const skipped = skip(routeOf(container('a')), 'a', { at: at(1), reason: { text: 'Câine' } });
    expect(takeBack(skipped, 'a')).toEqual(routeOf(container('a')));
  });

  it('keeps what was not sent when it ends', () => {
    const ended = endRoute(markEmptied(routeOf(container('a'), container('b')), 'a', at(1)));
    expect(ended.stops).toEqual([]);
    expect(unsentElsewhere(ended)).toEqual(ended.unsent);
    expect(ended.unsent).toHaveLength(1);
  });

  it('loses and doubles no emptying, and forgets none that the server may have, whatever is tapped, sent, lost and ended', () => {
    const id = fc.constantFrom('a', 'b', 'c', 'd');
    const step = fc.oneof(
      fc.record({ do: fc.constant('empty' as const), id }),
      fc.record({ do: fc.constant('skip' as const), id }),
      fc.record({ do: fc.constant('takeBack' as const), id }),
      fc.record({ do: fc.constant('add' as const), id }),
      fc.record({ do: fc.constant('send' as const), id }),
      fc.record({ do: fc.constant('sendUnanswered' as const), id }),
      fc.record({ do: fc.constant('refuse' as const), id }),
      fc.record({ do: fc.constant('end' as const), id }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        let route = routeOf(container('a'), container('b', 1), container('c', 2));
        const wanted = new Set<string>();
        const sent: string[] = [];
        const arrived = new Set<string>();
        for (const [second, { do: what, id: of }] of steps.entries()) {
          const stop = route.stops.find((each) => each.id === of);
          const told = stop && unsentOf(route, stop);
          if (what === 'empty') {
            if (stop?.outcome === null) {
              wanted.add(`${of} ${at(second)}`);
            }
            route = markEmptied(route, of, at(second));
          } else if (what === 'skip') {
            route = skip(route, of, { at: at(second), reason: 'notFull' });
          } else if (what === 'takeBack') {
            if (told && stop && canTakeBack(route, stop)) {
              wanted.delete(`${told.containerId} ${told.at}`);
            }
            route = takeBack(route, of);
          } else if (what === 'add') {
            ({ route } = addStops(route, [container(of, 3)], null));
          } else if (what === 'end') {
            route = endRoute(route);
          } else if (what === 'sendUnanswered' || what === 'refuse') {
            const [first] = route.unsent;
            if (first && what === 'refuse') {
              route = noteAnswered(noteTried(route, first), first, 'failure.NotFound');
            } else if (first) {
              arrived.add(`${first.containerId} ${first.at}`);
              route = noteTried(route, first);
            }
          } else {
            const [first] = route.unsent;
            if (first) {
              sent.push(`${first.containerId} ${first.at}`);
              route = dropUnsent(route, first);
            }
          }
        }
        const all = [...sent, ...route.unsent.map((told) => `${told.containerId} ${told.at}`)];
        expect(all.toSorted()).toEqual([...wanted].toSorted());
        expect(all).toEqual(expect.arrayContaining([...arrived]));
      }),
    );
  });

  it('says how far there is to go from what was visited last', () => {
    const route = routeOf(container('a'), container('b', 1), container('c', 2));
    expect(metresLeft(route)).toBeGreaterThan(140);
    expect(metresLeft(markEmptied(route, 'a', at(1)))).toBeCloseTo(metresLeft(route), 5);
    expect(metresLeft(markEmptied(markEmptied(route, 'a', at(1)), 'c', at(2)))).toBeLessThan(metresLeft(route));
  });
});

describe('a route of another day', () => {
  const later = new Date(Date.UTC(2026, 10, 25, 8)).toISOString();

  it('says since when it is, from the first container on; one that was kept before this was noted, from what was tapped', () => {
    const begun = noteBegun(routeOf(container('a'), container('b')), at(0));
    expect(begunAt(noteBegun(addStops(begun, [container('c')], null).route, later))).toBe(at(0));
    expect(begunAt(noteBegun(endRoute(begun), later))).toBeNull();
    expect(begunAt(markEmptied(routeOf(container('a')), 'a', at(3)))).toBe(at(3));
    expect(begunAt(routeOf(container('a')))).toBeNull();
  });

  it('gives what was not visited to a new one, and loses nothing that is to be sent', () => {
    const begun = noteBegun(routeOf(container('a'), container('b', 1), container('c', 2)), at(0));
    const anew = startAnew(skip(markEmptied(begun, 'a', at(1)), 'b', { at: at(2), reason: 'blocked' }), later);

    expect(idsOf(anew)).toBe('c');
    expect(begunAt(anew)).toBe(later);
    expect(anew.unsent.map(({ containerId }) => containerId)).toEqual(['a']);
    expect(begunAt(startAnew(markEmptied(routeOf(container('a')), 'a', at(1)), later))).toBeNull();
  });

  it('is of another day where the orgs of the viewer have another one, wherever the browser is', () => {
    const begun = noteBegun(routeOf(container('a')), '2026-11-28T22:30:00Z');
    vi.stubEnv('TZ', 'Asia/Tokyo');
    expect(formerDay(begun, new Date('2026-11-29T21:59:00Z'))).toBeNull();
    expect(formerDay(begun, new Date('2026-11-29T22:00:00Z'))).toBe('2026-11-29');

    countDaysIn('America/Bogota');
    expect(formerDay(begun, new Date('2026-11-29T21:59:00Z'))).toBe('2026-11-28');
    expect(formerDay(routeOf(container('a')), new Date('2026-11-29T22:00:00Z'))).toBeNull();
    countDaysIn(undefined);
    vi.unstubAllEnvs();
  });
});
