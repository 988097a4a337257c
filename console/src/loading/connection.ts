import { useSyncExternalStore } from 'react';
import { Listeners, until } from '../listeners.ts';

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
  probe = next ? undefined : window.setInterval(() => void serverAnswers(), probeMs);
  listeners.tell();
}

/** Asks the server whether it is there, and tells all who follow the connection. */
export async function serverAnswers(): Promise<boolean> {
  try {
    set((await fetch('/health', { cache: 'no-store' })).ok);
  } catch {
    set(false);
  }
  return online;
}

/** The server has answered. */
export const connectionWorks = (): void => set(true);

/** A request found no server; from now on we look until it is back. */
export const connectionLost = (): void => set(false);

/** Follows what the browser says of its network, for as long as the page lives. */
export function followNetwork(): void {
  window.addEventListener('offline', connectionLost);
  window.addEventListener('online', () => void serverAnswers());
}

/** Calls back when the server is found or lost, until the returned function is called. */
export const onConnection = listeners.add;

/** Whether the server answered when it was last asked. */
export const isConnected = (): boolean => online;

/** The same, as it changes. */
export const useConnection = (): boolean => useSyncExternalStore(onConnection, isConnected);

/** Rejects once the server is lost. */
export async function connectionIsLost(): Promise<never> {
  await until(onConnection, () => !online);
  throw new Error('The server does not answer');
}

/** Resolves once the server answers again; at once while nobody knows otherwise. */
export const connectionIsBack = (): Promise<void> => until(onConnection, isConnected);
