import { useSyncExternalStore } from 'react';
import { Listeners } from '../listeners.ts';

/** Milliseconds between two looks whether a lost server is back. */
const probeMs = 5_000;

let online = true;
let probe: number | undefined;
const listeners = new Listeners();

function set(next: boolean): void {
  if (next === online) {
    return;
  }
  online = next;
  clearInterval(probe);
  probe = next ? undefined : window.setInterval(() => void lookAgain(), probeMs);
  listeners.tell();
}

async function lookAgain(): Promise<void> {
  try {
    set((await fetch('/health', { cache: 'no-store' })).ok);
  } catch {
    set(false);
  }
}

/** The server has answered. */
export const connectionWorks = (): void => set(true);

/** A request found no server; from now on we look until it is back. */
export const connectionLost = (): void => set(false);

window.addEventListener('offline', connectionLost);
window.addEventListener('online', () => void lookAgain());

/** Calls back when the server is found or lost, until the returned function is called. */
export const onConnection = listeners.add;

/** Whether the server answered when it was last asked. */
export const isConnected = (): boolean => online;

/** The same, as it changes. */
export const useConnection = (): boolean => useSyncExternalStore(onConnection, isConnected);
