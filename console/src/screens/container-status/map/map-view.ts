import { ScaleControl, type PaddingOptions } from 'maplibre-gl';
import { openBaseMap, type BaseMapOptions } from '../../../map/base-map.ts';
import { drawShapes, pixelRatio } from './map-shapes.ts';
import { containerLayers, containersSource, pointedSource, schemePaint } from './map-style.ts';
import { followPointer, type PointerOptions } from './pointer.ts';
import { quietLayers, quietSource } from './quiet-style.ts';
import { createRing } from './ring.ts';
import { ShownContainers } from './shown-containers.ts';
import type { Point } from '../news.ts';
import type { Box, Level, State } from '../overview.ts';

export interface MapViewOptions extends BaseMapOptions, PointerOptions {
  readonly words: Readonly<Record<Level, string>>;
  /** The user has moved the map. */
  readonly onMove: (box: Box) => void;
}

/** A map of containers, until `remove`. What it shows may be told before it is ready. */
export function createMapView(options: MapViewOptions) {
  const base = openBaseMap(options, addContainers, schemePaint);
  const { map } = base;
  const { isQuiet } = options;
  const shown = new ShownContainers(map);
  const ring = createRing(shown);
  map.addControl(new ScaleControl({ unit: 'metric' }), 'bottom-right');
  followPointer(shown, options);

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
    ring.forget();
    shown.begin();
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

  return {
    /**
     * Shows these containers and no others.
     *
     * @param town - all there are: the ground is drawn around them.
     */
    show: (points: readonly Point[], town: readonly Point[]) => shown.show(points, town),
    /** Draws containers anew whose state is another; where they stand stays. */
    update: (states: ReadonlyMap<string, State>) => shown.update(states),
    /** Rings the symbol that shows one container: its own, or its cluster's; null takes the ring off. */
    point: (id: string | null) => ring.put(id),
    /** @param padding - pixels left free on each side. */
    fit({ west, south, east, north }: Box, padding: PaddingOptions) {
      map.fitBounds([west, south, east, north], { padding, maxZoom: 17, animate: false });
    },
    box,
    setScheme: base.setScheme,
    remove: base.remove,
  };
}

export type MapView = ReturnType<typeof createMapView>;
