import { Worker } from 'node:worker_threads';

/** Mebibytes of JavaScript heap; strings count, the file itself does not. */
const heapMib = 768;

/** Bytes of a file that a thread is kept after; what larger ones leave in its heap would stay there. */
const keptUpTo = 1024 * 1024;

/** Milliseconds that a thread waits for the next file: looking, the dry run and applying come one soon after the other. */
const idleMs = 60_000;

/** Starting a thread takes as long as reading ten thousand rows. */
let spare: { readonly thread: Worker; readonly end: NodeJS.Timeout } | undefined;

/** A thread that waits for a file to read: the one that is kept, or a new one. */
export function takeThread(): Worker {
  if (spare) {
    const { thread, end } = spare;
    clearTimeout(end);
    spare = undefined;
    stopListening(thread);
    thread.ref();
    return thread;
  }
  return new Worker(new URL('./file-worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: heapMib },
    // Flags of the parent (test runners set some) are not meant for it.
    execArgv: [],
  });
}

/**
 * Keeps a thread that has read its file to the end for the next, for a minute; it does not hold the process.
 *
 * @param bytes - of the file it has read.
 */
export function giveBack(thread: Worker, bytes: number): void {
  if (spare || bytes > keptUpTo) {
    void endThread(thread);
    return;
  }
  const end = setTimeout(() => void endSpareThread(), idleMs);
  end.unref();
  thread.unref();
  // Its death while it waits is no one's failure: the next file gets a new one.
  thread.once('error', () => void endSpareThread());
  thread.once('exit', () => void endSpareThread());
  spare = { thread, end };
}

/** Takes our listeners away; Node has some of its own on it. */
export function stopListening(thread: Worker): void {
  for (const event of ['message', 'error', 'exit']) {
    thread.removeAllListeners(event);
  }
}

/** Ends the thread that waits, if any does. */
export async function endSpareThread(): Promise<void> {
  const ending = spare;
  spare = undefined;
  clearTimeout(ending?.end);
  if (ending) {
    await endThread(ending.thread);
  }
}

/** Ends a thread; of what goes wrong in it meanwhile nobody asks any more. */
export async function endThread(thread: Worker): Promise<void> {
  stopListening(thread);
  thread.on('error', () => undefined);
  await thread.terminate();
}
