import { ScaleControl, type GeoJSONSource, type MapGeoJSONFeature, type PointLike } from 'maplibre-gl';
import { maxZoom, openBaseMap, type BaseMapOptions } from '../../../map/base-map.ts';
import type { Scheme } from '../../../map/base-style.ts';
import { positionsWithin, spotOfSymbol } from './clusters.ts';
import { boxOf, gridOf, outlineOf, rankOf, toFeatures, type LngLat } from './map-data.ts';
import { drawShapes, pixelRatio } from './map-shapes.ts';
import { containerLayers, containersSource, pointedSource, schemePaint } from './map-style.ts';
import { quietLayers, quietSource } from './quiet-style.ts';
import type { Point } from '../news.ts';
import type { Box, Level, State } from '../overview.ts';

export interface MapViewOptions extends BaseMapOptions {
  /** It stands beside a list of what is wrong: all other containers are faint. */
  readonly isQuiet: boolean;
  readonly words: Readonly<Record<Level, string>>;
  /** The user has moved the map. */
  readonly onMove: (box: Box) => void;
  /** The pointer is over one container, or over none; beside a list also over several, which a cluster holds. */
  readonly onPoint: (id: string | null, within: readonly string[]) => void;
  /** One container was chosen, or all that stand on one spot. */
  readonly onPick: (ids: string[]) => void;
}

export interface MapView {
  /**
   * Shows these containers and no others.
   *
   * @param town - all there are: the ground is drawn around them.
   */
  readonly show: (points: readonly Point[], town: readonly Point[]) => void;
  /** Draws containers anew whose state is another; where they stand stays. */
  readonly update: (states: ReadonlyMap<string, State>) => void;
  /** Rings the symbol that shows one container: its own, or its cluster's; null takes the ring off. */
  readonly point: (id: string | null) => void;
  /** @param padding - pixels left free on each side. */
  readonly fit: (box: Box, padding: number) => void;
  readonly box: () => Box;
  readonly setScheme: (scheme: Scheme) => void;
  readonly remove: () => void;
}

/** Containers of one spot, or of a cluster, that are named at most. */
const pickedAtMost = 50;
const layers = ['clusters', 'points'];
const noFeatures = toFeatures([]);
/** Pixels within which the cluster of a container stands: it is in the middle of those that it holds, which are gathered step by step. */
const clusterReach = 300;
/** A cluster that was gathered anew, or a map that was closed, has no answer any more, and whoever asked has no question. */
const noteGone = (error: unknown) => console.warn('The map:', error);

