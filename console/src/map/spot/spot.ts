/** A point on the earth, in degrees (WGS 84). */
export interface Spot {
  readonly lat: number;
  readonly lng: number;
}

/** Decimals that are kept of a place set on the map: a tenth of a metre. */
const decimals = 6;

export const rounded = ({ lat, lng }: Spot): Spot => ({
  lat: Number(lat.toFixed(decimals)),
  lng: Number(lng.toFixed(decimals)),
});

const isBetween = (value: unknown, most: number): value is number =>
  typeof value === 'number' && value >= -most && value <= most;

/** The place that two fields say; null while they say none: one is empty, no number, or beyond the earth. */
export const spotOf = (lat: unknown, lng: unknown): Spot | null =>
  isBetween(lat, 90) && isBetween(lng, 180) ? { lat, lng } : null;

interface MaybeSpot {
  readonly lat?: number | null | undefined;
  readonly lng?: number | null | undefined;
}

/** The places of those that have one. */
export const spotsOf = (all: readonly MaybeSpot[]): Spot[] => all.flatMap(({ lat, lng }) => spotOf(lat, lng) ?? []);

/** South-west and north-east corner of what holds all of them; null for none. */
export function cornersOf(spots: readonly Spot[]): [[lng: number, lat: number], [lng: number, lat: number]] | null {
  if (spots.length === 0) {
    return null;
  }
  const lngs = spots.map(({ lng }) => lng);
  const lats = spots.map(({ lat }) => lat);
  return [
    [Math.min(...lngs), Math.min(...lats)],
    [Math.max(...lngs), Math.max(...lats)],
  ];
}
