import { describe, expect, it } from 'vitest';
import { positionsWithin, spotOfSymbol, type DrawnSymbol } from './clusters.ts';
import type { LngLat } from './map-data.ts';

const at = (coordinates: LngLat) => ({ type: 'Point' as const, coordinates });
const container = (position: number, spot: LngLat): DrawnSymbol => ({
  id: position,
  properties: {},
  geometry: at(spot),
});
const cluster = (id: number, spot: LngLat, positions: readonly number[]): DrawnSymbol => ({
  id,
  properties: { cluster: true, cluster_id: id, point_count: positions.length },
  geometry: at(spot),
});

/** Clusters of a source, by their ids; those that are asked for are noted. */
function aSource(within: Readonly<Record<number, readonly number[]>>) {
  const asked: number[] = [];
  return {
    asked,
    getClusterLeaves: async (id: number, most: number) => {
      asked.push(id);
      const positions = within[id];
      if (!positions) {
        throw new Error('No cluster with the specified id.');
      }
      return positions.slice(0, most).map((position) => ({
        type: 'Feature' as const,
        id: position,
        properties: {},
        geometry: at([0, 0]),
      }));
    },
  };
}

describe('where the symbol of a container stands', () => {
  it('is its own spot while it stands for itself, though a cluster has its number', async () => {
    const source = aSource({});
    const drawn = [cluster(3, [26.91, 46.5], [1, 2]), container(3, [26.9, 46.5])];

    expect(await spotOfSymbol(source, { position: 3, spot: [26.9, 46.5] }, drawn)).toEqual([26.9, 46.5]);
    expect(source.asked).toEqual([]);
  });

  it('is that of the cluster which holds it, the nearest looked at first', async () => {
    const source = aSource({ 7: [4, 5], 8: [3, 6], 9: [1] });
    const drawn = [
      cluster(9, [26.95, 46.5], [1]),
      cluster(7, [26.901, 46.5], [4, 5]),
      cluster(8, [26.903, 46.501], [3, 6]),
      container(2, [26.9, 46.5]),
    ];

    expect(await spotOfSymbol(source, { position: 3, spot: [26.9, 46.5] }, drawn)).toEqual([26.903, 46.501]);
    expect(source.asked).toEqual([7, 8]);
  });

  it('is its own spot where no symbol shows it', async () => {
    expect(await spotOfSymbol(aSource({}), { position: 3, spot: [26.9, 46.5] }, [])).toEqual([26.9, 46.5]);
  });
});

it('says so when a cluster is gone, as it is when containers were drawn anew', async () => {
  await expect(positionsWithin(aSource({}), cluster(1, [0, 0], [1]), 50)).rejects.toThrow('No cluster');
  expect(await positionsWithin(aSource({ 1: [4, 5, 6] }), cluster(1, [0, 0], [4, 5, 6]), 2)).toEqual([4, 5]);
});
