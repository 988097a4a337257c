import { availableParallelism } from 'node:os';
import { AppError } from '@noa/domain/errors.ts';
import type { Bounds } from '../database/connection/statement-bounds.ts';
import { FairQueue, type ReleaseSlot, type QueueUse } from '../database/connection/fair-queue.ts';

/** Milliseconds that an operation may take, waiting for its slot included. */
const deadlineMs = 30_000;

/** Connections that one operation uses at once: one that reads, and one that reads or writes meanwhile. */
const connectionsPerRequest = 2;

/** People share so many connections as the processors can serve; gateways have some of their own, so that neither waits for the other. */
const connections = {
  people: new FairQueue({
    atOnce: Math.min(8, Math.max(4, 2 * availableParallelism())),
    perCaller: 3,
    waiting: 500,
  }),
  gateways: new FairQueue({ atOnce: 6, perCaller: 6, waiting: 500 }),
};

/** Operations under way; a console asks for some twenty things when it opens a page. */
const operations = {
  people: new FairQueue({ atOnce: 12, perCaller: 3, waiting: 60 }),
  gateways: new FairQueue({ atOnce: 24, perCaller: 16, waiting: 500 }),
};

/** Fields from which on an operation is large. Its answer is put together for tens of milliseconds, in which nobody else is served. */
export const largeCost = 5_000;
const largeOperations = new FairQueue({ atOnce: 1, perCaller: 1, waiting: 20 });

/** Milliseconds per field that are left to others after a large operation. */
const restPerField = 0.005;

/** How many slots are taken and waited for, by what they are for and by whose they are. */
export const listQueueUse = (): { readonly of: string; readonly sharer: string; readonly use: QueueUse }[] =>
  Object.entries({ connections, operations }).flatMap(([of, queues]) =>
    Object.entries(queues).map(([sharer, queue]) => ({ of, sharer, use: queue.use })),
  );

const gone = () => new AppError('LimitExceeded', 'The client has gone');
const late = () =>
  new AppError('LimitExceeded', `The operation took longer than ${deadlineMs / 1000} seconds; ask for less at once`);
const stopping = () => new AppError('LimitExceeded', 'The server is stopping; ask again in a moment');

/** Whose share it is. */
export interface Sharer {
  readonly name: string;
  readonly isGateway: boolean;
}

/** What is under way. */
const live = new Set<RequestBounds>();

/** The bounds of one request: until when it works, and what it may use at once. */
export class RequestBounds implements Bounds {
  readonly #reading = new AbortController();
  readonly #writing = new AbortController();
  readonly #mine = new FairQueue({ atOnce: connectionsPerRequest, perCaller: connectionsPerRequest, waiting: 10_000 });
  readonly #sharer: Sharer;
  #timer: NodeJS.Timeout | undefined;

  /** @param client - aborted when the client goes; undefined for one that cannot. */
  constructor(sharer: Sharer, client?: AbortSignal) {
    this.#sharer = sharer;
    if (client?.aborted) {
      this.#leave();
    }
    client?.addEventListener('abort', this.#leave, { once: true });
  }

  get reading(): AbortSignal {
    return this.#reading.signal;
  }

  get writing(): AbortSignal {
    return this.#writing.signal;
  }

  async takeConnection(signal: AbortSignal): Promise<ReleaseSlot> {
    const { name, isGateway } = this.#sharer;
    const endMine = await this.#mine.take(name, signal);
    try {
      const endShare = await connections[isGateway ? 'gateways' : 'people'].take(name, signal);
      return () => {
        endShare();
        endMine();
      };
    } catch (error) {
      endMine();
      throw error;
    }
  }

  /**
   * Does `work` when a slot is free, within the time that an operation has.
   *
   * @param cost - fields that may come back.
   */
  async run<T>(cost: number, work: () => T | Promise<T>): Promise<T> {
    const { name, isGateway } = this.#sharer;
    this.#timer = setTimeout(() => this.#end(late()), deadlineMs).unref(); // a process that ends does not wait for it
    const releases: ReleaseSlot[] = [];
    live.add(this);
    try {
      if (cost > largeCost && !isGateway) {
        releases.push(afterRest(await largeOperations.take(name, this.reading), cost));
      }
      releases.push(await operations[isGateway ? 'gateways' : 'people'].take(name, this.reading));
      return await work();
    } finally {
      live.delete(this);
      clearTimeout(this.#timer);
      releases.forEach((end) => end());
    }
  }

  /** Ends what is under way. */
  stop(): void {
    this.#end(stopping());
  }

  readonly #leave = () => {
    this.#reading.abort(gone());
  };

  #end(reason: AppError): void {
    this.#reading.abort(reason);
    this.#writing.abort(reason);
  }
}

const afterRest =
  (end: ReleaseSlot, cost: number): ReleaseSlot =>
  () =>
    void setTimeout(end, cost * restPerField);

/** Ends what is under way, in PostgreSQL too: the server stops, and the time that requests had to be finished is over. */
export function stopRequests(): void {
  for (const bounds of live) {
    bounds.stop();
  }
}
