import { constants, crc32, deflateRawSync } from 'node:zlib';

/** Bytes that are deflated once, and then said again and again: deflating all of a bomb takes seconds. */
const said = 1024 * 1024;

/**
 * One deflated stream that inflates to `megabytes` MiB of one byte.
 *
 * @param byte - its code; nought when absent.
 */
export function bombOf(megabytes: number, byte = 0): Buffer {
  // A flushed piece ends on a whole byte and is not the last; it looks back at nothing before itself.
  const piece = deflateRawSync(Buffer.alloc(said, byte), { finishFlush: constants.Z_SYNC_FLUSH });
  return Buffer.concat([...Array.from({ length: megabytes }, () => piece), deflateRawSync(Buffer.alloc(0))]);
}

/** The same of noughts, as gzip packs a file. */
export function gzipBombOf(megabytes: number): Buffer {
  const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]);
  const piece = Buffer.alloc(said);
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(Array.from({ length: megabytes }).reduce<number>((sum) => crc32(piece, sum), 0));
  trailer.writeUInt32LE((megabytes * said) % 2 ** 32, 4);
  return Buffer.concat([header, bombOf(megabytes), trailer]);
}
