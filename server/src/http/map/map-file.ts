import { createHash } from 'node:crypto';
import { open, type FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { Header } from 'pmtiles';
import { OperatorError } from '@noa/domain/errors.ts';
import { beginningBytes, faultOfHeader, neededBytes, readHeader } from '../../registry/street-map/pmtiles-header.ts';
import type { ByteRange } from './byte-range.ts';

/** The streets under the map, in one PMTiles file. It stays open: another that is put in its place is another file. */
export interface MapFile {
  /** Bytes. */
  readonly size: number;
  /** Another for another content, the same at every server that has the same file. */
  readonly version: string;
  readonly read: (range: ByteRange) => Readable;
  /** Closes it when whoever reads it now has what was asked for. */
  readonly close: () => Promise<void>;
}

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
    const header = readHeader(beginning);
    const fault = faultOfHeader(header, size);
    if (fault) {
      throw new OperatorError(`MAP_FILE is "${path}", ${sentenceOf(fault, header, size)}`);
    }
    return served(file, size, createHash('sha256').update(`${size}\n`).update(beginning).digest('hex'));
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** The end of a sentence that says why a file is not served. */
function sentenceOf(fault: NonNullable<ReturnType<typeof faultOfHeader>>, header: Header | undefined, size: number) {
  switch (fault) {
    case 'endsTooSoon':
      return `which ends too soon: ${size} bytes of ${header ? neededBytes(header) : 0}. Copy it again.`;
    case 'noVectorTiles':
      return 'whose tiles are no vector tiles (MVT): streets are drawn from those.';
    case 'compression':
      return 'which is compressed in a way that browsers cannot read: it must be gzip, or none.';
    default:
      return 'which is no PMTiles file of version 3: make one with "pmtiles extract" (docs/operator.md).';
  }
}

/**
 * Opens a file that was uploaded, and looked through then.
 *
 * @param digest - SHA-256 of what is in it.
 */
export async function openUploadedMap(path: string, digest: string): Promise<MapFile> {
  const file = await open(path);
  return served(file, (await file.stat()).size, digest);
}

function served(file: FileHandle, size: number, digest: string): MapFile {
  let readers = 0;
  let whenUnread: (() => void) | undefined;
  return {
    size,
    version: digest.slice(0, 20),
    read: (range) => {
      readers += 1;
      return Readable.from(piecesOf(file, range), { objectMode: false }).once('close', () => {
        readers -= 1;
        if (readers === 0) {
          whenUnread?.();
        }
      });
    },
    close: async () => {
      if (readers > 0) {
        await new Promise<void>((resolve) => {
          whenUnread = resolve;
        });
      }
      await file.close();
    },
  };
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
      throw new Error('The file of the map was cut off while it was served');
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
