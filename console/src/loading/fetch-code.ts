import { useSyncExternalStore } from 'react';
import { Listeners } from '../listeners.ts';
import { connectionIsBack, serverAnswers } from './connection.ts';

/** Files that the server does not give though it answers: a newer build has replaced them, as a rule. */
export class FilesMissing extends Error {
  override readonly name = 'FilesMissing';

  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

let awaited = 0;
const listeners = new Listeners();

async function countAwaited(wait: Promise<void>): Promise<void> {
  awaited += 1;
  listeners.tell();
  try {
    await wait;
  } finally {
    awaited -= 1;
    listeners.tell();
  }
}

/**
 * Fetches what a screen or a part of it is made of. While the server cannot be reached it waits, and fetches once it is back: what failed would
 * take the screen that stands with it. What fails while the server answers is asked for once more.
 *
 * @param isAwaited - somebody waits for it, and is told so while the server cannot be reached.
 * @throws {FilesMissing} for what does not come though the server answers.
 */
export async function fetchCode<Code>(load: () => Promise<Code>, isAwaited = true): Promise<Code> {
  let isLastTry = false;
  for (;;) {
    try {
      return await load();
    } catch (error) {
      if (await serverAnswers()) {
        if (isLastTry) {
          throw new FilesMissing(error);
        }
        isLastTry = true;
      } else {
        await (isAwaited ? countAwaited(connectionIsBack()) : connectionIsBack());
        isLastTry = false;
      }
    }
  }
}

/** Whether something that was asked for waits for the server to be back. */
export const useAwaited = (): boolean => useSyncExternalStore(listeners.add, () => awaited > 0);
