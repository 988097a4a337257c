import { statusLevels, wasteStreams, type StatusLevel, type WasteStream } from '@noa/domain/vocabulary.ts';
import type { ContainerStatusFilter } from '../../api/generated/graphql.ts';

/** A part of the earth, in degrees. */
export interface Box {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/** From the worst; a container of which nothing is known may be anything, so it comes before those that are well. */
export const levels = ['error', 'warning', 'unknown', 'info', 'ok'] as const;
export type Level = (typeof levels)[number];

/** What the address asks the overview to show. */
export interface Overview {
  readonly q: string;
  readonly level: Level | null;
  readonly stream: WasteStream | null;
  /** Only containers whose locks are silent. */
  readonly stale: boolean;
  /** Only what lies inside; null: wherever it is. */
  readonly bbox: Box | null;
  readonly after: string | null;
  readonly before: string | null;
  /** What a phone shows, which has no room for both. */
  readonly tab: 'list' | 'map';
}

/** Decimals of a degree in the address: about a metre. */
const decimals = 5;

/** `26.1,44.4,26.2,44.5`; undefined for anything that is no part of the earth. */
export function readBox(text: string | null): Box | null {
  const parts = (text ?? '').split(',');
  const [west = Number.NaN, south = Number.NaN, east = Number.NaN, north = Number.NaN] = parts.map((part) =>
    /^-?\d+(\.\d+)?$/.test(part) ? Number(part) : Number.NaN,
  );
  const isBox = west < east && south < north && west >= -180 && east <= 180 && south >= -90 && north <= 90;
  return parts.length === 4 && isBox ? { west, south, east, north } : null;
}

export const formatBox = ({ west, south, east, north }: Box): string =>
  [west, south, east, north].map((degrees) => String(Number(degrees.toFixed(decimals)))).join(',');

/** What the address says, as far as it makes sense. */
export function readOverview(address: URLSearchParams): Overview {
  return {
    q: address.get('q') ?? '',
    level: levels.find((level) => level === address.get('level')) ?? null,
    stream: wasteStreams.find((stream) => stream === address.get('stream')) ?? null,
    stale: address.get('stale') === 'true',
    bbox: readBox(address.get('bbox')),
    after: address.get('after'),
    before: address.get('before'),
    tab: address.get('tab') === 'map' ? 'map' : 'list',
  };
}

/** What decides which containers there are to speak of at all, whatever their state and wherever they are. */
export const indexFilter = ({ q, stream }: Overview): ContainerStatusFilter => ({
  ...(q !== '' && { q }),
  ...(stream && { wasteStream: stream }),
});

/** What the counts are of: each is itself a choice of state, so they do not follow the one that is made. */
export const countFilter = (overview: Overview): ContainerStatusFilter => ({
  ...indexFilter(overview),
  ...(overview.bbox && { bbox: overview.bbox }),
});

/** What the list holds. */
export const listFilter = (overview: Overview): ContainerStatusFilter => ({
  ...countFilter(overview),
  ...(overview.level === 'unknown' ? { unknown: true } : overview.level && { level: overview.level }),
  ...(overview.stale && { silent: true }),
});

/** What is known of a container's state. */
export interface State {
  readonly level: StatusLevel | null;
  readonly isSilent: boolean;
}

/** The level as one word for every case; what the server leaves empty is not known. */
export const levelOf = ({ level }: State): Level => statusLevels.find((known) => known === level) ?? 'unknown';

/** Whether a container in such a state is among those asked for. */
export const isAskedFor = (overview: Pick<Overview, 'level' | 'stale'>, state: State): boolean =>
  (overview.level === null || levelOf(state) === overview.level) && (!overview.stale || state.isSilent);

export const isInside = (box: Box | null, { longitude, latitude }: { longitude: number; latitude: number }): boolean =>
  box === null || (longitude >= box.west && longitude <= box.east && latitude >= box.south && latitude <= box.north);
