import { isUtf8 } from 'node:buffer';
import type { ImportEncoding } from '@noa/domain/imports/import.ts';

const startsWith = (bytes: Uint8Array, ...mark: number[]) => mark.every((byte, index) => bytes[index] === byte);

/**
 * The encoding of a text: what its byte order mark says, UTF-8 if it is valid as such, else Windows-1250. ISO-8859-2 and
 * ISO-8859-16 write Romanian letters with the same bytes (reliability.md, "The oracle"), so only a person can tell them apart.
 */
export function detectEncoding(bytes: Uint8Array): ImportEncoding {
  if (startsWith(bytes, 0xff, 0xfe)) {
    return 'utf-16le'; // Excel's "Unicode text"
  }
  return isUtf8(bytes) ? 'utf-8' : 'windows-1250';
}

const chunkBytes = 256 * 1024;

/** The text piece by piece, so that a large file is never held decoded; without its byte order mark. */
export function* decodeText(bytes: Uint8Array, encoding: ImportEncoding): Generator<string> {
  const decoder = new TextDecoder(encoding);
  for (let from = 0; from < bytes.length; from += chunkBytes) {
    yield decoder.decode(bytes.subarray(from, from + chunkBytes), { stream: true });
  }
  yield decoder.decode();
}
