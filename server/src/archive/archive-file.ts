import { createHash } from 'node:crypto';
import { Transform, type Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import yauzl from 'yauzl';
import type { ArchiveFile, ArchiveManifest } from '@noa/domain/org-archive.ts';
import { ArchiveRefused } from './archive-refused.ts';
import { manifestFile, readManifest } from './manifest.ts';

/** What is looked at of an archive at most; a town of 200,000 apartments has 120 MiB in 25 files. */
const archiveLimits = {
  entries: 100,
  manifestBytes: 1024 * 1024,
  /** Of all files, as they are when they are not compressed. */
  bytes: 4 * 1024 ** 3,
  rowBytes: 256 * 1024,
} as const;

/**
 * An archive on disk, all of whose files are as its manifest says. Nothing of it is held in memory, and what it says of itself is
 * believed once it is counted: no more is inflated than its manifest states, and that is bounded.
 */
export class ArchiveReader {
  readonly manifest: ArchiveManifest;
  readonly #zip: yauzl.ZipFile;
  readonly #entries: ReadonlyMap<string, yauzl.Entry>;

  private constructor(zip: yauzl.ZipFile, entries: ReadonlyMap<string, yauzl.Entry>, manifest: ArchiveManifest) {
    this.#zip = zip;
    this.#entries = entries;
    this.manifest = manifest;
  }

  /**
   * Opens an archive and compares every file in it with its hash.
   *
   * @param onProgress - told of bytes that were compared, of all that there are.
   * @throws {ArchiveRefused} `notAnArchive`, `newer`, `incomplete`, `changed`, `tooLarge`.
   */
  static async open(
    path: string,
    onProgress: (done: number, all: number) => void = () => undefined,
  ): Promise<ArchiveReader> {
    const zip = await yauzl.openPromise(path, { autoClose: false, lazyEntries: true }).catch(refuseZip);
    try {
      const entries = await listEntries(zip);
      const manifest = readManifest(await readText(zip, entries.get(manifestFile)));
      const archive = new ArchiveReader(zip, entries, manifest);
      archive.#refuseOthers();
      await archive.#compare(onProgress);
      return archive;
    } catch (cause) {
      zip.close();
      throw cause;
    }
  }

  /** The files must be those of the manifest, and as large as it says. */
  #refuseOthers(): void {
    const { files } = this.manifest;
    const named = new Set(files.map(({ name }) => name));
    const stranger = [...this.#entries.keys()].find((name) => name !== manifestFile && !named.has(name));
    if (stranger !== undefined || named.size !== files.length) {
      throw new ArchiveRefused('changed', 'There are files in the archive that its manifest does not name.');
    }
    if (files.reduce((sum, { bytes }) => sum + bytes, 0) > archiveLimits.bytes) {
      throw new ArchiveRefused('tooLarge', `The files of the archive have more than ${archiveLimits.bytes} bytes.`);
    }
    for (const { name, bytes } of files) {
      const entry = this.#entries.get(name);
      if (!entry) {
        throw new ArchiveRefused('incomplete', `${name} is missing in the archive.`);
      }
      if (entry.uncompressedSize !== bytes) {
        throw new ArchiveRefused('changed', `${name} has not as many bytes as the manifest says.`);
      }
    }
  }

  async #compare(onProgress: (done: number, all: number) => void): Promise<void> {
    const all = this.manifest.files.reduce((sum, { bytes }) => sum + bytes, 0);
    let done = 0;
    for (const file of this.manifest.files) {
      const hash = createHash('sha256');
      for await (const chunk of await this.#open(file)) {
        hash.update(chunk as Buffer);
        onProgress((done += (chunk as Buffer).length), all);
      }
      if (hash.digest('hex') !== file.sha256) {
        throw new ArchiveRefused('changed', `${file.name} is not as it was when the archive was made.`);
      }
    }
  }

  /** Undefined for a file that is not in it. */
  file(name: string): ArchiveFile | undefined {
    return this.manifest.files.find((file) => file.name === name);
  }

  /**
   * The rows of a file as records of texts, the header first.
   *
   * @throws {ArchiveRefused} `broken` for what is no table.
   */
  async *rows(file: ArchiveFile): AsyncGenerator<string[]> {
    const parser = parse({ max_record_size: archiveLimits.rowBytes, relax_column_count: false });
    const bytes = await this.#open(file);
    bytes.on('error', (cause) => parser.destroy(cause));
    bytes.pipe(parser);
    try {
      for await (const row of parser) {
        yield row as string[];
      }
    } catch (cause) {
      throw cause instanceof CsvError
        ? new ArchiveRefused('broken', `${file.name} is no table: ${cause.code}.`, { cause })
        : cause;
    } finally {
      bytes.destroy();
    }
  }

  async #open({ name }: ArchiveFile): Promise<Readable> {
    const entry = this.#entries.get(name);
    if (!entry) {
      throw new ArchiveRefused('incomplete', `${name} is missing in the archive.`);
    }
    return openEntry(this.#zip, entry);
  }

  close(): void {
    this.#zip.close();
  }
}

const refuseZip = (cause: unknown): never => {
  if (cause instanceof Error && 'code' in cause) {
    throw cause; // of the file system
  }
  throw new ArchiveRefused('notAnArchive', 'The file is no ZIP archive, or its end is missing.', { cause });
};

async function listEntries(zip: yauzl.ZipFile): Promise<Map<string, yauzl.Entry>> {
  if (zip.entryCount > archiveLimits.entries) {
    throw new ArchiveRefused('notAnArchive', 'An archive of an organisation has fewer files.');
  }
  const entries = new Map<string, yauzl.Entry>();
  try {
    for await (const entry of zip.eachEntry()) {
      if (entries.has(entry.fileName) || !entry.canDecodeFileData()) {
        throw new ArchiveRefused('changed', 'The archive has files twice, or in a way that Noa does not write.');
      }
      entries.set(entry.fileName, entry);
    }
  } catch (cause) {
    throw cause instanceof ArchiveRefused ? cause : refuseZip(cause);
  }
  return entries;
}

/** What an entry holds, as long as it says it is and no longer; damage on the way ends it. */
async function openEntry(zip: yauzl.ZipFile, entry: yauzl.Entry): Promise<Readable> {
  const damaged = (cause: Error) =>
    new ArchiveRefused('changed', `${entry.fileName} is damaged: it does not inflate to what was deflated.`, { cause });
  try {
    const inflated = await zip.openReadStreamPromise(entry);
    const passed = new Transform({ transform: (chunk, _, done) => done(null, chunk) });
    inflated.on('error', (cause) => passed.destroy(damaged(cause)));
    passed.on('close', () => inflated.destroy());
    return inflated.pipe(passed);
  } catch (cause) {
    throw damaged(cause as Error);
  }
}

async function readText(zip: yauzl.ZipFile, entry: yauzl.Entry | undefined): Promise<string> {
  if (!entry || entry.uncompressedSize > archiveLimits.manifestBytes) {
    throw new ArchiveRefused('notAnArchive', `The file has no ${manifestFile}, as archives of organisations have.`);
  }
  const chunks: Buffer[] = [];
  for await (const chunk of await openEntry(zip, entry)) {
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString('utf8');
}
