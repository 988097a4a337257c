import 'maplibre-gl/dist/maplibre-gl.css';
import {
  addProtocol,
  Map as MapLibre,
  NavigationControl,
  setWorkerUrl,
  type VectorSourceSpecification,
} from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url';
import { PMTiles, Protocol } from 'pmtiles';
import './map-parts.css';
import { basePaint, ownStyle, type Scheme } from './base-style.ts';
import { wordsAndLinks } from './streets/attribution.ts';
import { SignedInSource, type Streets } from './streets/signed-in-source.ts';
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
) {
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
    /** Whether the layers that stand on the ground are there. */
    isReady: () => isReady,
    setScheme: (next: Scheme) => {
      scheme = next;
      if (isReady) {
        paint();
      }
    },
    remove: () => map.remove(),
  };
}

/** Milliseconds between two looks whether it is drawn. */
const lookMs = 30;
/** Milliseconds after which a map is shown as it is: its streets may come over a slow line. */
const mostMs = 3_000;

/**
 * Keeps a map out of the page until it has been drawn once. Without a graphics card a browser waits for each frame of what is in the page, and
 * for the first ones, whose programs are to be compiled, a third of a second; nobody waits for what is not.
 */
function showWhenDrawn(map: MapLibre): void {
  const canvas = map.getCanvas();
  const gl = canvas.getContext('webgl2');
  let next: ReturnType<typeof setTimeout> | undefined;
  canvas.hidden = true;
  const latest = setTimeout(show, mostMs);

  function stop(): void {
    clearTimeout(next);
    clearTimeout(latest);
  }
  function show(): void {
    stop();
    canvas.hidden = false;
  }

  map.once('load', function lookUntilDrawn() {
    const drawn = gl?.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
    gl?.flush();
    const look = () => {
      if (canvas.hidden) {
        if (!gl || !drawn || gl.isContextLost() || gl.getSyncParameter(drawn, gl.SYNC_STATUS) === gl.SIGNALED) {
          show();
        } else {
          next = setTimeout(look, lookMs);
        }
      }
    };
    look();
  });
  map.once('remove', stop);
}

/** With what the file says of itself: by whom it was made is shown on the map. */
const protocol = new Protocol({ metadata: true });
addProtocol('pmtiles', async (request, abort) => {
  const { data } = await protocol.tile(request, abort);
  if (request.type !== 'json') {
    return { data: data as Uint8Array };
  }
  const about = data as { readonly attribution?: unknown };
  return { data: { ...about, attribution: wordsAndLinks(about.attribution) } };
});

/** The file as a source of the map's style; of it only those parts are loaded that are looked at. */
function openStreets(streets: Streets): VectorSourceSpecification {
  protocol.add(new PMTiles(new SignedInSource(streets)));
  return { type: 'vector', url: `pmtiles://${streets.url}` };
}
