import { isUtf8 } from 'node:buffer';
import type { ImportEncoding } from '@noa/domain/imports/import.ts';

const startsWith = (bytes: Uint8Array, ...mark: number[]) => mark.every((byte, index) => bytes[index] === byte);

/** Bytes by which an encoding is judged: enough for some thousand rows. */
const judgedBytes = 1024 * 1024;

/**
 * The encoding of a text: what its byte order mark says, UTF-16 by its zeros, UTF-8 if it is valid as such, else the one of the three
 * old ones in which it reads most like Romanian. They write the letters of the language with the same bytes (reliability.md, "The
 * oracle"), and differ in quotation marks, dashes and the letters of neighbours; where nothing differs, it is Windows-1250.
 */
export function detectEncoding(bytes: Uint8Array): ImportEncoding {
  if (startsWith(bytes, 0xff, 0xfe)) {
    return 'utf-16le'; // Excel's "Unicode text"
  }
  if (startsWith(bytes, 0xfe, 0xff)) {
    return 'utf-16be';
  }
  return detectUtf16(bytes) ?? (isNearlyUtf8(bytes) ? 'utf-8' : detectOld(bytes));
}

/** UTF-16 without its mark: of text in Latin letters every other byte is zero, nearly. */
function detectUtf16(bytes: Uint8Array): ImportEncoding | undefined {
  const sample = bytes.subarray(0, 1024);
  const zeros = [0, 0];
  for (const [index, byte] of sample.entries()) {
    zeros[index % 2] = (zeros[index % 2] ?? 0) + (byte === 0 ? 1 : 0);
  }
  const [even = 0, odd = 0] = zeros;
  const most = sample.length / 2;
  if (sample.length < 4 || Math.max(even, odd) < 0.7 * most || Math.min(even, odd) > 0.02 * most) {
    return undefined;
  }
  return odd > even ? 'utf-16le' : 'utf-16be';
}

/** Valid, but for a few places: files are cut off within a letter, and put together from several. */
function isNearlyUtf8(bytes: Uint8Array): boolean {
  if (isUtf8(bytes)) {
    return true;
  }
  const text = new TextDecoder('utf-8').decode(bytes.subarray(0, judgedBytes));
  const wrong = text.match(/\uFFFD/g)?.length ?? 0;
  const right = text.match(/[\u0080-\uFFFC]/g)?.length ?? 0;
  return right >= 10 * wrong;
}

/** In the order in which one is chosen of those that read alike. */
const old = ['windows-1250', 'iso-8859-2', 'iso-8859-16'] as const;

/** Quotation marks, dashes, ellipses, the euro. */
const ours = /[„”“’‘–—…«»€§°]/gu;
/** Letters of neighbours and of their names here: Hungarian, German, Serbian, Slovak. */
const neighbours = /[őűŐŰáéíóúöüäßšžčćđŠŽČĆĐýěřŕĺľàèêëç]/gu;
/** Controls of old terminals, accents without a letter. */
const strange =
  /[\u0080-\u009F\u00A4\u00A6\u00A8\u00AC\u00B4\u00B5\u00B8\u02C7\u02D8\u02D9\u02DB\u02DDąĄłŁęĘĽŤťŻżŹźŒœŸÿ]/gu;
/** A sign that stands in no word. */
const within = /(?<=\p{L})[^\p{L}\p{M}\s\p{N}!-~’\u00A0](?=\p{Ll})/gu;

function detectOld(bytes: Uint8Array): ImportEncoding {
  const sample = bytes.subarray(0, judgedBytes);
  const score = (encoding: ImportEncoding) => {
    const text = new TextDecoder(encoding).decode(sample);
    const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
    return 2 * count(ours) + count(neighbours) - 2 * count(strange) - 4 * count(within);
  };
  return old
    .map((encoding) => ({ encoding, score: score(encoding) }))
    .reduce((best, each) => (each.score > best.score ? each : best)).encoding;
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
