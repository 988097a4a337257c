import type { Source } from 'pmtiles';

/** A file in memory, for the reader. */
export const fromMemory = (file: Buffer): Source => ({
  getKey: () => 'memory',
  getBytes: async (offset, length) => ({ data: new Uint8Array(file.subarray(offset, offset + length)).buffer }),
});
