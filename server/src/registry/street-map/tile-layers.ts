import { PbfReader } from 'pbf';
import { MapRefused } from './pmtiles-header.ts';

/** Fields of a vector tile (version 2.1) and of a layer in it. */
const layersOfTile = 3;
const [nameOfLayer, keysOfLayer] = [1, 3];

interface TileLayer {
  readonly name: string;
  /** Whether features of it say of which `kind` they are. */
  readonly hasKinds: boolean;
}

/**
 * The layers of a tile.
 *
 * @throws {MapRefused} `tile` for what is no vector tile.
 */
export function readTileLayers(tile: Buffer): TileLayer[] {
  const layers: TileLayer[] = [];
  const reader = new PbfReader(tile);
  try {
    reader.readFields((field) => {
      if (field === layersOfTile) {
        layers.push(readLayer(reader));
      }
    }, undefined);
  } catch (cause) {
    throw new MapRefused('tile', [], { cause });
  }
  if (reader.pos !== tile.length) {
    throw new MapRefused('tile');
  }
  return layers;
}

function readLayer(reader: PbfReader): TileLayer {
  const layer = { name: '', hasKinds: false };
  reader.readMessage((field) => {
    if (field === nameOfLayer) {
      layer.name = reader.readString();
    } else if (field === keysOfLayer) {
      layer.hasKinds = reader.readString() === 'kind' || layer.hasKinds;
    }
  }, undefined);
  return layer;
}
