import type pg from 'pg';
import { connectFailure } from './unavailable.ts';
import { connecting } from '../database.ts';
import { PreparingClient } from './prepared.ts';
import { sessionOf } from './session.ts';

/** What PostgreSQL's NOTIFY is used for; each names what has changed by ids alone. */
const channels = ['container_status', 'import_job', 'bulk_job', 'map_file'] as const;
export type Channel = (typeof channels)[number];

interface Listener {
  /** Ids of what changed, in one commit or several. */
  readonly onIds: (ids: readonly string[]) => void;
  /** The connection was lost: changes may have passed unheard. */
  readonly onGap: () => void;
}

interface NotificationsOptions {
  readonly onError?: (error: unknown) => void;
}

const firstRetryMs = 250;
const longestRetryMs = 10_000;

/**
 * What other transactions, of this process or another, tell by NOTIFY. One connection, opened when somebody first listens;
 * when it breaks, listeners are told of the gap, and it is made again.
 */
export class Notifications {
  readonly #url: string;
  readonly #onError: (error: unknown) => void;
  readonly #listeners = new Map<Channel, Set<Listener>>();
  #client: Promise<pg.Client> | undefined;
  #retry: NodeJS.Timeout | undefined;
  #closed = false;
  #ending = false;

  constructor(url: string, { onError }: NotificationsOptions = {}) {
    this.#url = url;
    this.#onError = onError ?? (() => undefined);
  }

  /**
   * Hears of changes from the moment the promise resolves.
   *
   * @returns stops listening.
   * @throws if there is no connection to be had: nobody should believe they are listening.
   */
  async listen(channel: Channel, listener: Listener): Promise<() => void> {
    await this.#connected();
    if (this.#ending) {
      listener.onGap();
    }
    const listeners = this.#listeners.get(channel) ?? new Set();
    this.#listeners.set(channel, listeners.add(listener));
    return () => void listeners.delete(listener);
  }

  /** Tells everybody who listens that more may come elsewhere, and nothing here: a server that stops lets its streams go. */
  endListening(): void {
    this.#ending = true;
    for (const listeners of this.#listeners.values()) {
      listeners.forEach(({ onGap }) => onGap());
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#retry);
    await this.#client?.then(
      (client) => client.end(),
      () => undefined,
    );
  }

  #connected(): Promise<pg.Client> {
    this.#client ??= this.#connect();
    return this.#client;
  }

  async #connect(): Promise<pg.Client> {
    const client = new PreparingClient({
      ...sessionOf(this.#url, 'application'),
      application_name: 'noa notifications',
      ...connecting,
    });
    client.on('notification', ({ channel, payload }) => this.#tell(channel as Channel, payload ?? ''));
    client.on('error', () => undefined); // 'end' follows
    client.on('end', () => this.#lost());
    try {
      await client.connect();
      await client.query(channels.map((channel) => `listen ${channel}`).join('; '));
    } catch (error) {
      this.#client = undefined;
      void client.end().catch(() => undefined);
      throw connectFailure(error);
    }
    return client;
  }

  #tell(channel: Channel, payload: string): void {
    const ids = payload.split(',');
    for (const { onIds } of this.#listeners.get(channel) ?? []) {
      onIds(ids);
    }
  }

  #lost(): void {
    if (this.#closed || !this.#client) {
      return;
    }
    this.#client = undefined;
    for (const listeners of this.#listeners.values()) {
      for (const { onGap } of listeners) {
        onGap();
      }
    }
    this.#reconnect(firstRetryMs);
  }

  #reconnect(afterMs: number): void {
    clearTimeout(this.#retry); // a connection that is lost before it listens says so twice
    this.#retry = setTimeout(() => {
      this.#connected().catch((error: unknown) => {
        this.#onError(error);
        if (!this.#closed) {
          this.#reconnect(Math.min(afterMs * 2, longestRetryMs));
        }
      });
    }, afterMs);
    this.#retry.unref();
  }
}
