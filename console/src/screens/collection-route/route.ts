import type { WasteStream } from '@noa/domain/vocabulary.ts';
import { dayOf } from '../../ui/values/day-zone.ts';
import { inDrivingOrder, lengthOf, type Spot } from './order.ts';

/** Why a container was not emptied, as most are not; anything else is written. */
export const skipReasons = ['blocked', 'notFull', 'broken'] as const;
export type SkipReason = (typeof skipReasons)[number];

/** What became of a stop; `at` as an ISO 8601 moment by the clock of this device. */
export type Outcome =
  | { readonly as: 'emptied'; readonly at: string }
  | { readonly as: 'skipped'; readonly at: string; readonly reason: SkipReason | { readonly text: string } };

/** A container that is to be emptied, as it was when it was chosen: it is read where there is no network. */
export interface Stop {
  /** The container's. */
  readonly id: string;
  readonly label: string;
  readonly address: string;
  readonly wasteStream: WasteStream;
  /** Null for a container that has no place on the map. */
  readonly spot: Spot | null;
  /** Null: it is still to be visited. */
  readonly outcome: Outcome | null;
}

/** An emptying that the server has not confirmed. */
export interface Unsent {
  readonly containerId: string;
  readonly label: string;
  readonly at: string;
  /** Tries to send it of which nobody knows whether they arrived: while there is one, the server may have it. */
  readonly unanswered: number;
  /** Locale key of why the server does not take it; null while it is to be sent. */
  readonly refusal: string | null;
}

/** A collection route, and what was tapped on it and not confirmed yet; the latter outlives the route. */
export interface CollectionRoute {
  readonly stops: readonly Stop[];
  readonly unsent: readonly Unsent[];
  /** When its first container was chosen; null for a route without stops, and for one that was kept before this was noted. */
  readonly begun: string | null;
}

export const noRoute: CollectionRoute = { stops: [], unsent: [], begun: null };

/** Stops of a route at most: as many as fit a day, and a list on a phone. */
export const mostStops = 100;

type Placed = Stop & { readonly spot: Spot };
const isPlaced = (stop: Stop): stop is Placed => stop.spot !== null;
const isOpen = ({ outcome }: Stop) => outcome === null;

/**
 * What was visited stays where it is; what is still to be visited comes after it in driving order, and what has no place last.
 *
 * @param start - where the driver is; null: where the last visited stop is, or the first of the others.
 */
function ordered(stops: readonly Stop[], start: Spot | null): Stop[] {
  const [visited, open] = [stops.filter((stop) => !isOpen(stop)), stops.filter(isOpen)];
  const from = start ?? visited.findLast(isPlaced)?.spot ?? null;
  const byId = new Map(open.map((stop) => [stop.id, stop]));
  const way = inDrivingOrder(
    open.filter(isPlaced).map(({ id, spot }) => ({ ...spot, id })),
    from,
  );
  return [...visited, ...way.flatMap(({ id }) => byId.get(id) ?? []), ...open.filter((stop) => !isPlaced(stop))];
}

/**
 * Adds containers to a route and orders what is still to be visited anew. One that is in it stays, one that was visited is visited
 * again.
 *
 * @returns how many had no room, too.
 */
export function addStops(
  route: CollectionRoute,
  added: readonly Omit<Stop, 'outcome'>[],
  start: Spot | null,
): { readonly route: CollectionRoute; readonly left: number } {
  const open = new Set(route.stops.filter(isOpen).map(({ id }) => id));
  const again = new Set(added.map(({ id }) => id));
  const kept = route.stops.filter((stop) => isOpen(stop) || !again.has(stop.id));
  const fresh = added.filter(({ id }, index) => !open.has(id) && added.findIndex((each) => each.id === id) === index);
  const room = Math.max(0, mostStops - kept.length);
  const stops = [...kept, ...fresh.slice(0, room).map((stop) => ({ ...stop, outcome: null }))];
  return { route: { ...route, stops: ordered(stops, start) }, left: Math.max(0, fresh.length - room) };
}

/** The stops that are still to be visited, in driving order from where the driver is now. */
export const orderFrom = (route: CollectionRoute, start: Spot | null): CollectionRoute => ({
  ...route,
  stops: ordered(route.stops, start),
});

const settle = ({ stops }: CollectionRoute, id: string, outcome: Outcome | null): Stop[] =>
  stops.map((stop) => (stop.id === id ? { ...stop, outcome } : stop));

/** Notes that a stop was emptied, to be sent. Once is enough: a second tap, here or in another tab, changes nothing. */
export function markEmptied(route: CollectionRoute, id: string, at: string): CollectionRoute {
  const stop = route.stops.find((each) => each.id === id);
  if (!stop || !isOpen(stop)) {
    return route;
  }
  const told: Unsent = { containerId: id, label: stop.label, at, unanswered: 0, refusal: null };
  return { ...route, stops: settle(route, id, { as: 'emptied', at }), unsent: [...route.unsent, told] };
}

