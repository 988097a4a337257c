import { setTimeout as wait } from 'node:timers/promises';
import { AppError } from '@noa/domain/errors.ts';
import type { Context } from '../request/context.ts';
import { listenForStream } from './streams.ts';

/** Milliseconds in which changes become one. */
const gatherMs = 250;

/** Records that are read at once. */
const maxLoad = 500;

/** Records that may wait for a slow client; one that is further behind begins anew. */
const maxWaiting = 100_000;

const done = { done: true, value: undefined } as const;

interface Watched<Value> {
  /** By which PostgreSQL tells the ids of what has changed. */
  readonly channel: Parameters<typeof listenForStream>[1];
  /** The one whose changes are told, which is told at first as it is; of all where there is none. */
  readonly only?: string;
  /** What these are by now, as far as the caller reaches. @throws {AppError} as where it may not be read any more. */
  readonly read: (ids: readonly string[]) => Promise<readonly Value[]>;
  /** Whether nothing more will come of it. */
  readonly isOver?: (value: Value) => boolean;
  /** Milliseconds after which it is looked again who asks, as in a new request. */
  readonly viewerMs: number;
}

/**
 * What changes, as it is by then, by whichever server. Ends once it is over, for whoever does not reach it any more, and when something may
 * have been missed: the client asks again and begins anew. What waits are ids alone: a client that reads slowly gets the newest of each, not
 * all that came between.
 */
export class Changes<Value> implements AsyncIterableIterator<Value> {
  readonly #context: Context;
  readonly #watched: Watched<Value>;
  readonly #changed: Set<string>;
  #loaded: Value[] = [];
  #wake: () => void = () => undefined;
  #ended = false;
  #loadedAt = -Infinity;
  /** By `performance.now()`: the clock may be set back, and nothing would be told for as long. */
  #viewedAt = performance.now();
  #stop: () => void = () => undefined;

  private constructor(context: Context, watched: Watched<Value>) {
    this.#context = context;
    this.#watched = watched;
    this.#changed = new Set(watched.only === undefined ? [] : [watched.only]);
  }

  /** @throws {AppError} `LimitExceeded` above 20 streams of one caller. */
  static async open<Value>(context: Context, watched: Watched<Value>): Promise<Changes<Value>> {
    const changes = new Changes(context, watched);
    changes.#stop = await listenForStream(context, watched.channel, {
      onIds: (ids) => changes.#note(ids),
      onGap: () => changes.#end(),
    });
    return changes;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async next(): Promise<IteratorResult<Value>> {
    for (;;) {
      const value = this.#loaded.shift();
      if (value !== undefined) {
        return { done: false, value };
      }
      if (this.#ended) {
        return done;
      }
      await this.#load();
    }
  }

  return(): Promise<IteratorResult<Value>> {
    this.#end();
    return Promise.resolve(done);
  }

  #note(ids: readonly string[]): void {
    const { only } = this.#watched;
    for (const id of only === undefined ? ids : ids.filter((each) => each === only)) {
      this.#changed.add(id);
    }
    if (this.#changed.size > maxWaiting) {
      this.#end();
    }
    if (this.#changed.size > 0) {
      this.#wake();
    }
  }

  #end(): void {
    if (!this.#ended) {
      this.#ended = true;
      this.#changed.clear();
      this.#loaded = [];
      this.#stop();
      this.#wake();
    }
  }

  /** Waits for changes, lets some gather, and reads what they have led to. */
  async #load(): Promise<void> {
    const { read, isOver = () => false } = this.#watched;
    if (this.#changed.size === 0) {
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
    await wait(Math.max(0, this.#loadedAt + gatherMs - performance.now()));
    if (this.#ended) {
      return;
    }
    this.#loadedAt = performance.now();
    const ids = [...this.#changed].slice(0, maxLoad);
    ids.forEach((id) => this.#changed.delete(id));
    try {
      await this.#renewViewer();
      this.#context.forget();
      const loaded = await read(ids);
      if (!this.#ended) {
        if (loaded.some(isOver)) {
          this.#end();
        }
        this.#loaded = [...loaded];
      }
    } catch (error) {
      if (!(error instanceof AppError)) {
        this.#context.reportInternal(error);
      }
      this.#end();
    }
  }

  async #renewViewer(): Promise<void> {
    if (performance.now() - this.#viewedAt >= this.#watched.viewerMs) {
      await this.#context.renewViewer();
      this.#viewedAt = performance.now();
    }
  }
}

/**
 * A row as it is, and again each time that it changes.
 *
 * @param read - the row as it is, as far as the caller reaches now.
 * @throws {AppError} as `read`; `LimitExceeded` for too many streams of one caller.
 */
export async function rowChanges<Row extends { readonly id: string }>(
  context: Context,
  channel: Watched<Row>['channel'],
  read: () => Promise<Row>,
  isOver: (row: Row) => boolean,
): Promise<Changes<Row>> {
  const { id } = await read();
  return Changes.open(context, { channel, only: id, read: async () => [await read()], isOver, viewerMs: 0 });
}
