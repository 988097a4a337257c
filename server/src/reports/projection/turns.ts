import type { Connection } from './connection.ts';
import { countOpen, openTurn, tallyTurns } from './tallies.ts';

/** While more events than this come in at once, a turn goes on: who sends them and who asks reports need the processors. */
const calmEvents = 1_000;

/** Then it may become so many times as long; no longer, as reports count its events one by one. */
const longestTurn = 8;

/**
 * Brings what has been taken in into the tallies, a turn at a time, on a connection of its own: some hundred thousand events
 * take a second or more, in which new ones go on coming in, and reports go on counting those of the turn one by one.
 */
export class Turns {
  readonly #writer: Connection;
  readonly #own: Connection;
  #tallying: Promise<void> | undefined;
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
   * Settles when no turn is being brought into the tallies. Before events are taken away, so that they are taken out of the
   * tallies as well.
   *
   * @throws what ended the last one, once; its turn is still open, and comes in with the next.
   */
  async settled(): Promise<void> {
    await this.#tallying;
    const failure = this.#failure;
    this.#failure = undefined;
    if (failure) {
      throw failure.cause;
    }
  }

  /** Whether a turn has become long enough, and waits until fewer events come in. */
  get isDue(): boolean {
    return this.#isDue;
  }

  /**
   * Ends the turn if it has become so many events; to be called outside of a transaction. It is not waited for.
   *
   * @param added - how many have just come in.
   */
  async endAt(events: number, added: number): Promise<void> {
    if (this.#failure) {
      await this.settled();
    }
    if (this.#tallying) {
      return;
    }
    const open = Number((await this.#writer.rows(countOpen))[0]?.[0]);
    const isCalm = added <= calmEvents || open >= events * longestTurn;
    this.#isDue = open >= events && !isCalm;
    if (open >= events && isCalm) {
      await this.#writer.run(openTurn);
      this.#tallying = this.#tally();
    }
  }

  async #tally(): Promise<void> {
    try {
      await this.#own.inTransaction(async () => {
        for (const statement of tallyTurns) {
          await this.#own.run(statement);
        }
      });
    } catch (cause) {
      this.#failure = { cause };
    } finally {
      this.#tallying = undefined;
    }
  }

  /** Gives up what runs: its turn is still open. */
  async giveUp(): Promise<void> {
    const stop = this.#own.interrupt();
    await this.#tallying;
    stop();
  }
}
