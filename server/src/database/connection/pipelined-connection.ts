import { sql, type DatabaseConnection, type QueryResult } from 'kysely';
import type pg from 'pg';
import { preparedMark, type PreparingClient } from './prepared.ts';
import type { NamedQuery } from './statement-names.ts';
import { allAnswered, type SentStatement } from './statements-together.ts';

/** How a text begins that is {@link opening}. */
export const openingMark = `${preparedMark} /* opening */`;

/**
 * Begins a prepared statement of a transaction that only reads, which is not waited for: it goes to PostgreSQL together with the next one, whose
 * answer is given only if this one succeeded. It gives no rows.
 */
export const opening = sql.raw(openingMark);

type PoolClient = pg.PoolClient &
  Pick<PreparingClient, 'askTogether' | 'mayAskTogether'> & { readonly processID: number };

/** Milliseconds that a statement nobody waits for is held back: a transaction that has only read lasts as much longer. */
const heldMs = 2;

/** Of a transaction that only reads. */
export const beginReading: SentStatement = {
  text: `${preparedMark} start transaction isolation level repeatable read read only`,
  parameters: [],
};
export const endReading: SentStatement = { text: `${preparedMark} commit`, parameters: [] };

/** Commands that change rows, and say how many. */
const counted: ReadonlySet<string> = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

/** One connection for as long as it is somebody's, and what goes over it without being waited for. */
export class PipelinedConnection implements DatabaseConnection {
  readonly client: PoolClient;
  /** Whether its transaction only reads. */
  onlyReads = false;
  /** What leaves with what is asked next. */
  #held: SentStatement[] = [];
  /** Where in it the transaction begins, while that has not left. */
  #beginsAt: number | undefined;
  #isDue = false;
  /** What has left alone, as nothing was asked in time. */
  #sent: Promise<unknown>[] = [];

  constructor(client: pg.PoolClient) {
    this.client = client as PoolClient;
  }

  async executeQuery<Row>({ sql: unnamed, named: text = unnamed, parameters }: NamedQuery): Promise<QueryResult<Row>> {
    if (text.startsWith(openingMark)) {
      this.send({ text, parameters: parameters as readonly string[] });
      return { rows: [] };
    }
    const { command, rowCount, rows } = await this.ask(text, parameters);
    return counted.has(command) ? { rows, numAffectedRows: BigInt(rowCount ?? 0) } : { rows };
  }

  /** @throws the error of what was sent before, if that failed: the answer would be one to another question. */
  async ask(text: string, values: readonly unknown[] = []): Promise<pg.QueryResult> {
    const sent = this.#sent;
    this.#sent = [];
    const answer = this.client.askTogether(this.#takeHeld(), { text, values }) as Promise<pg.QueryResult>;
    if (sent.length > 0) {
      await allAnswered([...sent, answer]);
    }
    return answer;
  }

  /** In a transaction of its own; statements with one end are one (PostgreSQL's protocol, "Pipelining"), as long as all are prepared. */
  async askOne(text: string, values: readonly unknown[], first: readonly SentStatement[]): Promise<pg.QueryResult> {
    if (this.client.mayAskTogether([...this.#held, ...first])) {
      first.forEach((statement) => this.send(statement));
      return this.ask(text, values);
    }
    this.begin(beginReading);
    first.forEach((statement) => this.send(statement));
    try {
      return await this.ask(text, values);
    } finally {
      await this.undo();
    }
  }

  /**
   * Sends a prepared statement with what is asked next, in one piece; by itself should nothing be asked for some milliseconds, in which another
   * request often has something. Whoever asks next is told should it fail.
   */
  send(statement: SentStatement): void {
    this.#held.push(statement);
    if (!this.#isDue) {
      this.#isDue = true;
      setTimeout(this.#sendHeld, heldMs);
    }
  }

  readonly #sendHeld = () => {
    this.#isDue = false;
    const held = this.#takeHeld();
    if (held.length > 0) {
      const sent = this.client.askTogether(held);
      sent.catch(() => undefined);
      this.#sent.push(sent);
    }
  };

  #takeHeld(): SentStatement[] {
    const held = this.#held;
    this.#held = [];
    this.#beginsAt = undefined;
    return held;
  }

  /** Begins a transaction with what is asked first in it. */
  begin(statement: SentStatement): void {
    this.#beginsAt = this.#held.length;
    this.send(statement);
  }

  /** Ends a transaction, and whatever was sent in it for nothing. */
  async undo(): Promise<void> {
    this.#sent = [];
    if (this.#beginsAt !== undefined) {
      this.#held.length = this.#beginsAt; // PostgreSQL knows nothing of it yet
      this.#beginsAt = undefined;
      return;
    }
    this.#held = [];
    await this.ask('rollback');
  }

  /**
   * Ends a transaction that is left by one statement that failed: whoever cancels it may have met the end of a transaction instead, and nothing
   * else would be answered here any more.
   */
  async undoLeft(): Promise<void> {
    if (this.client.getTransactionStatus() !== 'I') {
      await this.undo();
    }
  }

  /** Whether all that was sent is known to have succeeded. */
  get isAnswered(): boolean {
    return this.#sent.length === 0 && this.#held.length === 0;
  }

  streamQuery(): never {
    throw new Error('Nothing is streamed over these connections');
  }
}
