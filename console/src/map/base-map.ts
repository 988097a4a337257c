import 'maplibre-gl/dist/maplibre-gl.css';
import './map-parts.css';
import { Map as MapLibre, NavigationControl, setWorkerUrl } from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url';
import { basePaint, ownStyle, type Scheme } from './base-style.ts';
import type { Streets } from './streets/signed-in-source.ts';
import { showWhenDrawn } from './show-when-drawn.ts';
import { openStreets } from './streets/streets-source.ts';
import { streetsPaint } from './streets/streets-paint.ts';

setWorkerUrl(workerUrl);

export interface BaseMapOptions {
  readonly container: HTMLElement;
  /** Null: our own ground. */
  readonly styleUrl: string | null;
  /** Drawn over our own ground; null: there are none. */
  readonly streets: Streets | null;
  readonly scheme: Scheme;
  /** Texts of MapLibre's own parts. */
  readonly locale: Record<string, string>;
  /** The style of another server did not come; our own is shown. */
  readonly onStyleFailure: () => void;
}

/** What a layer is painted with: layer, property, value. */
type Paint = readonly (readonly [layer: string, property: string, value: string | number])[];

/** What is drawn on a map, until `remove`. */
export interface DrawnMap {
  readonly setScheme: (scheme: Scheme) => void;
  readonly remove: () => void;
}

export interface BaseMap extends DrawnMap {
  readonly map: MapLibre;
  /** Whether the layers that stand on the ground are there. */
  readonly isReady: () => boolean;
}

export const maxZoom = 19;

/** Whoever made the map is named where they ask for it; our own ground is nobody's. */
function attributionOf({ styleUrl, streets }: BaseMapOptions): false | { compact: boolean } {
  return styleUrl === null && streets === null ? false : { compact: styleUrl !== null };
}

/**
 * A map with the ground, the streets, and the layers of who opens it.
 *
 * @param draw - adds these layers; called again when another style took the place of one that failed.
 * @param paintOf - what they are painted with; layers that are not there are left out.
 * @param isInteractive - whether it can be moved at all.
 */
export function openBaseMap(
  options: BaseMapOptions,
  draw: () => void,
  paintOf: (scheme: Scheme) => Paint,
  isInteractive = true,
): BaseMap {
  const streets = options.streets && openStreets(options.streets);
  const map = new MapLibre({
    container: options.container,
    style: options.styleUrl ?? ownStyle(streets),
    locale: options.locale,
    maxZoom,
    interactive: isInteractive,
    dragRotate: false,
    pitchWithRotate: false,
    fadeDuration: 0,
    renderWorldCopies: false,
    attributionControl: attributionOf(options),
  });
  showWhenDrawn(map);
  map.touchZoomRotate.disableRotation();
  map.keyboard.disableRotation();
  if (isInteractive) {
    map.addControl(new NavigationControl({ showCompass: false }), 'top-right');
  }
  let { scheme } = options;
  let isReady = false;

  function paint(): void {
    for (const [layer, property, value] of [...basePaint(scheme), ...streetsPaint(scheme), ...paintOf(scheme)]) {
      if (map.getLayer(layer)) {
        map.setPaintProperty(layer, property as never, value as never);
      }
    }
  }

  map.on('style.load', function drawAll() {
    isReady = true;
    draw();
    paint();
  });
  map.on('error', function standIn({ error }) {
    if (!isReady && options.styleUrl !== null) {
      options.onStyleFailure();
      map.setStyle(ownStyle(null));
    } else {
      console.warn('The map:', error);
    }
  });
  return {
    map,
    isReady: () => isReady,
    setScheme(next) {
      scheme = next;
      if (isReady) {
        paint();
      }
    },
    remove: () => map.remove(),
  };
}
