import { gzipSync } from 'node:zlib';
import { PbfWriter } from 'pbf';
import { streetMapLayers } from '@noa/domain/map/street-map.ts';
import type { Caller } from '../../testing/harness.ts';

/** A vector tile with the given layers, whose features say of which kind they are; and so many bytes that no reader looks at. */
export function aTile(
  layers: readonly string[] = streetMapLayers,
  { key = 'kind', padding = Buffer.alloc(0) } = {},
): Buffer {
  const writer = new PbfWriter();
  for (const layer of layers) {
    const inner = new PbfWriter();
    inner.writeStringField(1, layer);
    inner.writeStringField(3, key);
    writer.writeBytesField(3, inner.finish());
  }
  writer.writeBytesField(15, padding);
  return Buffer.from(writer.finish());
}

interface DirectoryEntry {
  readonly run: number;
  readonly offset: number;
  readonly length: number;
}

/** A directory before it is compressed. */
export function aDirectory(entries: readonly DirectoryEntry[]): Buffer {
  const writer = new PbfWriter();
  const numbers = [
    entries.length,
    ...entries.map(() => 1),
    ...entries.map(({ run }) => run),
    ...entries.map(({ length }) => length),
    ...entries.map(({ offset }) => offset + 1),
  ];
  numbers.forEach((each) => writer.writeVarint(each));
  return Buffer.from(writer.finish());
}

export const declaring = (layers: readonly string[]) => ({ vector_layers: layers.map((id) => ({ id, fields: {} })) });

interface MapParts {
  /** As they lie in the file. */
  readonly tiles?: readonly Buffer[];
  /** The root directory as it lies in the file; one of all tiles when absent. */
  readonly root?: Buffer;
  readonly leaves?: Buffer;
  /** Text that is JSON or not; as it lies in the file. */
  readonly metadata?: Buffer;
}

/** A PMTiles file of version 3 of the parts, in their order. */
export function aMap({
  tiles = [gzipSync(aTile())],
  root = gzipSync(aDirectory(besideEachOther(tiles))),
  leaves = Buffer.alloc(0),
  metadata = gzipSync(JSON.stringify(declaring(streetMapLayers))),
}: MapParts = {}): Buffer {
  const header = Buffer.alloc(127);
  header.write('PMTiles\u0003', 'latin1');
  const sections = [root, metadata, leaves, Buffer.concat(tiles)];
  let at = header.length;
  for (const [index, section] of sections.entries()) {
    header.writeBigUInt64LE(BigInt(at), 8 + 16 * index);
    header.writeBigUInt64LE(BigInt(section.length), 16 + 16 * index);
    at += section.length;
  }
  const [gzip, vectorTiles] = [2, 1];
  header.set([1, gzip, gzip, vectorTiles, 9, 15], 96);
  [26.64, 47.2, 26.8, 47.3].forEach((degrees, index) =>
    header.writeInt32LE(Math.round(degrees * 1e7), 102 + 4 * index),
  );
  return Buffer.concat([header, ...sections]);
}

function besideEachOther(tiles: readonly Buffer[]): DirectoryEntry[] {
  let offset = 0;
  return tiles.map(({ length }) => {
    offset += length;
    return { run: 1, length, offset: offset - length };
  });
}

export const mapSettings = `file { id name bytes usedSince uploadedBy west south east north minZoom maxZoom } isNamedByOperator maxBytes`;

/** Begins to send a file. */
export const startUpload = (caller: Caller, bytes: number, name = 'pascani.pmtiles') =>
  caller.run(
    'mutation ($name: String!, $bytes: Int!) { startMapUpload(name: $name, bytes: $bytes) { id partBytes } }',
    {
      name,
      bytes,
    },
  );

export const finishUpload = (caller: Caller, id: string) =>
  caller.run(`mutation ($id: ID!) { finishMapUpload(id: $id) { ${mapSettings} } }`, { id });
