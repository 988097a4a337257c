/** A PMTiles file as small as can be: its header, and parts that nobody unpacks. */
export const aMapFile: Buffer = (() => {
  const [header, root, metadata, tiles] = [127, 40, 60, 2_000];
  const file = Buffer.from(
    Array.from({ length: header + root + metadata + tiles }, (_, index) => (index * 7 + (index >> 8)) % 256),
  );
  file.fill(0, 0, header);
  file.write('PMTiles\u0003', 'latin1');
  [header, root, header + root, metadata, 0, 0, header + root + metadata, tiles, 1, 1, 1].forEach((value, index) =>
    file.writeBigUInt64LE(BigInt(value), 8 + 8 * index),
  );
  const [gzip, vectorTiles] = [2, 1];
  file.set([1, gzip, gzip, vectorTiles, 9, 15], 96);
  return file;
})();

/** The same bytes but for one. */
export function changed(file: Buffer, at: number, byte: number): Buffer {
  const copy = Buffer.from(file);
  copy[at] = byte;
  return copy;
}
