import type { Feature, FeatureCollection, LineString, Point as Spot, Polygon } from 'geojson';
import type { Point } from '../news.ts';
import { levelOf, levels, type Box, type State } from '../overview.ts';

/** Higher is worse; a cluster shows the highest within. */
export const rankOf = (state: State): number => levels.length - 1 - levels.indexOf(levelOf(state));

/** Containers as the map's source takes them. Its features have the places in the list for ids: tiles keep only numbers. */
export const toFeatures = (points: readonly Point[]): FeatureCollection<Spot> => ({
  type: 'FeatureCollection',
  features: points.map((point, id) => ({
    type: 'Feature',
    id,
    properties: { rank: rankOf(point), label: point.label },
    geometry: { type: 'Point', coordinates: [point.longitude, point.latitude] },
  })),
});

/** The part of the earth that holds all of them; null for none. */
export function boxOf(points: readonly Pick<Point, 'longitude' | 'latitude'>[]): Box | null {
  if (points.length === 0) {
    return null;
  }
  let [west, south, east, north] = [180, 90, -180, -90];
  for (const { longitude, latitude } of points) {
    west = Math.min(west, longitude);
    east = Math.max(east, longitude);
    south = Math.min(south, latitude);
    north = Math.max(north, latitude);
  }
  return { west, south, east, north };
}

export type LngLat = [longitude: number, latitude: number];

/** Positive when the way from `a` over `b` to `c` turns left. */
const cross = (a: LngLat, b: LngLat, c: LngLat) => (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);

/** One side of the outline: the places that are passed without turning right. */
function halfHull(corners: readonly LngLat[]): LngLat[] {
  const hull: LngLat[] = [];
  for (const corner of corners) {
    for (let last = hull.at(-1), before = hull.at(-2); last && before && cross(before, last, corner) <= 0;) {
      hull.pop();
      last = hull.at(-1);
      before = hull.at(-2);
    }
    hull.push(corner);
  }
  return hull.slice(0, -1);
}

/** How much farther from the middle than the outermost containers the town's edge is drawn. */
const margin = 1.12;

/** The outline of where the containers are, a little wider (Andrew's monotone chain); null for fewer than three places. */
export function outlineOf(points: readonly Pick<Point, 'longitude' | 'latitude'>[]): Feature<Polygon> | null {
  const corners = points
    .map(({ longitude, latitude }): LngLat => [longitude, latitude])
    .toSorted((a, b) => a[0] - b[0] || a[1] - b[1]);
  const hull = [...halfHull(corners), ...halfHull(corners.toReversed())];
  if (hull.length < 3) {
    return null;
  }
  const middle = [0, 1].map((axis) => hull.reduce((sum, corner) => sum + (corner[axis] ?? 0), 0) / hull.length);
  const wider = hull.map((corner) => corner.map((value, axis) => (middle[axis] ?? 0) * (1 - margin) + value * margin));
  return {
    type: 'Feature',
    properties: {},
    geometry: { type: 'Polygon', coordinates: [[...wider, ...wider.slice(0, 1)]] },
  };
}

/** Lines of the grid across the town, at most. */
const gridLines = 12;
const gridSteps = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5];

/** Meridians and parallels in and around a box, so that moving the map is seen where nothing else is. */
export function gridOf(box: Box): FeatureCollection<LineString> {
  const [width, height] = [box.east - box.west, box.north - box.south];
  const step = gridSteps.find((each) => Math.max(width, height) / each <= gridLines) ?? 10;
  const around = {
    west: box.west - width,
    east: box.east + width,
    south: box.south - height,
    north: box.north + height,
  };
  const stepsFrom = (from: number, to: number) =>
    Array.from(
      { length: Math.floor(to / step) - Math.ceil(from / step) + 1 },
      (_, i) => (Math.ceil(from / step) + i) * step,
    );
  const line = (coordinates: LngLat[]): Feature<LineString> => ({
    type: 'Feature',
    properties: {},
    geometry: { type: 'LineString', coordinates },
  });
  return {
    type: 'FeatureCollection',
    features: [
      ...stepsFrom(around.west, around.east).map((x) =>
        line([
          [x, around.south],
          [x, around.north],
        ]),
      ),
      ...stepsFrom(around.south, around.north).map((y) =>
        line([
          [around.west, y],
          [around.east, y],
        ]),
      ),
    ],
  };
}
