import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Notifications } from '../../database/connection/notifications.ts';
import type { Db } from '../../database/database.ts';
import { everything } from '../../database/scope.ts';
import { read, write } from '../../database/transaction.ts';
import { findUsed, forgetLeftBehind } from '../../registry/street-map/map-upload.queries.ts';
import { copyOfMap, forgetCopies } from './map-copy.ts';
import { openUploadedMap, type MapFile } from './map-file.ts';

interface StreetMapsOptions {
  /** What the operator or the demonstration gives; null: nothing. */
  readonly ground: MapFile | null;
  /** Whether an uploaded map goes before the ground: not where the operator has named one. */
  readonly takesUploads: boolean;
  readonly db: Db;
  readonly notifications: Notifications;
  readonly dataDir: string;
  readonly log: Pick<Logger, 'warn' | 'info'>;
  /** How soon it is looked again for a version that is not known, in milliseconds; a second, if nothing is said. */
  readonly lookAgainMs?: number;
}

/** What serves the map's files, as far as routes and settings ask. */
export interface ServedMaps {
  /** What the map is drawn from now; null for nothing. */
  readonly current: MapFile | null;
  /** The file of a version: that of now, and what was served before it to maps that are still open. */
  readonly find: (version: string) => Promise<MapFile | undefined>;
}

/** How often it is looked for what nobody told, in milliseconds. */
const lookEveryMs = 60_000;

/**
 * The map's file of this server: what is in use in the database, in a copy on our own disk. It changes while others read; the one before
 * stays open for the maps that are drawn from it, until the next change or the end of the process.
 */
export class StreetMaps implements ServedMaps {
  readonly #options: StreetMapsOptions;
  #uploaded: MapFile | null = null;
  #former: MapFile | null = null;
  #looking: Promise<void> | undefined;
  /** The look that unknown versions wait for. */
  #asked: Promise<void> | undefined;
  #lookedAt = -Infinity;
  #timer: NodeJS.Timeout | undefined;
  #stopListening: (() => void) | undefined;
  #closed = false;

  constructor(options: StreetMapsOptions) {
    this.#options = options;
  }

  get current(): MapFile | null {
    return this.#uploaded ?? this.#options.ground;
  }

  async find(version: string): Promise<MapFile | undefined> {
    const found = this.#known(version);
    if (found || !this.#options.takesUploads || !/^[0-9a-f]{20}$/.test(version)) {
      return found;
    }
    // Another server may have heard of it sooner. However many ask, it is looked once a second.
    const { lookAgainMs = 1_000 } = this.#options;
    this.#asked ??= delay(Math.max(0, this.#lookedAt + lookAgainMs - performance.now()))
      .then(() => this.#look())
      .finally(() => {
        this.#asked = undefined;
      });
    await this.#asked;
    return this.#known(version);
  }

  /** Opens what is in use, and follows what changes. */
  async start(): Promise<void> {
    if (!this.#options.takesUploads) {
      return;
    }
    await forgetCopies(this.#options.dataDir, null);
    await this.#look();
    const look = () => void this.#look();
    const listener = { onIds: look, onGap: look };
    this.#stopListening = await this.#options.notifications.listen('map_file', listener).catch(() => undefined);
    this.#timer = setInterval(look, lookEveryMs).unref();
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#timer);
    this.#stopListening?.();
    await this.#looking;
    await Promise.all([this.#uploaded, this.#former, this.#options.ground].map(async (file) => file?.close()));
  }

  #known(version: string): MapFile | undefined {
    const files = [this.#uploaded, this.#former, this.#options.ground];
    return files.find((file) => file?.version === version) ?? undefined;
  }

  /** Looks after whoever looks now is done: what they saw may be older than what was told. */
  #look(): Promise<void> {
    const before = this.#looking ?? Promise.resolve();
    const looking = before.then(() => this.#lookNow());
    this.#looking = looking;
    return looking;
  }

  async #lookNow(): Promise<void> {
    if (this.#closed) {
      return;
    }
    this.#lookedAt = performance.now();
    try {
      await this.#follow();
    } catch (err) {
      this.#options.log.warn({ err }, 'The uploaded map could not be read from the database; it is tried again');
    }
  }

  async #follow(): Promise<void> {
    const { db, dataDir, log } = this.#options;
    await write(db, everything, 'system', forgetLeftBehind);
    const used = await read(db, everything, (tx) => findUsed(tx));
    if (!used?.digest) {
      this.#serve(null);
      await forgetCopies(dataDir, null);
      return;
    }
    if (used.digest.startsWith(this.#uploaded?.version ?? '-')) {
      return;
    }
    const path = await copyOfMap(db, dataDir, { id: used.id, bytes: used.bytes, digest: used.digest });
    this.#serve(await openUploadedMap(path, used.digest));
    await forgetCopies(dataDir, path);
    log.info({ name: used.name, bytes: used.bytes }, 'The map is drawn from an uploaded file');
  }

  #serve(next: MapFile | null): void {
    if (next === this.#uploaded) {
      return;
    }
    if (this.#uploaded) {
      void this.#former?.close();
      this.#former = this.#uploaded;
    }
    this.#uploaded = next;
  }
}
