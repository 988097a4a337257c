import { createHash } from 'node:crypto';
import { strToU8, unzipSync, zipSync, type Unzipped } from 'fflate';

/** An archive with other files, in a manifest that is as before. */
export const withOtherFiles = (sound: Uint8Array, change: (files: Unzipped) => void): Uint8Array => {
  const files = unzipSync(sound);
  change(files);
  return zipSync(files);
};

export type Manifest = {
  format: number;
  program: string;
  files: { name: string; rows: number; bytes: number; sha256: string }[];
};

/** The archive with a file changed as whoever knows how would change it: its manifest says what it holds. */
export const forgedArchive = (
  sound: Uint8Array,
  name: string,
  change: (text: string) => string,
  adjust: (manifest: Manifest) => void = () => undefined,
) =>
  withOtherFiles(sound, (files) => {
    const content = strToU8(change(Buffer.from(files[name] ?? []).toString()));
    files[name] = content;
    const manifest = JSON.parse(Buffer.from(files['manifest.json'] ?? []).toString()) as Manifest;
    const sha256 = createHash('sha256').update(content).digest('hex');
    manifest.files = manifest.files.map((file) =>
      file.name === name ? { ...file, bytes: content.length, sha256 } : file,
    );
    adjust(manifest);
    files['manifest.json'] = strToU8(JSON.stringify(manifest));
  });

/** The archive whose directory and manifest say another size of a file. */
export function withEntrySize(content: Uint8Array, name: string, size: number): Uint8Array {
  const files = unzipSync(content, { filter: ({ name: each }) => each === 'manifest.json' });
  const manifest = JSON.parse(Buffer.from(files['manifest.json'] ?? []).toString()) as Manifest;
  manifest.files = manifest.files.map((file) => (file.name === name ? { ...file, bytes: size } : file));
  const all = unzipSync(content);
  const bytes = Buffer.from(zipSync({ ...all, 'manifest.json': strToU8(JSON.stringify(manifest)) }));
  const at = bytes.lastIndexOf(name) - 46; // its entry in the directory
  bytes.writeUInt32LE(size, at + 24);
  return bytes;
}
