import { setTimeout as wait } from 'node:timers/promises';
import { AppError } from '@noa/domain/errors.ts';
import type { Context } from '../request/context.ts';
import { listenForStream } from './streams.ts';

/** Milliseconds in which changes become one. */
const gatherMs = 250;

const done = { done: true, value: undefined } as const;

interface Watched<Row> {
  /** By which PostgreSQL tells the ids of rows that have changed. */
  readonly channel: Parameters<typeof listenForStream>[1];
  /** The row as it is, as far as the caller reaches now. @throws {AppError} `NotFound`. */
  readonly read: () => Promise<Row>;
  /** Whether nothing more will come of it. */
  readonly isOver: (row: Row) => boolean;
}

/**
 * A row as it is, and again each time that it changes, by whichever server. Ends once the row is over, for whoever does not reach it
 * any more, and when something may have been missed: the client asks again.
 */
export class RowChanges<Row extends { readonly id: string }> implements AsyncIterableIterator<Row> {
  readonly #context: Context;
  readonly #watched: Watched<Row>;
  readonly #id: string;
  #isChanged = true;
  #ended = false;
  #wake: () => void = () => undefined;
  #stop: () => void = () => undefined;

  private constructor(context: Context, watched: Watched<Row>, id: string) {
    this.#context = context;
    this.#watched = watched;
    this.#id = id;
  }

  /** @throws {AppError} as `read`; `LimitExceeded` for too many streams of one caller. */
  static async open<Row extends { readonly id: string }>(
    context: Context,
    watched: Watched<Row>,
  ): Promise<RowChanges<Row>> {
    const { id } = await watched.read();
    const changes = new RowChanges(context, watched, id);
    changes.#stop = await listenForStream(context, watched.channel, {
      onIds: (ids) => changes.#note(ids),
      onGap: () => changes.#end(),
    });
    return changes;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async next(): Promise<IteratorResult<Row>> {
    if (!this.#isChanged && !this.#ended) {
      await new Promise<void>((resolve) => (this.#wake = resolve));
      await wait(gatherMs);
    }
    const value = this.#ended ? undefined : await this.#load();
    return value ? { done: false, value } : done;
  }

  return(): Promise<IteratorResult<Row>> {
    this.#end();
    return Promise.resolve(done);
  }

  /** Who asks is looked at anew each time, as in a new request. */
  async #load(): Promise<Row | undefined> {
    this.#isChanged = false;
    try {
      await this.#context.renewViewer();
      this.#context.forget();
      const row = await this.#watched.read();
      if (this.#watched.isOver(row)) {
        this.#end();
      }
      return row;
    } catch (error) {
      if (!(error instanceof AppError)) {
        this.#context.reportInternal(error);
      }
      this.#end();
      return undefined;
    }
  }

  #note(ids: readonly string[]): void {
    if (ids.includes(this.#id)) {
      this.#isChanged = true;
      this.#wake();
    }
  }

  #end(): void {
    if (!this.#ended) {
      this.#ended = true;
      this.#stop();
      this.#wake();
    }
  }
}
