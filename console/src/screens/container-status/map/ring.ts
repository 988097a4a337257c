import type { PointLike } from 'maplibre-gl';
import { spotOfSymbol } from './clusters.ts';
import { toFeatures, type LngLat } from './map-data.ts';
import { noteGone, type ShownContainers } from './shown-containers.ts';

const noFeatures = toFeatures([]);
/** Pixels within which the cluster of a container stands: it is in the middle of those that it holds, which are gathered step by step. */
const clusterReach = 300;

/** A ring around the symbol that shows one container: its own, or its cluster's. */
export function createRing(shown: ShownContainers) {
  let ringed: string | null = null;
  /** Where the ring is drawn. */
  let drawnAt: LngLat | null = null;

  /** Draws it where the symbol is now, which is elsewhere when the map came closer or went away. */
  async function draw(): Promise<void> {
    const id = ringed;
    const spot = id === null ? null : await symbolSpot(shown, id);
    if (id === ringed && spot?.join() !== drawnAt?.join()) {
      drawnAt = spot;
      void shown.source('pointed')?.setData(spot ? { type: 'Point', coordinates: spot } : noFeatures);
    }
  }
  shown.map.on('idle', () => {
    draw().catch(noteGone);
  });
  return {
    /** Rings the symbol that shows a container; null takes the ring off. */
    put(id: string | null): void {
      ringed = id;
      draw().catch(noteGone);
    },
    /** Called when the map has been given another style, on which no ring is drawn yet. */
    forget(): void {
      drawnAt = null;
    },
  };
}

async function symbolSpot(shown: ShownContainers, id: string): Promise<LngLat | null> {
  const found = shown.find(id);
  if (!found) {
    return null;
  }
  const { point, position } = found;
  const spot: LngLat = [point.longitude, point.latitude];
  const containers = shown.source('containers');
  if (!shown.isReady || !containers) {
    return spot;
  }
  const { x, y } = shown.map.project(spot);
  const around: [PointLike, PointLike] = [
    [x - clusterReach, y - clusterReach],
    [x + clusterReach, y + clusterReach],
  ];
  return spotOfSymbol(containers, { position, spot }, shown.symbolsAt(around));
}
