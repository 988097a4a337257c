import { setTimeout as wait } from 'node:timers/promises';
import { AppError } from '@noa/domain/errors.ts';
import type { Context } from '../request/context.ts';
import { listenForStream } from '../graphql/streams.ts';
import type { ImportJobRow } from './import-job.queries.ts';
import { getJob } from './import.service.ts';

/** Milliseconds in which changes become one. */
const gatherMs = 250;

const done = { done: true, value: undefined } as const;

const isOver = ({ state }: ImportJobRow) => state === 'applied' || state === 'undone' || state === 'cancelled';

/**
 * A job as it is, and again each time that it changes, at whichever server it runs. Ends with the job, and when something may have
 * been missed: the client asks again.
 */
export class ImportJobChanges implements AsyncIterableIterator<ImportJobRow> {
  readonly #context: Context;
  readonly #id: string;
  #isChanged = true;
  #ended = false;
  #wake: () => void = () => undefined;
  #stop: () => void = () => undefined;

  private constructor(context: Context, id: string) {
    this.#context = context;
    this.#id = id;
  }

  /** @throws {AppError} `NotFound`; `LimitExceeded` for too many streams of one caller; `Forbidden`. */
  static async open(context: Context, id: string): Promise<ImportJobChanges> {
    const job = await getJob(context, id);
    const changes = new ImportJobChanges(context, job.id);
    changes.#stop = await listenForStream(context, 'import_job', {
      onIds: (ids) => changes.#note(ids),
      onGap: () => changes.#end(),
    });
    return changes;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async next(): Promise<IteratorResult<ImportJobRow>> {
    if (!this.#isChanged && !this.#ended) {
      await new Promise<void>((resolve) => (this.#wake = resolve));
      await wait(gatherMs);
    }
    const value = this.#ended ? undefined : await this.#load();
    return value ? { done: false, value } : done;
  }

  return(): Promise<IteratorResult<ImportJobRow>> {
    this.#end();
    return Promise.resolve(done);
  }

  /** Who asks is looked at anew each time, as in a new request. */
  async #load(): Promise<ImportJobRow | undefined> {
    this.#isChanged = false;
    try {
      await this.#context.renewViewer();
      this.#context.forget();
      const job = await getJob(this.#context, this.#id);
      if (isOver(job)) {
        this.#end();
      }
      return job;
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
