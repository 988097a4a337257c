import { bytesToHeader, Compression, TileType, type Header } from 'pmtiles';

/** Header and root directory lie, by the format, in the first so many bytes. */
export const beginningBytes = 16_384;
const headerBytes = 127;

/** Why a file cannot be the ground of the map, each with a text in the locale files under `mapFile`. */
export type MapFault =
  | 'notPmtiles'
  | 'endsTooSoon'
  | 'noVectorTiles'
  | 'compression'
  | 'directory'
  | 'tile'
  | 'metadata'
  | 'layers'
  | 'oldSchema';

/** Parts of a file, each from its first byte on. */
const sectionsOf = (header: Header): readonly (readonly [offset: number, length: number])[] => [
  [header.rootDirectoryOffset, header.rootDirectoryLength],
  [header.jsonMetadataOffset, header.jsonMetadataLength],
  [header.leafDirectoryOffset, header.leafDirectoryLength ?? 0],
  [header.tileDataOffset, header.tileDataLength ?? 0],
];

/** How long a file has to be by what its header says. */
export const neededBytes = (header: Header): number =>
  Math.max(...sectionsOf(header).map(([offset, length]) => offset + length));

/** The header of a PMTiles file of version 3; undefined where there is none. */
export function readHeader(beginning: Buffer): Header | undefined {
  return beginning.length < headerBytes || beginning.toString('latin1', 0, 7) !== 'PMTiles' || beginning[7] !== 3
    ? undefined
    : bytesToHeader(new Uint8Array(beginning).buffer);
}

/** What keeps the map from being drawn, as far as the header says; undefined for nothing. */
export function faultOfHeader(header: Header | undefined, size: number): MapFault | undefined {
  if (!header) {
    return 'notPmtiles';
  }
  if (!(neededBytes(header) <= size)) {
    return 'endsTooSoon';
  }
  if (header.tileType !== TileType.Mvt) {
    return 'noVectorTiles';
  }
  const canRead = (compression: Compression) => [Compression.None, Compression.Gzip].includes(compression);
  return canRead(header.tileCompression) && canRead(header.internalCompression) ? undefined : 'compression';
}

/** Thrown of a file that is no ground for a map. */
export class MapRefused extends Error {
  override readonly name = 'MapRefused';
  readonly fault: MapFault;
  /** Layers that it lacks, of the fault `layers`. */
  readonly layers: readonly string[];

  constructor(fault: MapFault, layers: readonly string[] = [], options?: ErrorOptions) {
    super(`The file is no ground for the map: ${[fault, ...layers].join(' ')}`, options);
    this.fault = fault;
    this.layers = layers;
  }
}
