import type { Connection } from '../connection.ts';
import { countOpen, openEpoch, rollUpEpochs } from './rollups.ts';

/** While more events than this come in at once, an epoch goes on: who sends them and who asks reports need the processors. */
const calmEvents = 1_000;

/** Then it may become so many times as long; no longer, as reports count its events one by one. */
const longestEpoch = 8;

/**
 * Brings what has been taken in into the rollups, an epoch at a time, on a connection of its own: some hundred thousand events
 * take a second or more, in which new ones go on coming in, and reports go on counting those of the epoch one by one.
 */
export class Epochs {
  readonly #writer: Connection;
  readonly #own: Connection;
  #rollingUp: Promise<void> | undefined;
  #failure: { readonly cause: unknown } | undefined;
  #isDue = false;

  /**
   * @param writer - takes events in.
   * @param own - nobody else's.
   */
  constructor(writer: Connection, own: Connection) {
    this.#writer = writer;
    this.#own = own;
  }

  /**
   * Settles when no epoch is being brought into the rollups. Before events are taken away, so that they are taken out of the
   * rollups as well.
   *
   * @throws what ended the last one, once; its epoch is still open, and comes in with the next.
   */
  async settled(): Promise<void> {
    await this.#rollingUp;
    const failure = this.#failure;
    this.#failure = undefined;
    if (failure) {
      throw failure.cause;
    }
  }

  /** Whether an epoch has become long enough, and waits until fewer events come in. */
  get isDue(): boolean {
    return this.#isDue;
  }

  /**
   * Ends the epoch if it has become so many events; to be called outside of a transaction. It is not waited for.
   *
   * @param added - how many have just come in.
   */
  async endAt(events: number, added: number): Promise<void> {
    if (this.#failure) {
      await this.settled();
    }
    if (this.#rollingUp) {
      return;
    }
    const open = Number((await this.#writer.rows(countOpen))[0]?.[0]);
    const isCalm = added <= calmEvents || open >= events * longestEpoch;
    this.#isDue = open >= events && !isCalm;
    if (open >= events && isCalm) {
      await this.#writer.run(openEpoch);
      this.#rollingUp = this.#rollup();
    }
  }

  async #rollup(): Promise<void> {
    try {
      await this.#own.inTransaction(async () => {
        for (const statement of rollUpEpochs) {
          await this.#own.run(statement);
        }
      });
    } catch (cause) {
      this.#failure = { cause };
    } finally {
      this.#rollingUp = undefined;
    }
  }

  /** Gives up what runs: its epoch is still open. */
  async giveUp(): Promise<void> {
    const stop = this.#own.interrupt();
    await this.#rollingUp;
    stop();
  }
}
