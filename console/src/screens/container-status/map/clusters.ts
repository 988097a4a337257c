import type { GeoJSONSource, MapGeoJSONFeature } from 'maplibre-gl';
import type { LngLat } from './map-data.ts';

/** A symbol as it is drawn: of one container, or of a cluster. */
export type DrawnSymbol = Pick<MapGeoJSONFeature, 'id' | 'properties' | 'geometry'>;

type Clusters = Pick<GeoJSONSource, 'getClusterLeaves'>;

/** The positions of the containers that a cluster holds, so many at most. */
export async function positionsWithin(clusters: Clusters, cluster: DrawnSymbol, most: number): Promise<number[]> {
  const leaves = await clusters.getClusterLeaves(Number(cluster.properties['cluster_id']), most, 0);
  return leaves.flatMap(({ id }) => (typeof id === 'number' ? [id] : []));
}

/**
 * Where the symbol stands that shows a container: its own, or that of the cluster which holds it.
 *
 * @param drawn - symbols around its spot.
 * @returns its own spot where none of them shows it.
 */
export async function spotOfSymbol(
  clusters: Clusters,
  { position, spot }: { readonly position: number; readonly spot: LngLat },
  drawn: readonly DrawnSymbol[],
): Promise<LngLat> {
  if (drawn.some(({ id, properties }) => !properties['cluster'] && id === position)) {
    return spot;
  }
  const byDistance = drawn
    .flatMap((symbol) => {
      const { properties, geometry } = symbol;
      return properties['cluster'] && geometry.type === 'Point' ? [{ symbol, at: geometry.coordinates as LngLat }] : [];
    })
    .toSorted((a, b) => distance(a.at, spot) - distance(b.at, spot));
  for (const { symbol, at } of byDistance) {
    // One after the other: it is nearly always the first.
    if ((await positionsWithin(clusters, symbol, Number(symbol.properties['point_count']))).includes(position)) {
      return at;
    }
  }
  return spot;
}

const distance = (a: LngLat, b: LngLat) => Math.hypot(a[0] - b[0], a[1] - b[1]);
