import { createHash } from 'node:crypto';
import { Transform, Writable, type Duplex, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { OperatorError } from '@noa/domain/errors.ts';
import type { FileStore } from './file-store.ts';

/** Hashes what passes. */
export function hashing(): { readonly through: Transform; readonly digest: () => { sha256: string; bytes: number } } {
  const hash = createHash('sha256');
  let bytes = 0;
  const through = new Transform({
    transform(piece: Buffer, _encoding, done) {
      hash.update(piece);
      bytes += piece.length;
      done(null, piece);
    },
  });
  return { through, digest: () => ({ sha256: hash.digest('hex'), bytes }) };
}

/** A file as it was written. */
export interface NamedFile {
  readonly name: string;
  /** Of its bytes, in hexadecimal digits. */
  readonly sha256: string;
}

/**
 * Reads a file to its end.
 *
 * @param to - where its bytes go.
 * @param remedy - what whoever runs the server is to do if it is not.
 * @throws {OperatorError} if it is not as it was written.
 */
export async function readWhole(
  store: FileStore,
  { name, sha256 }: NamedFile,
  to: Writable,
  remedy = 'take it back from a backup (docs/operator.md)',
): Promise<void> {
  const { through, digest } = hashing();
  const passed = async () => pipeline(await store.read(name), through, to);
  await passed().catch((cause: unknown) => {
    throw new OperatorError(
      `The file ${name} of ${store.address} cannot be read: look whether it is there and is yours to read, or ${remedy}.`,
      { cause },
    );
  });
  if (digest().sha256 !== sha256) {
    throw new OperatorError(`The file ${name} of ${store.address} is not as it was written: ${remedy}.`);
  }
}

/** Writes what comes out of the last of some streams, and says what it was. */
export async function writeWhole(
  store: FileStore,
  name: string,
  ...content: readonly [Readable, ...Duplex[]]
): Promise<{ sha256: string; bytes: number }> {
  const { through, digest } = hashing();
  // A file that is short has passed by then, and nobody would hear of it but the process, which would end.
  through.on('error', () => undefined);
  const written = store.write(name, through).catch((cause: unknown) => {
    through.destroy(cause instanceof Error ? cause : new Error(String(cause))); // or what comes would wait for ever
    throw cause;
  });
  await Promise.all([pipeline([...content, through]), written]);
  return digest();
}

/** Takes what is only to be hashed. */
export const nowhere = (): Writable =>
  new Writable({
    write: (_piece, _encoding, done) => {
      done();
    },
  });
