import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { Compression } from 'pmtiles';
import { MapRefused, type MapFault } from './pmtiles-header.ts';

const unzip = promisify(gunzip);

/**
 * What bytes of the file hold, however they are compressed.
 *
 * @param most - bytes that it may be at most: some hundred bytes of gzip may say that they are gigabytes.
 * @throws {MapRefused} with `fault` for more, and for what is no gzip.
 */
export async function unpack(bytes: Buffer, compression: Compression, most: number, fault: MapFault): Promise<Buffer> {
  if (compression === Compression.None) {
    if (bytes.length > most) {
      throw new MapRefused(fault);
    }
    return bytes;
  }
  try {
    return await unzip(bytes, { maxOutputLength: most });
  } catch (cause) {
    throw new MapRefused(fault, [], { cause });
  }
}
