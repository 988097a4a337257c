import { createHash } from 'node:crypto';
import type { Compression, Header } from 'pmtiles';
import { streetMapLayers } from '@noa/domain/map/street-map.ts';
import { listTileRanges, type ReadBytes, type TileRange } from './directories.ts';
import { MapRefused, beginningBytes, faultOfHeader, readHeader } from './pmtiles-header.ts';
import { readTileLayers } from './tile-layers.ts';
import { unpack } from './unpack.ts';

/** A file that is looked at without being held in memory. */
export interface CheckedSource {
  readonly size: number;
  readonly read: ReadBytes;
  /** All bytes from the first to the last, in pieces of some megabytes. */
  readonly pieces: () => AsyncIterable<Buffer>;
}

/** What a file says of itself that is good. */
export interface CheckedMap {
  /** SHA-256 of all bytes, in hexadecimal digits. */
  readonly digest: string;
  /** Degrees. */
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
  readonly minZoom: number;
  readonly maxZoom: number;
}

const most = {
  metadataBytes: 4_000_000,
  unpackedMetadataBytes: 16_000_000,
  tileBytes: 16_000_000,
  /** How much larger all tiles together may be than the file: what is drawn of a town is some three times as large. */
  growth: 40,
} as const;

/**
 * Looks whether the map can be drawn from a file, in all of its tiles: browsers would unpack whatever is in them.
 *
 * @throws {MapRefused}
 */
export async function checkMap({ size, read, pieces }: CheckedSource): Promise<CheckedMap> {
  const header = readHeader(await read(0, Math.min(beginningBytes, size)));
  const fault = faultOfHeader(header, size);
  if (fault || !header) {
    throw new MapRefused(fault ?? 'notPmtiles');
  }
  const declared = await readDeclaredLayers(header, read);
  const ranges = await listTileRanges(header, read);
  const tiles = new TileCheck(header, ranges, size);
  const digest = createHash('sha256');
  for await (const piece of pieces()) {
    digest.update(piece);
    await tiles.take(piece);
  }
  demandLayers(declared, tiles.layers);
  const { minLon: west, minLat: south, maxLon: east, maxLat: north, minZoom, maxZoom } = header;
  return { digest: digest.digest('hex'), west, south, east, north, minZoom, maxZoom };
}

/** Which layers the metadata name; undefined where they name none. */
async function readDeclaredLayers(header: Header, read: ReadBytes): Promise<ReadonlySet<string> | undefined> {
  const { jsonMetadataOffset: offset, jsonMetadataLength: length, internalCompression } = header;
  if (length > most.metadataBytes) {
    throw new MapRefused('metadata');
  }
  if (length === 0) {
    return undefined;
  }
  const text = await unpack(await read(offset, length), internalCompression, most.unpackedMetadataBytes, 'metadata');
  let said: unknown;
  try {
    said = JSON.parse(text.toString());
  } catch (cause) {
    throw new MapRefused('metadata', [], { cause });
  }
  const layers = (said as { readonly vector_layers?: unknown } | null)?.vector_layers;
  return Array.isArray(layers)
    ? new Set(layers.map((each: { readonly id?: unknown } | null) => String(each?.id)))
    : undefined;
}

/** Roads must be in the tiles themselves, of the kinds that the style asks for; what else a region lacks, it need not have. */
function demandLayers(declared: ReadonlySet<string> | undefined, found: ReadonlyMap<string, boolean>): void {
  const missing = streetMapLayers.filter(
    (layer) => !(declared ?? found).has(layer) || (layer === 'roads' && !found.has(layer)),
  );
  if (missing.length > 0) {
    throw new MapRefused('layers', missing);
  }
  if (!found.get('roads')) {
    throw new MapRefused('oldSchema'); // of Protomaps 3 and before: "pmap:kind"
  }
}

/** Tiles that are unpacked at once. */
const atOnce = 8;

/** Unpacks the tiles as the pieces of the file go by, and notes what is in them. */
class TileCheck {
  /** Those of ours that tiles have, and whether something in them says of which kind it is. */
  readonly layers = new Map<string, boolean>();
  readonly #compression: Compression;
  readonly #ranges: readonly TileRange[];
  readonly #tilesAt: number;
  #room: number;
  #next = 0;
  /** The piece that goes by, behind what of the last one belongs to a tile that ends in this one. */
  #held: Buffer = Buffer.alloc(0);
  /** Where in the file `#held` begins. */
  #heldAt = 0;

  constructor({ tileCompression, tileDataOffset }: Header, ranges: readonly TileRange[], size: number) {
    this.#compression = tileCompression;
    this.#ranges = ranges;
    this.#tilesAt = tileDataOffset;
    this.#room = size * most.growth;
  }

  async take(piece: Buffer): Promise<void> {
    this.#held = this.#held.length === 0 ? piece : Buffer.concat([this.#held, piece]);
    const end = this.#heldAt + this.#held.length;
    const whole: Buffer[] = [];
    for (let range; (range = this.#ranges[this.#next]);) {
      const from = this.#tilesAt + range.offset;
      if (from + range.length > end) {
        break;
      }
      whole.push(this.#held.subarray(from - this.#heldAt, from - this.#heldAt + range.length));
      this.#next += 1;
    }
    for (let first = 0; first < whole.length; first += atOnce) {
      await Promise.all(whole.slice(first, first + atOnce).map((tile) => this.#look(tile)));
    }
    const range = this.#ranges[this.#next];
    const keptFrom = range ? Math.min(end, Math.max(this.#heldAt, this.#tilesAt + range.offset)) : end;
    this.#held = this.#held.subarray(keptFrom - this.#heldAt);
    this.#heldAt = keptFrom;
  }

  async #look(packed: Buffer): Promise<void> {
    const tile = await unpack(packed, this.#compression, Math.max(1, Math.min(most.tileBytes, this.#room)), 'tile');
    this.#room -= tile.length;
    for (const { name, hasKinds } of readTileLayers(tile)) {
      if (streetMapLayers.some((each) => each === name)) {
        this.layers.set(name, hasKinds || this.layers.get(name) === true);
      }
    }
  }
}