/** A map of containers, until `remove`. What it shows may be told before it is ready. */
export function createMapView(options: MapViewOptions): MapView {
  const base = openBaseMap(options, addContainers);
  const { map } = base;
  const { isQuiet } = options;
  map.addControl(new ScaleControl({ unit: 'metric' }), 'bottom-right');

  let points: readonly Point[] = [];
  let town: readonly Point[] = [];
  let positions = new Map<string, number>();
  let scheme = options.scheme;
  let isReady = false;
  /** The container that is ringed, and where the ring is drawn. */
  let ringed: string | null = null;
  let ring: LngLat | null = null;

  const source = (name: string) => map.getSource<GeoJSONSource>(name);

  function drawPoints(): void {
    void source('containers')?.setData(toFeatures(points));
    const box = boxOf(town);
    const outline = outlineOf(town);
    if (box && outline) {
      void source('town')?.setData(outline);
      void source('grid')?.setData(gridOf(box));
    }
  }

  function addContainers(): void {
    for (const [level, image] of drawShapes()) {
      map.addImage(level, image, { pixelRatio });
    }
    map.addSource('containers', isQuiet ? quietSource : containersSource);
    map.addSource('pointed', pointedSource);
    const drawn = containerLayers(options.words);
    for (const layer of isQuiet ? quietLayers(drawn) : drawn) {
      map.addLayer(layer);
    }
    base.paint(schemePaint(scheme));
    isReady = true;
    ring = null;
    drawPoints();
  }

  const box = (): Box => {
    const bounds = map.getBounds();
    return {
      west: Math.max(-180, bounds.getWest()),
      south: bounds.getSouth(),
      east: Math.min(180, bounds.getEast()),
      north: bounds.getNorth(),
    };
  };
  // A map also moves when it is fitted or its room changes, which nobody asked for.
  map.on('moveend', (event: { originalEvent?: unknown; byUser?: boolean }) => {
    if (event.originalEvent || event.byUser) {
      options.onMove(box());
    }
  });

  const under = (point: PointLike): MapGeoJSONFeature | undefined =>
    isReady ? map.queryRenderedFeatures(point, { layers })[0] : undefined;
  const idOf = (feature: MapGeoJSONFeature | undefined) =>
    typeof feature?.id === 'number' && !feature.properties['cluster'] ? points[feature.id]?.id : undefined;

  // What the pointer is over by now, when what a cluster holds is known.
  let over: MapGeoJSONFeature | undefined;
  map.on('mousemove', ({ point }) => {
    // Looking under the pointer takes longer than drawing, and a hand that moves the map points at nothing.
    if (map.isMoving()) {
      return;
    }
    const feature = under(point);
    map.getCanvas().style.cursor = feature ? 'pointer' : '';
    const id = idOf(feature) ?? null;
    over = feature;
    if (isQuiet && feature && id === null) {
      pointAtCluster(feature).catch(noteGone);
    } else {
      options.onPoint(id, id === null ? [] : [id]);
    }
  });
  map.on('mouseout', () => {
    over = undefined;
    options.onPoint(null, []);
  });
  map.on('click', ({ point }) => {
    const feature = under(point);
    const id = idOf(feature);
    if (feature && id === undefined) {
      openCluster(feature).catch(noteGone);
    } else {
      options.onPick(id === undefined ? [] : [id]);
    }
  });

  /** Comes closer until the cluster parts; one that never does is of one spot, and names its containers. */
  async function openCluster(cluster: MapGeoJSONFeature): Promise<void> {
    const containers = source('containers');
    const { properties, geometry } = cluster;
    if (!containers || geometry.type !== 'Point') {
      return;
    }
    const zoom = await containers.getClusterExpansionZoom(Number(properties['cluster_id']));
    if (zoom <= maxZoom) {
      map.easeTo({ center: geometry.coordinates as LngLat, zoom }, { byUser: true });
      return;
    }
    options.onPick(await idsWithin(cluster));
  }

  async function idsWithin(cluster: MapGeoJSONFeature): Promise<string[]> {
    const containers = source('containers');
    const positions = containers ? await positionsWithin(containers, cluster, pickedAtMost) : [];
    return positions.flatMap((position) => points[position]?.id ?? []);
  }

  async function pointAtCluster(feature: MapGeoJSONFeature): Promise<void> {
    const ids = await idsWithin(feature);
    if (over === feature) {
      options.onPoint(null, ids);
    }
  }

  /** Draws the ring where the container's symbol is now, which is elsewhere when the map came closer or went away. */
  async function drawRing(): Promise<void> {
    const id = ringed;
    const position = id === null ? undefined : positions.get(id);
    const point = position === undefined ? undefined : points[position];
    const spot = point && position !== undefined ? await symbolOf(position, [point.longitude, point.latitude]) : null;
    if (id === ringed && spot?.join() !== ring?.join()) {
      ring = spot;
      void source('pointed')?.setData(spot ? { type: 'Point', coordinates: spot } : noFeatures);
    }
  }

  async function symbolOf(position: number, spot: LngLat): Promise<LngLat> {
    const containers = source('containers');
    if (!isReady || !containers) {
      return spot;
    }
    const { x, y } = map.project(spot);
    const around: [PointLike, PointLike] = [
      [x - clusterReach, y - clusterReach],
      [x + clusterReach, y + clusterReach],
    ];
    return spotOfSymbol(containers, { position, spot }, map.queryRenderedFeatures(around, { layers }));
  }
  map.on('idle', () => {
    drawRing().catch(noteGone);
  });

  return {
    show(next, all) {
      points = next;
      town = all;
      positions = new Map(next.map(({ id }, position) => [id, position]));
      if (isReady) {
        drawPoints();
      }
    },
    update(states) {
      const changed = [...states].flatMap(([id, state]) => {
        const position = positions.get(id);
        const point = position === undefined ? undefined : points[position];
        return point && position !== undefined && rankOf(point) !== rankOf(state) ? [{ position, state }] : [];
      });
      if (changed.length === 0) {
        return;
      }
      const byPosition = new Map(
        changed.map(({ position, state: { level, isSilent } }) => [position, { level, isSilent }]),
      );
      points = points.map((point, position) => ({ ...point, ...byPosition.get(position) }));
      void source('containers')?.updateData({
        update: changed.map(({ position, state }) => ({
          id: position,
          addOrUpdateProperties: [{ key: 'rank', value: rankOf(state) }],
        })),
      });
    },
    point(id) {
      ringed = id;
      drawRing().catch(noteGone);
    },
    fit({ west, south, east, north }, padding) {
      map.fitBounds([west, south, east, north], { padding, maxZoom: 17, animate: false });
    },
    box,
    setScheme(next) {
      scheme = next;
      base.setScheme(next);
      if (isReady) {
        base.paint(schemePaint(next));
      }
    },
    remove: () => map.remove(),
  };
}