/** Notes that a stop was passed by and why, which stays with the route. */
export function skip(
  route: CollectionRoute,
  id: string,
  { at, reason }: Omit<Extract<Outcome, { as: 'skipped' }>, 'as'>,
): CollectionRoute {
  const isWaiting = route.stops.some((stop) => stop.id === id && isOpen(stop));
  return isWaiting ? { ...route, stops: settle(route, id, { as: 'skipped', at, reason }) } : route;
}

const isSame = (one: Pick<Unsent, 'containerId' | 'at'>, other: Pick<Unsent, 'containerId' | 'at'>) =>
  one.containerId === other.containerId && one.at === other.at;

/** What of a stop is not confirmed; undefined for one that was skipped, or that the server has taken. */
export const unsentOf = ({ unsent }: CollectionRoute, { id, outcome }: Stop): Unsent | undefined =>
  outcome?.as === 'emptied' ? unsent.find((each) => isSame(each, { containerId: id, at: outcome.at })) : undefined;

/**
 * Whether what was tapped can be taken back: the server has not got it, and cannot have got it. A refusal alone does not say so: what
 * a later try is refused, for its container is gone by now, an earlier one may have brought there.
 */
export const canTakeBack = (route: CollectionRoute, stop: Stop): boolean =>
  stop.outcome?.as === 'skipped' || unsentOf(route, stop)?.unanswered === 0;

/** Makes a stop one that is still to be visited, if what was tapped can be taken back. */
export function takeBack(route: CollectionRoute, id: string): CollectionRoute {
  const stop = route.stops.find((each) => each.id === id);
  if (!stop || !canTakeBack(route, stop)) {
    return route;
  }
  const told = unsentOf(route, stop);
  return { ...route, stops: settle(route, id, null), unsent: route.unsent.filter((each) => each !== told) };
}

const changeUnsent = (
  route: CollectionRoute,
  told: Unsent,
  changesOf: (now: Unsent) => Partial<Unsent>,
): CollectionRoute => ({
  ...route,
  unsent: route.unsent.map((each) => (isSame(each, told) ? { ...each, ...changesOf(each) } : each)),
});

/** Notes that an emptying is being sent. */
export const noteTried = (route: CollectionRoute, told: Unsent) =>
  changeUnsent(route, told, ({ unanswered }) => ({ unanswered: unanswered + 1 }));

/**
 * Notes that the server has said of a try that it did not take it.
 *
 * @param refusal - locale key of why it never will; null: it is to be sent once more.
 */
export const noteAnswered = (route: CollectionRoute, told: Unsent, refusal: string | null) =>
  changeUnsent(route, told, ({ unanswered }) => ({ unanswered: Math.max(0, unanswered - 1), refusal }));

/** Has what was refused sent once more. */
export const sendAgain = (route: CollectionRoute, told: Unsent) => changeUnsent(route, told, () => ({ refusal: null }));

/** Notes that the server has an emptying, or that nobody wants it any more. */
export const dropUnsent = (route: CollectionRoute, told: Unsent): CollectionRoute => ({
  ...route,
  unsent: route.unsent.filter((each) => !isSame(each, told)),
});

/** Ends a route; what was not sent still is. */
export const endRoute = ({ unsent }: CollectionRoute): CollectionRoute => ({ ...noRoute, unsent });

/** Notes when a route was begun, if it has stops and this was not noted. */
export const noteBegun = (route: CollectionRoute, at: string): CollectionRoute =>
  route.begun !== null || route.stops.length === 0 ? route : { ...route, begun: at };

/** When a route was begun, as far as is known: at the latest when the first of its stops was visited. */
export const begunAt = ({ begun, stops }: CollectionRoute): string | null =>
  begun ?? stops.flatMap(({ outcome }) => outcome?.at ?? []).toSorted()[0] ?? null;

/** The day of a route that was begun before today, as YYYY-MM-DD; null for one of today. */
export function formerDay(route: CollectionRoute, now: Date): string | null {
  const begun = begunAt(route);
  return begun !== null && dayOf(begun) < dayOf(now) ? dayOf(begun) : null;
}

/** Begins a new route with the stops that were not visited; what was not sent still is. */
export const startAnew = (route: CollectionRoute, at: string): CollectionRoute =>
  noteBegun({ ...endRoute(route), stops: route.stops.filter(isOpen) }, at);

/** Metres that are left as the crow flies, from the stop that was visited last. */
export function metresLeft({ stops }: CollectionRoute): number {
  const spots = stops.filter((stop) => isOpen(stop) && isPlaced(stop)).flatMap(({ spot }) => spot ?? []);
  return lengthOf(spots, stops.findLast((stop) => !isOpen(stop) && isPlaced(stop))?.spot ?? null);
}

/** Of what was tapped on routes that ended what the server did not take: it is listed for itself. */
export const unsentElsewhere = (route: CollectionRoute): readonly Unsent[] =>
  route.unsent.filter((told) => !route.stops.some((stop) => unsentOf(route, stop) === told));
