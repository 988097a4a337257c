import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;
/** First byte, so that keys and algorithms can change while files wait to be applied. */
const format = 1;

const keyOf = (dataKey: Uint8Array) =>
  Buffer.from(hkdfSync('sha256', dataKey, '', 'noa/import-file/encrypt', keyBytes));

/** Encrypts an uploaded file (AES-256-GCM): it may hold names and ID numbers. */
export function sealFile(content: Uint8Array, dataKey: Uint8Array): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', keyOf(dataKey), nonce);
  const text = [cipher.update(content), cipher.final()];
  return Buffer.concat([Buffer.of(format), nonce, cipher.getAuthTag(), ...text]);
}

/** @throws {Error} if the file was sealed with another key, or changed since. */
export function openFile(sealed: Uint8Array, dataKey: Uint8Array): Buffer {
  if (sealed[0] !== format) {
    throw new Error('The file is encrypted in a format that is not known here');
  }
  const [nonceEnd, tagEnd] = [1 + nonceBytes, 1 + nonceBytes + tagBytes];
  const decipher = createDecipheriv('aes-256-gcm', keyOf(dataKey), sealed.subarray(1, nonceEnd), {
    authTagLength: tagBytes,
  });
  decipher.setAuthTag(sealed.subarray(nonceEnd, tagEnd));
  return Buffer.concat([decipher.update(sealed.subarray(tagEnd)), decipher.final()]);
}
