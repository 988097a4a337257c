import type { ImportKind, ImportMapping } from '@noa/domain/imports/import.ts';
import type { DataKeys, Aad } from '../../database/keys/sealing.ts';
import { type FileFormat, type FileRow, type FormatChoice, FileRefusal } from './file-format.ts';
import type { FileMessage, FileTask } from './file-worker.ts';
import { endThread, giveBack, stopListening, takeThread } from './spare-thread.ts';
import type { StagedBatch } from './stage.ts';

/** Milliseconds without a word after which a thread is given up. */
const silenceMs = 60_000;

/**
 * Finds out what an uploaded file is, and encrypts it.
 *
 * @throws {FileRefusal}
 */
export async function sealAndLook(
  content: Uint8Array,
  choice: FormatChoice,
  lock: { readonly keys: DataKeys; readonly aad: Aad },
): Promise<{ format: FileFormat; sealed: Uint8Array }> {
  const { format, sealed } = await look({ name: 'seal', content, choice, ...lock });
  if (!sealed) {
    throw new Error('The worker gave no sealed file');
  }
  return { format, sealed };
}

/**
 * Reads a kept file again, as told.
 *
 * @throws {FileRefusal}
 */
export async function lookAgain(
  sealed: Uint8Array,
  choice: FormatChoice,
  lock: { readonly keys: DataKeys; readonly aad: Aad },
): Promise<FileFormat> {
  return (await look({ name: 'look', sealed, choice, ...lock })).format;
}

async function look(task: FileTask): Promise<{ format: FileFormat; sealed: Uint8Array | null }> {
  let looked: Extract<FileMessage, { name: 'looked' }> | undefined;
  await run(task, async (message) => {
    looked = message.name === 'looked' ? message : looked;
  });
  if (!looked) {
    throw new Error('The worker ended without an answer');
  }
  return looked;
}

/**
 * Some rows of a kept file as they came, cells cleaned.
 *
 * @param numbers - of the rows.
 * @throws {FileRefusal}
 */
export async function pickRows(
  sealed: Uint8Array,
  format: FileFormat,
  numbers: readonly number[],
  lock: { readonly keys: DataKeys; readonly aad: Aad },
): Promise<readonly FileRow[]> {
  let picked: readonly FileRow[] = [];
  await run({ name: 'pick', sealed, format, numbers, ...lock }, async (message) => {
    picked = message.name === 'picked' ? message.rows : picked;
  });
  return picked;
}

interface StageOptions {
  readonly kind: ImportKind;
  readonly sealed: Uint8Array;
  readonly format: FileFormat;
  readonly mapping: ImportMapping;
  readonly keys: DataKeys;
  /** Of the file. */
  readonly aad: Aad;
  /** Ends the thread at once. */
  readonly signal: AbortSignal;
  /** Takes a batch; the next one is read when it is done. */
  readonly onBatch: (batch: StagedBatch) => Promise<void>;
}

/**
 * Reads the rows of a kept file as its mapping says.
 *
 * @throws {FileRefusal}
 * @throws the reason of `signal`; whatever `onBatch` throws.
 */
export async function stageFile({ onBatch, signal, ...file }: StageOptions): Promise<void> {
  await run(
    { name: 'stage', ...file },
    async (message) => {
      if (message.name === 'batch') {
        await onBatch(message.batch);
      }
    },
    signal,
  );
}

/** Runs one task in a thread of its own and hands its messages on, one after the other. */
function run(task: FileTask, onMessage: (message: FileMessage) => Promise<void>, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const worker = takeThread();
    let silence: NodeJS.Timeout | undefined;
    let hasEnded = false;
    // One batch is read while the one before is stored, and no more: the file never piles up in memory.
    let handedOn = Promise.resolve();
    const letGo = () => {
      hasEnded = true;
      clearTimeout(silence);
      signal?.removeEventListener('abort', abort);
      stopListening(worker);
    };
    const fail = (cause: unknown) => {
      letGo();
      void endThread(worker);
      const error = cause instanceof Error ? cause : new Error(String(cause));
      // What is being stored has the transaction until then.
      handedOn.then(
        () => reject(error),
        () => reject(error),
      );
    };
    const abort = () => fail(signal?.reason);
    const awaitWord = () => {
      silence = setTimeout(() => fail(new FileRefusal('import.tooSlow')), silenceMs);
    };
    const take = async (message: FileMessage): Promise<void> => {
      if (hasEnded) {
        return;
      }
      if (message.name === 'refused') {
        throw new FileRefusal(message.reason);
      }
      if (message.name === 'done') {
        letGo();
        giveBack(worker, bytesOf(task));
        resolve();
        return;
      }
      if (message.name === 'batch') {
        awaitWord();
        worker.postMessage('next');
      }
      await onMessage(message);
    };
    signal?.addEventListener('abort', abort, { once: true });
    worker.on('message', (message: FileMessage) => {
      clearTimeout(silence);
      handedOn = handedOn.then(() => take(message));
      handedOn.catch(fail);
    });
    worker.on('error', (error: Error & { code?: string }) =>
      fail(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new FileRefusal('import.tooLarge', { cause: error }) : error),
    );
    worker.on('exit', () => fail(new Error('The worker ended without an answer')));
    awaitWord();
    worker.postMessage(task);
  });
}

const bytesOf = (task: FileTask): number => (task.name === 'seal' ? task.content : task.sealed).length;
