import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';

/** One file of an archive. */
export interface ZipEntry {
  readonly path: string;
  /** Text in pieces, taken as it is needed. */
  readonly data: AsyncIterable<string> | Iterable<string>;
}

/** Files that hold the same are equal, whenever they were made; and a report's rows are much alike, so that little does. */
const options = { mtime: new Date(1980, 0, 1), forceDosTimestamp: true, compressionLevel: 4 };

/** An archive, made while it is read: an entry is asked for when the one before it is written. */
export async function* zipped(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Buffer> {
  const archive = new ZipFile();
  const output = Readable.from(archive.outputStream);
  let entry: Readable | undefined;
  const fill = async () => {
    for await (const { path, data } of entries) {
      if (output.destroyed) {
        return; // left while the entry was looked for
      }
      entry = Readable.from(data, { objectMode: false });
      archive.addReadStream(entry, path, options);
      await finished(entry);
    }
    archive.end();
  };
  const filled = fill().catch((cause: Error) => output.destroy(cause));
  try {
    yield* output as AsyncIterable<Buffer>;
  } finally {
    entry?.destroy();
    await filled;
  }
}
