import { setTimeout as wait } from 'node:timers/promises';
import { AppError } from '@noa/domain/errors.ts';
import type { Context } from '../../request/context.ts';
import { listenForStream } from '../../graphql/streams.ts';
import { findContainerStatuses, type ContainerStatus } from './container-status.queries.ts';

/** Milliseconds in which changes of a container become one. */
const flushMs = 250;

/** Containers that are read at once. */
const maxLoad = 500;

/** Milliseconds after which it is looked again who asks. */
const viewerMs = 2_000;

/** Containers that may wait for a slow client; one that is further behind begins anew. */
const maxWaiting = 100_000;

const done = { done: true, value: undefined } as const;

/**
 * The status of each container that changes, as far as the caller reaches; ends when something may have been missed, so that
 * the client asks again and begins anew. What waits are ids alone: a client that reads slowly gets the newest status of each
 * container, not all that came between.
 */
export class ContainerStatusChanges implements AsyncIterableIterator<ContainerStatus> {
  readonly #context: Context;
  readonly #changed = new Set<string>();
  #loaded: ContainerStatus[] = [];
  #wake: () => void = () => undefined;
  #ended = false;
  #loadedAt = -Infinity;
  /** By `performance.now()`: the clock may be set back, and nothing would be told for as long. */
  #viewedAt = performance.now();
  #stop: () => void = () => undefined;

  private constructor(context: Context) {
    this.#context = context;
  }

  /** @throws {AppError} `LimitExceeded` above 20 streams of one caller; `Forbidden`. */
  static async open(context: Context): Promise<ContainerStatusChanges> {
    context.viewer.scope('statusUpdate:read');
    const changes = new ContainerStatusChanges(context);
    changes.#stop = await listenForStream(context, 'container_status', {
      onIds: (ids) => changes.#note(ids),
      onGap: () => changes.#end(),
    });
    return changes;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async next(): Promise<IteratorResult<ContainerStatus>> {
    while (!this.#ended) {
      const value = this.#loaded.shift();
      if (value) {
        return { done: false, value };
      }
      await this.#load();
    }
    return done;
  }

  return(): Promise<IteratorResult<ContainerStatus>> {
    this.#end();
    return Promise.resolve(done);
  }

  #note(ids: readonly string[]): void {
    for (const id of ids) {
      this.#changed.add(id);
    }
    if (this.#changed.size > maxWaiting) {
      this.#end();
    }
    this.#wake();
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
    if (this.#changed.size === 0) {
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
    await wait(Math.max(0, this.#loadedAt + flushMs - performance.now()));
    if (this.#ended) {
      return;
    }
    this.#loadedAt = performance.now();
    const ids = [...this.#changed].slice(0, maxLoad);
    for (const id of ids) {
      this.#changed.delete(id);
    }
    try {
      await this.#renewViewer();
      this.#context.forget();
      this.#loaded = await this.#context.read('statusUpdate:read', (tx, scope) =>
        findContainerStatuses(tx, scope, ids),
      );
    } catch (error) {
      if (!(error instanceof AppError)) {
        this.#context.reportInternal(error);
      }
      this.#end();
    }
  }

  async #renewViewer(): Promise<void> {
    if (performance.now() - this.#viewedAt > viewerMs) {
      await this.#context.renewViewer();
      this.#viewedAt = performance.now();
    }
  }
}
