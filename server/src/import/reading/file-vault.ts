import { keyId, Sealer, type DataKeys, type Aad } from '../../database/keys/sealing.ts';

/** Which job a file is of: for another, it does not open. */
export const aadOfFile = ({ orgId, id }: { readonly orgId: string | null; readonly id: string }): Aad => [
  orgId ?? '',
  id,
];

/** Encrypts an uploaded file: it may hold names and ID numbers. */
export const sealFile = (content: Uint8Array, keys: DataKeys, aad: Aad): Buffer =>
  new Sealer(keys, 'import-file').seal(content, aad);

/** @throws {DoesNotOpen} if the file is another job's, was sealed with another key, or changed since. */
export const openFile = (sealed: Uint8Array, keys: DataKeys, aad: Aad): Buffer =>
  new Sealer(keys, 'import-file').open(sealed, aad);

/** A file that was sealed before the transaction that keeps it began: anew, if another key has become current meanwhile. */
export const renewFile = (sealed: Uint8Array, before: DataKeys, now: DataKeys, aad: Aad): Uint8Array =>
  keyId(before.current).equals(keyId(now.current)) ? sealed : sealFile(openFile(sealed, before, aad), now, aad);
