import 'maplibre-gl/dist/maplibre-gl.css';
import './attribution.css';
import {
  Map as MapLibre,
  NavigationControl,
  ScaleControl,
  setWorkerUrl,
  type GeoJSONSource,
  type MapGeoJSONFeature,
  type PointLike,
} from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url';
import { boxOf, gridOf, outlineOf, rankOf, toFeatures } from './map-data.ts';
import { drawShapes, pixelRatio } from './map-shapes.ts';
import { containerLayers, containersSource, ownStyle, pointedSource, schemePaint, type Scheme } from './map-style.ts';
import { openStreets, type Streets } from './streets/streets-source.ts';
import { streetsPaint } from './streets/streets-paint.ts';
import type { Point } from '../news.ts';
import type { Box, Level, State } from '../overview.ts';

setWorkerUrl(workerUrl);

export interface MapViewOptions {
  readonly container: HTMLElement;
  /** Null: our own ground. */
  readonly styleUrl: string | null;
  /** Drawn over our own ground; null: there are none. */
  readonly streets: Streets | null;
  readonly scheme: Scheme;
  readonly words: Readonly<Record<Level, string>>;
  /** Texts of MapLibre's own parts. */
  readonly locale: Record<string, string>;
  /** The user has moved the map. */
  readonly onMove: (box: Box) => void;
  /** The pointer is over one container, or over none. */
  readonly onPoint: (id: string | null) => void;
  /** One container was chosen, or all that stand on one spot. */
  readonly onPick: (ids: string[]) => void;
  /** The style of another server did not come; our own is shown. */
  readonly onStyleFailure: () => void;
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
  /** Rings one container, also within a cluster; null takes the ring off. */
  readonly point: (id: string | null) => void;
  /** @param padding - pixels left free on each side. */
  readonly fit: (box: Box, padding: number) => void;
  readonly box: () => Box;
  readonly setScheme: (scheme: Scheme) => void;
  readonly remove: () => void;
}

const maxZoom = 19;
/** Containers of one spot that are named at most. */
const pickedAtMost = 50;
const layers = ['clusters', 'points'];

/** Whoever made the map is named where they ask for it; our own ground is nobody's. */
function attributionOf({ styleUrl, streets }: MapViewOptions): false | { compact: boolean } {
  return styleUrl === null && streets === null ? false : { compact: styleUrl !== null };
}

/** A map of containers, until `remove`. What it shows may be told before it is ready. */
export function createMapView(options: MapViewOptions): MapView {
  const streets = options.streets && openStreets(options.streets);
  const map = new MapLibre({
    container: options.container,
    style: options.styleUrl ?? ownStyle(streets),
    locale: options.locale,
    maxZoom,
    dragRotate: false,
    pitchWithRotate: false,
    fadeDuration: 0,
    renderWorldCopies: false,
    attributionControl: attributionOf(options),
  });
  map.touchZoomRotate.disableRotation();
  map.keyboard.disableRotation();
  map.addControl(new NavigationControl({ showCompass: false }), 'top-right');
  map.addControl(new ScaleControl({ unit: 'metric' }), 'bottom-right');

  let points: readonly Point[] = [];
  let town: readonly Point[] = [];
  let positions = new Map<string, number>();
  let scheme = options.scheme;
  let isReady = false;

  const source = (name: string) => map.getSource<GeoJSONSource>(name);

  function paint(): void {
    for (const [layer, property, value] of [...schemePaint(scheme), ...streetsPaint(scheme)]) {
      if (map.getLayer(layer)) {
        map.setPaintProperty(layer, property, value);
      }
    }
  }

  function drawPoints(): void {
    void source('containers')?.setData(toFeatures(points));
    const box = boxOf(town);
    const outline = outlineOf(town);
    if (box && outline) {
      void source('town')?.setData(outline);
      void source('grid')?.setData(gridOf(box));
    }
  }

  map.on('style.load', function addContainers() {
    for (const [level, image] of drawShapes()) {
      map.addImage(level, image, { pixelRatio });
    }
    map.addSource('containers', containersSource);
    map.addSource('pointed', pointedSource);
    for (const layer of containerLayers(options.words)) {
      map.addLayer(layer);
    }
    paint();
    isReady = true;
    drawPoints();
  });

  map.on('error', function standIn({ error }) {
    if (!isReady && options.styleUrl !== null) {
      options.onStyleFailure();
      map.setStyle(ownStyle(null));
    } else {
      console.warn('The map:', error);
    }
  });

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

  map.on('mousemove', ({ point }) => {
    // Looking under the pointer takes longer than drawing, and a hand that moves the map points at nothing.
    if (map.isMoving()) {
      return;
    }
    const feature = under(point);
    map.getCanvas().style.cursor = feature ? 'pointer' : '';
    options.onPoint(idOf(feature) ?? null);
  });
  map.on('mouseout', () => options.onPoint(null));
  map.on('click', ({ point }) => {
    const feature = under(point);
    const id = idOf(feature);
    if (feature && id === undefined) {
      void openCluster(feature);
    } else {
      options.onPick(id === undefined ? [] : [id]);
    }
  });

  /** Comes closer until the cluster parts; one that never does is of one spot, and names its containers. */
  async function openCluster({ properties, geometry }: MapGeoJSONFeature): Promise<void> {
    const containers = source('containers');
    const cluster = Number(properties['cluster_id']);
    if (!containers || geometry.type !== 'Point') {
      return;
    }
    const zoom = await containers.getClusterExpansionZoom(cluster);
    if (zoom <= maxZoom) {
      map.easeTo({ center: geometry.coordinates as [number, number], zoom }, { byUser: true });
      return;
    }
    const leaves = await containers.getClusterLeaves(cluster, pickedAtMost, 0);
    options.onPick(leaves.flatMap(({ id }) => (typeof id === 'number' ? (points[id]?.id ?? []) : [])));
  }

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
      const position = id === null ? undefined : positions.get(id);
      const point = position === undefined ? undefined : points[position];
      void source('pointed')?.setData({
        type: 'FeatureCollection',
        features: toFeatures(point ? [point] : []).features,
      });
    },
    fit({ west, south, east, north }, padding) {
      map.fitBounds([west, south, east, north], { padding, maxZoom: 17, animate: false });
    },
    box,
    setScheme(next) {
      scheme = next;
      if (isReady) {
        paint();
      }
    },
    remove: () => map.remove(),
  };
}
