import { createInflateRaw } from 'node:zlib';
import { importLimits } from '@noa/domain/imports/import.ts';
import { FileRefusal } from './file-format.ts';

const endSignature = 0x06054b50;
const entrySignature = 0x02014b50;
const localSignature = 0x04034b50;
const endLength = 22;
const entryLength = 46;
const localLength = 30;
/** A comment of 65,535 bytes may follow the end record. */
const maxComment = 0xffff;

const stored = 0;
const deflated = 8;

const refused = () => new FileRefusal('import.badWorkbook');

/** A file within an archive. */
export interface Entry {
  readonly name: string;
  readonly isEncrypted: boolean;
  readonly method: number;
  readonly data: Uint8Array;
}

/**
 * Refuses an archive that inflates to more than a workbook may. What the archive says of its sizes is not believed: every
 * entry is inflated and counted, and nothing of it is kept.
 *
 * @throws {FileRefusal} `import.tooLarge`; `import.badWorkbook` if it is no archive we can follow.
 */
export async function refuseZipBomb(bytes: Uint8Array): Promise<void> {
  let total = 0;
  for (const entry of entriesOf(bytes)) {
    total += await inflatedLength(entry, importLimits.unzippedBytes - total);
    if (total > importLimits.unzippedBytes) {
      throw new FileRefusal('import.tooLarge');
    }
  }
}

/**
 * What an archive holds.
 *
 * @throws {FileRefusal} `import.tooLarge`; `import.badWorkbook`.
 */
export function entriesOf(bytes: Uint8Array): Entry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = findEnd(view);
  const count = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true);
  if (count > importLimits.zipEntries) {
    throw new FileRefusal('import.tooLarge');
  }
  const entries: Entry[] = [];
  for (let index = 0; index < count; index += 1) {
    if (at + entryLength > bytes.length || view.getUint32(at, true) !== entrySignature) {
      throw refused();
    }
    const local = view.getUint32(at + 42, true);
    if (local + localLength > bytes.length || view.getUint32(local, true) !== localSignature) {
      throw refused();
    }
    const from = local + localLength + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
    const length = view.getUint32(at + 20, true);
    const nameAt = at + entryLength;
    entries.push({
      name: Buffer.from(bytes.subarray(nameAt, nameAt + view.getUint16(at + 28, true))).toString(),
      isEncrypted: (view.getUint16(at + 8, true) & 1) === 1,
      method: view.getUint16(at + 10, true),
      data: bytes.subarray(from, from + length),
    });
    at += entryLength + view.getUint16(at + 28, true) + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return entries;
}

function findEnd(view: DataView): number {
  for (let at = view.byteLength - endLength; at >= Math.max(0, view.byteLength - endLength - maxComment); at -= 1) {
    if (view.getUint32(at, true) === endSignature) {
      return at;
    }
  }
  throw refused();
}

/** @returns bytes, counted until they pass `most`. */
async function inflatedLength(entry: Entry, most: number): Promise<number> {
  let length = 0;
  await inflate(entry, (chunk) => {
    length += chunk.length;
    return length <= most;
  });
  return length;
}

/**
 * Hands on what an entry holds, chunk by chunk, while `take` asks for more.
 *
 * @throws {FileRefusal} `import.badWorkbook`.
 */
export function inflate({ method, data }: Entry, take: (chunk: Uint8Array) => boolean): Promise<void> {
  if (method === stored) {
    take(data);
    return Promise.resolve();
  }
  if (method !== deflated) {
    throw refused();
  }
  return new Promise((resolve, reject) => {
    const inflating = createInflateRaw();
    inflating.on('data', (chunk: Buffer) => {
      if (!take(chunk)) {
        inflating.destroy();
        resolve();
      }
    });
    inflating.on('end', () => resolve());
    inflating.on('error', (cause) => reject(new FileRefusal('import.badWorkbook', { cause })));
    inflating.end(data);
  });
}
