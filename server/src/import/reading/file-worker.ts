import { on } from 'node:events';
import { parentPort } from 'node:worker_threads';
import type { ImportKind, ImportMapping } from '@noa/domain/imports/import.ts';
import type { DataKeys, Aad } from '../../database/keys/sealing.ts';
import { type FileFormat, type FileRow, type FormatChoice, FileRefusal } from './file-format.ts';
import { openFile, sealFile } from './file-vault.ts';
import { lookAt } from './look.ts';
import { readRows } from './rows.ts';
import type { StagedBatch } from './stage.ts';

/** What the worker is asked to do with a file. */
export type FileTask = { readonly keys: DataKeys; readonly aad: Aad } & (
  | { readonly name: 'seal'; readonly content: Uint8Array; readonly choice: FormatChoice }
  | { readonly name: 'look'; readonly sealed: Uint8Array; readonly choice: FormatChoice }
  | {
      readonly name: 'pick';
      readonly sealed: Uint8Array;
      readonly format: FileFormat;
      readonly numbers: readonly number[];
    }
  | {
      readonly name: 'stage';
      readonly kind: ImportKind;
      readonly sealed: Uint8Array;
      readonly format: FileFormat;
      readonly mapping: ImportMapping;
    }
);

export type FileMessage =
  | { readonly name: 'looked'; readonly format: FileFormat; readonly sealed: Uint8Array | null }
  | { readonly name: 'batch'; readonly batch: StagedBatch }
  | { readonly name: 'picked'; readonly rows: readonly FileRow[] }
  | { readonly name: 'done' }
  | { readonly name: 'refused'; readonly reason: string };

if (!parentPort) {
  throw new Error('file-worker.ts runs as a worker thread');
}
const port = parentPort;
const messages = on(port, 'message');
const nextMessage = async (): Promise<unknown> => {
  const { value } = await messages.next();
  return (value as readonly unknown[])[0];
};
const send = (message: FileMessage) => port.postMessage(message);

/** A file is read in a thread of its own: it can be killed, has a bound on its memory, and never keeps requests waiting. */
async function work(task: FileTask): Promise<void> {
  if (task.name === 'seal') {
    const format = await lookAt(task.content, task.choice);
    send({ name: 'looked', format, sealed: sealFile(task.content, task.keys, task.aad) });
    return;
  }
  const content = openFile(task.sealed, task.keys, task.aad);
  if (task.name === 'look') {
    send({ name: 'looked', format: await lookAt(content, task.choice), sealed: null });
    return;
  }
  if (task.name === 'pick') {
    const [wanted, rows] = [new Set(task.numbers), [] as FileRow[]];
    for await (const row of readRows(content, task.format)) {
      if (wanted.has(row.number)) {
        rows.push(row);
      }
    }
    send({ name: 'picked', rows });
    return;
  }
  // Looking at a file needs none of this, and may be all that the thread is started for.
  const [{ rowReaders }, { stageRows }] = await Promise.all([import('./row-readers.ts'), import('./stage.ts')]);
  const { kind, format, mapping } = task;
  const stager = rowReaders[kind](task.keys, task.aad);
  for await (const batch of stageRows(content, format, mapping, { kind, ...stager })) {
    send({ name: 'batch', batch });
    // The next batch waits until the one before this is stored: the file never piles up in memory.
    await nextMessage();
  }
}

/** One file after the other, until the thread is ended. */
for (;;) {
  const task = (await nextMessage()) as FileTask;
  try {
    await work(task);
    send({ name: 'done' });
  } catch (error) {
    if (!(error instanceof FileRefusal)) {
      throw error;
    }
    send({ name: 'refused', reason: error.reason });
  }
}
