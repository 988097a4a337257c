import { Sealer } from '../../database/sealing.ts';

/** Encrypts an uploaded file: it may hold names and ID numbers. */
export const sealFile = (content: Uint8Array, dataKey: Uint8Array): Buffer =>
  new Sealer(dataKey, 'import-file').seal(content);

/** @throws {Error} if the file was sealed with another key, or changed since. */
export const openFile = (sealed: Uint8Array, dataKey: Uint8Array): Buffer =>
  new Sealer(dataKey, 'import-file').open(sealed);
