import { createHash } from 'node:crypto';
import { open, type FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { bytesToHeader, Compression, TileType } from 'pmtiles';
import { OperatorError } from '@noa/domain/errors.ts';
import type { ByteRange } from './byte-range.ts';

/** The streets under the map, in one PMTiles file. It stays open: another that is put in its place is served from the next start on. */
export interface MapFile {
  /** Bytes. */
  readonly size: number;
  /** Another for another content, the same at every server that has the same file. */
  readonly version: string;
  readonly read: (range: ByteRange) => Readable;
  readonly close: () => Promise<void>;
}

/** Header, root directory: by the format they lie in the first so many bytes, and say where each part of the file ends. */
const beginningBytes = 16_384;
const headerBytes = 127;

/**
 * Opens the file that `MAP_FILE` names.
 *
 * @throws {OperatorError} for one that cannot be read, or whose tiles a browser could not draw.
 */
export async function openMapFile(path: string): Promise<MapFile> {
  const file = await openFile(path);
  try {
    const { size } = await file.stat();
    const beginning = Buffer.alloc(Math.min(beginningBytes, size));
    await file.read(beginning, 0, beginning.length, 0);
    const fault = faultOf(beginning, size);
    if (fault) {
      throw new OperatorError(`MAP_FILE is "${path}", ${fault}`);
    }
    return {
      size,
      version: createHash('sha256').update(`${size}\n`).update(beginning).digest('hex').slice(0, 20),
      read: (range) => Readable.from(piecesOf(file, range), { objectMode: false }),
      close: () => file.close(),
    };
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** Bytes that are read at once. */
const pieceBytes = 65_536;

/**
 * The bytes of a range. By the open file itself: a stream over its number closes that when its reader leaves, whatever it is told, and the
 * next file that anybody opens may get the same number.
 */
async function* piecesOf(file: FileHandle, { first, last }: ByteRange): AsyncGenerator<Buffer> {
  for (let at = first; at <= last;) {
    const piece = Buffer.allocUnsafe(Math.min(pieceBytes, last - at + 1));
    const { bytesRead } = await file.read(piece, 0, piece.length, at);
    if (bytesRead === 0) {
      throw new Error('The file of MAP_FILE was cut off while it was served');
    }
    yield piece.subarray(0, bytesRead);
    at += bytesRead;
  }
}

async function openFile(path: string): Promise<FileHandle> {
  try {
    const file = await open(path);
    if ((await file.stat()).isFile()) {
      return file;
    }
    await file.close();
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new OperatorError(`MAP_FILE is "${path}", which cannot be read (${code ?? String(cause)}).`, { cause });
  }
  throw new OperatorError(`MAP_FILE is "${path}", which is no file.`);
}

/** What keeps the map from being drawn, as the end of a sentence; null for nothing. */
function faultOf(beginning: Buffer, size: number): string | null {
  if (beginning.length < headerBytes || !beginning.toString('latin1').startsWith('PMTiles') || beginning[7] !== 3) {
    return 'which is no PMTiles file of version 3: make one with "pmtiles extract" (docs/operator.md).';
  }
  const header = bytesToHeader(new Uint8Array(beginning).buffer);
  const ends = [
    header.rootDirectoryOffset + header.rootDirectoryLength,
    header.jsonMetadataOffset + header.jsonMetadataLength,
    header.leafDirectoryOffset + (header.leafDirectoryLength ?? 0),
    header.tileDataOffset + (header.tileDataLength ?? 0),
  ];
  if (Math.max(...ends) > size) {
    return `which ends too soon: ${size} bytes of ${Math.max(...ends)}. Copy it again.`;
  }
  if (header.tileType !== TileType.Mvt) {
    return 'whose tiles are no vector tiles (MVT): streets are drawn from those.';
  }
  const canRead = (compression: Compression) => [Compression.None, Compression.Gzip].includes(compression);
  return canRead(header.tileCompression) && canRead(header.internalCompression)
    ? null
    : 'which is compressed in a way that browsers cannot read: it must be gzip, or none.';
}
