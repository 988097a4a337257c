import { OperatorError } from '@noa/domain/errors.ts';
import { FolderStore } from './folder-store.ts';
import type { Readable } from 'node:stream';

/** Where files are kept that outlive the server: under names with slashes. A name is written once, whole or not at all. */
export interface FileStore {
  /** How people call the place. */
  readonly address: string;
  write(name: string, content: Readable): Promise<void>;
  /** The stream fails where there is none of that name. */
  read(name: string): Promise<Readable>;
  /** Names of all files whose names begin so, in their order. What cannot be called so is not looked into: it may be closed to us. */
  list(beginning: string): Promise<string[]>;
  /** The bytes of each of those. */
  sizes(beginning: string): Promise<ReadonlyMap<string, number>>;
  /** Names of the folders that lie there, in their order. @throws {OperatorError} where a folder of that address is not there itself. */
  folders(): Promise<string[]>;
  remove(names: readonly string[]): Promise<void>;
  /** Removes a folder with all below it, also what was never finished. */
  removeFolder(name: string): Promise<void>;
  /** Where a file lies on this machine, for who reads some of it; absent where it lies elsewhere. */
  readonly pathOf?: (name: string) => string;
}

/** Whether somebody else owns what was to be read or written, and keeps it closed to us. */
export const isClosedToUs = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'EACCES' || error.code === 'EPERM');

/** Whether it is the address of a place: a folder, or `s3://bucket/prefix`. */
export const isStoreAddress = (address: string): boolean => !/^\w+:\/\//.test(address) || /^s3:\/\/[^/]+/.test(address);

/**
 * A folder, or `s3://bucket/prefix`: the credentials of that are in the environment (AWS_ACCESS_KEY_ID …).
 *
 * @throws {OperatorError} if it is neither.
 */
export async function openFileStore(address: string): Promise<FileStore> {
  if (!/^\w+:\/\//.test(address)) {
    return new FolderStore(address);
  }
  const url = URL.parse(address);
  if (url?.protocol !== 's3:' || url.hostname === '') {
    throw new OperatorError(`Files are kept in a folder or in s3://bucket/prefix, not in ${address}.`);
  }
  // A library of a thousand files, which only those load who have such a store.
  const { S3Store } = await import('./s3-store.ts');
  return new S3Store(url.hostname, url.pathname.replace(/^\/+|\/+$/g, ''));
}
