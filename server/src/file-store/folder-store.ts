import { createReadStream, createWriteStream } from 'node:fs';
import { chown, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { OperatorError } from '@noa/domain/errors.ts';
import { explainFileTrouble } from '../process/file-trouble.ts';
import { makeFolder } from '../process/make-folder.ts';
import type { FileStore } from './file-store.ts';

/** How a file is called while it is written. */
const unfinished = '.part';

/** A folder, on a disk that is better not the database's. What is in it can be read by its owner only. */
export class FolderStore implements FileStore {
  readonly address: string;

  constructor(folder: string) {
    this.address = resolve(folder);
  }

  async write(name: string, content: Readable): Promise<void> {
    try {
      await this.#write(name, content);
    } catch (cause) {
      throw this.#explained(cause);
    }
  }

  /** Said by the place: of a disk that is full, the error names nothing at all. What failed may also be where the content comes from. */
  #explained(cause: unknown): unknown {
    const { path = this.address, syscall } = cause as NodeJS.ErrnoException;
    const isOurs = path.startsWith(this.address) && syscall !== 'read';
    const said = isOurs ? explainFileTrouble(cause, this.address) : null;
    return said === null ? cause : new Error(said, { cause });
  }

  async #write(name: string, content: Readable): Promise<void> {
    const path = join(this.address, name);
    const made = await makeFolder(dirname(path), 0o700);
    const owner = await ownerOf(made === undefined ? dirname(path) : dirname(made));
    for (let folder = dirname(path); made !== undefined && folder.startsWith(made); folder = dirname(folder)) {
      await owner?.gets(folder);
    }
    try {
      await pipeline(content, createWriteStream(path + unfinished, { mode: 0o600, flush: true }));
      await owner?.gets(path + unfinished);
    } catch (error) {
      await rm(path + unfinished, { force: true }).catch(() => undefined); // a disk that is full stays so by it
      throw error;
    }
    await rename(path + unfinished, path);
    await keepNames(dirname(path));
  }

  read(name: string): Promise<Readable> {
    return Promise.resolve(createReadStream(join(this.address, name)));
  }

  pathOf(name: string): string {
    return join(this.address, name);
  }

  async list(beginning: string): Promise<string[]> {
    const above = beginning.slice(0, beginning.lastIndexOf('/') + 1);
    const entries = await readdir(join(this.address, above), { withFileTypes: true }).catch(ifThere);
    const names: string[] = [];
    for (const entry of entries.filter(({ name }) => (above + name).startsWith(beginning))) {
      if (entry.isDirectory()) {
        names.push(...(await this.list(`${above}${entry.name}/`)));
      } else if (entry.isFile() && !entry.name.endsWith(unfinished)) {
        names.push(above + entry.name);
      }
    }
    return names.toSorted();
  }

  async sizes(beginning: string): Promise<ReadonlyMap<string, number>> {
    const sizes = new Map<string, number>();
    for (const name of await this.list(beginning)) {
      sizes.set(name, (await stat(join(this.address, name))).size);
    }
    return sizes;
  }

  async folders(): Promise<string[]> {
    const entries = await readdir(this.address, { withFileTypes: true }).catch((cause: unknown) => {
      ifThere(cause, ['ENOENT', 'ENOTDIR']);
      throw new OperatorError(
        `There is no folder ${this.address}: look whether its name is right, and whether its disk is there.`,
        { cause },
      );
    });
    return entries
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name)
      .toSorted();
  }

  async remove(names: readonly string[]): Promise<void> {
    for (const name of names) {
      await rm(join(this.address, name), { force: true });
    }
    for (const folder of new Set(names.map((name) => join(this.address, dirname(name))))) {
      if ((await readdir(folder).catch(ifThere)).every((left) => left.toString().endsWith(unfinished))) {
        await rm(folder, { recursive: true, force: true });
      }
    }
  }

  async removeFolder(name: string): Promise<void> {
    await rm(join(this.address, name), { recursive: true, force: true });
  }
}

/**
 * Whoever a folder is of: what root writes into it is to be theirs, since a server that is not root could neither read it nor remove it. Null where
 * we are not root, or root owns it.
 */
async function ownerOf(folder: string): Promise<{ gets: (path: string) => Promise<void> } | null> {
  if (process.geteuid?.() !== 0) {
    return null;
  }
  const { uid, gid } = await stat(folder);
  return uid === 0 ? null : { gets: (path) => chown(path, uid, gid) };
}

/** A name is a folder's content: without this, a crash may lose the name of a file that is on the disk. */
async function keepNames(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function ifThere(error: unknown, codes: readonly unknown[] = ['ENOENT']): never[] {
  if (error instanceof Error && 'code' in error && codes.includes(error.code)) {
    return [];
  }
  throw error;
}
