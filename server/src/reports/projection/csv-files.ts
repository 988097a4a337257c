import { mkdtemp, open, rm } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Bytes of a file, about, which is some 600,000 events. Millions need no more disk on their way.
 */
const fileSize = 256 * 1024 * 1024;
const newline = 0x0a;

/**
 * Writes `pieces` to files of whole lines in a folder of their own, and hands each file to `load` while the next is being
 * written. Nothing remains of them.
 *
 * @returns bytes written in all.
 */
export async function throughFiles(
  pieces: AsyncIterable<Buffer>,
  folder: string,
  load: (path: string) => Promise<void>,
): Promise<number> {
  const own = await mkdtemp(join(folder, 'incoming-'));
  let loading: Promise<void> = Promise.resolve();
  let bytes = 0;
  try {
    for await (const { path, size } of filesOf(pieces, own)) {
      await loading;
      bytes += size;
      loading = load(path).then(() => rm(path));
      loading.catch(() => undefined); // awaited with the next file, or below
    }
    await loading;
    return bytes;
  } finally {
    await loading.catch(() => undefined); // whoever reads a file must be done before the folder goes
    await rm(own, { recursive: true, force: true });
  }
}

async function* filesOf(pieces: AsyncIterable<Buffer>, folder: string): AsyncGenerator<{ path: string; size: number }> {
  const source = pieces[Symbol.asyncIterator]();
  try {
    let rest = await nextPiece(source);
    for (let number = 1; rest; number += 1) {
      const path = join(folder, `${number}.csv`);
      const file = await open(path, 'wx');
      let size = 0;
      try {
        let piece: Buffer | undefined = rest;
        for (rest = undefined; piece && !rest;) {
          const end: number = size + piece.length < fileSize ? 0 : piece.lastIndexOf(newline) + 1;
          const part: Buffer = end > 0 ? piece.subarray(0, end) : piece;
          await file.write(part);
          size += part.length;
          const after: Buffer | undefined = part.length < piece.length ? piece.subarray(end) : await nextPiece(source);
          [piece, rest] = end > 0 ? [undefined, after] : [after, undefined];
        }
      } finally {
        await file.close();
      }
      yield { path, size };
    }
  } finally {
    await source.return?.(); // a copy that nobody reads on must not wait for ever
  }
}

async function nextPiece(source: AsyncIterator<Buffer>): Promise<Buffer | undefined> {
  const { value, done } = await source.next();
  return done ? undefined : value;
}
