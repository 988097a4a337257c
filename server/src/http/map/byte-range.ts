/** Bytes of a file from `first` to `last`, both included. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/**
 * The part of a file of `size` bytes that a `Range` header asks for (RFC 9110, 14.2).
 *
 * @returns `all` for a header that is absent, is none, or asks for several parts at once, which a server may leave aside; `none` for a
 * part that the file does not have.
 */
export function readRange(header: string | undefined, size: number): ByteRange | 'all' | 'none' {
  const [, from, to] = /^bytes=(\d*)-(\d*)$/i.exec(header?.trim() ?? '') ?? [];
  if (from === undefined || to === undefined || (from === '' && to === '')) {
    return 'all';
  }
  if (from === '') {
    const length = Math.min(Number(to), size);
    return length === 0 ? 'none' : { first: size - length, last: size - 1 };
  }
  if (to !== '' && BigInt(to) < BigInt(from)) {
    return 'all';
  }
  const first = Number(from);
  return first >= size ? 'none' : { first, last: to === '' ? size - 1 : Math.min(Number(to), size - 1) };
}
