import type { GeoJSONSource, Map as MapLibre, MapGeoJSONFeature, PointLike } from 'maplibre-gl';
import type { Point } from '../news.ts';
import type { State } from '../overview.ts';
import { positionsWithin, type DrawnSymbol } from './clusters.ts';
import { boxOf, gridOf, outlineOf, rankOf, toFeatures } from './map-data.ts';

const symbolLayers = ['clusters', 'points'];

/** A cluster that was gathered anew, or a map that was closed, has no answer any more, and whoever asked has no question. */
export const noteGone = (error: unknown) => console.warn('The map:', error);

/** The containers that a map shows. They may be told before it is ready: it draws them then. */
export class ShownContainers {
  readonly map: MapLibre;
  #points: readonly Point[] = [];
  #town: readonly Point[] = [];
  #positions = new Map<string, number>();
  #isReady = false;

  constructor(map: MapLibre) {
    this.map = map;
  }

  /** Whether sources and layers are there. */
  get isReady(): boolean {
    return this.#isReady;
  }

  source(name: 'containers' | 'pointed' | 'town' | 'grid'): GeoJSONSource | undefined {
    return this.map.getSource<GeoJSONSource>(name);
  }

  /** Called when sources and layers have been added, also to a style that took the place of another. */
  begin(): void {
    this.#isReady = true;
    this.#draw();
  }

  /** @param town - all there are: the ground is drawn around them. */
  show(points: readonly Point[], town: readonly Point[]): void {
    this.#points = points;
    this.#town = town;
    this.#positions = new Map(points.map(({ id }, position) => [id, position]));
    if (this.#isReady) {
      this.#draw();
    }
  }

  /** Draws those anew whose state is another; where they stand stays. */
  update(states: ReadonlyMap<string, State>): void {
    const changed = [...states].flatMap(([id, state]) => {
      const found = this.find(id);
      return found && rankOf(found.point) !== rankOf(state) ? [{ position: found.position, state }] : [];
    });
    if (changed.length === 0) {
      return;
    }
    const byPosition = new Map(
      changed.map(({ position, state: { level, isSilent } }) => [position, { level, isSilent }]),
    );
    this.#points = this.#points.map((point, position) => ({ ...point, ...byPosition.get(position) }));
    void this.source('containers')?.updateData({
      update: changed.map(({ position, state }) => ({
        id: position,
        addOrUpdateProperties: [{ key: 'rank', value: rankOf(state) }],
      })),
    });
  }

  /** A container, and its position: the number of its symbol. */
  find(id: string): { readonly point: Point; readonly position: number } | undefined {
    const position = this.#positions.get(id);
    const point = position === undefined ? undefined : this.#points[position];
    return point && position !== undefined ? { point, position } : undefined;
  }

  /** The symbols of containers and clusters at a place of the canvas, the uppermost first. */
  symbolsAt(place: PointLike | [PointLike, PointLike]): MapGeoJSONFeature[] {
    return this.#isReady ? this.map.queryRenderedFeatures(place, { layers: symbolLayers }) : [];
  }

  /** The container of a symbol; undefined for a cluster's. */
  idOf(symbol: DrawnSymbol | undefined): string | undefined {
    return typeof symbol?.id === 'number' && !symbol.properties['cluster'] ? this.#points[symbol.id]?.id : undefined;
  }

  /** The containers that a cluster holds, so many at most. */
  async idsWithin(cluster: DrawnSymbol, most: number): Promise<string[]> {
    const containers = this.source('containers');
    const positions = containers ? await positionsWithin(containers, cluster, most) : [];
    return positions.flatMap((position) => this.#points[position]?.id ?? []);
  }

  #draw(): void {
    void this.source('containers')?.setData(toFeatures(this.#points));
    const box = boxOf(this.#town);
    const outline = outlineOf(this.#town);
    if (box && outline) {
      void this.source('town')?.setData(outline);
      void this.source('grid')?.setData(gridOf(box));
    }
  }
}
