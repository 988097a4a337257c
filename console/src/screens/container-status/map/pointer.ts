import type { MapGeoJSONFeature } from 'maplibre-gl';
import { maxZoom } from '../../../map/base-map.ts';
import type { LngLat } from './map-data.ts';
import { noteGone, type ShownContainers } from './shown-containers.ts';

export interface PointerOptions {
  /** It stands beside a list of what is wrong: all other containers are faint. */
  readonly isQuiet: boolean;
  /** The pointer is over one container, or over none; beside a list also over several, which a cluster holds. */
  readonly onPoint: (id: string | null, within: readonly string[]) => void;
  /** One container was chosen, or all that stand on one spot. */
  readonly onPick: (ids: string[]) => void;
}

/** Containers of one spot that are named at most. */
const namedAtMost = 50;

/** Says over what the pointer is and what is chosen, until the map is removed. */
export function followPointer(shown: ShownContainers, { isQuiet, onPoint, onPick }: PointerOptions): void {
  const { map } = shown;
  // What the pointer is over by now, when what a cluster holds is known.
  let over: MapGeoJSONFeature | undefined;

  async function pointAtCluster(cluster: MapGeoJSONFeature): Promise<void> {
    // All of them: which of them the list beside it has is not known here.
    const ids = await shown.idsWithin(cluster, Number(cluster.properties['point_count']));
    if (over === cluster) {
      onPoint(null, ids);
    }
  }
  map.on('mousemove', ({ point }) => {
    // Looking under the pointer takes longer than drawing, and a hand that moves the map points at nothing.
    if (map.isMoving()) {
      return;
    }
    [over] = shown.symbolsAt(point);
    map.getCanvas().style.cursor = over ? 'pointer' : '';
    const id = shown.idOf(over) ?? null;
    if (isQuiet && over && id === null) {
      pointAtCluster(over).catch(noteGone);
    } else {
      onPoint(id, id === null ? [] : [id]);
    }
  });
  map.on('mouseout', () => {
    over = undefined;
    onPoint(null, []);
  });
  map.on('click', ({ point }) => {
    const [symbol] = shown.symbolsAt(point);
    const id = shown.idOf(symbol);
    if (symbol && id === undefined) {
      openCluster(shown, symbol, onPick).catch(noteGone);
    } else {
      onPick(id === undefined ? [] : [id]);
    }
  });
}

/** Comes closer until the cluster parts; one that never does is of one spot, and names its containers. */
async function openCluster(
  shown: ShownContainers,
  cluster: MapGeoJSONFeature,
  onPick: PointerOptions['onPick'],
): Promise<void> {
  const containers = shown.source('containers');
  const { properties, geometry } = cluster;
  if (!containers || geometry.type !== 'Point') {
    return;
  }
  const zoom = await containers.getClusterExpansionZoom(Number(properties['cluster_id']));
  if (zoom <= maxZoom) {
    shown.map.easeTo({ center: geometry.coordinates as LngLat, zoom }, { byUser: true });
    return;
  }
  onPick(await shown.idsWithin(cluster, namedAtMost));
}
