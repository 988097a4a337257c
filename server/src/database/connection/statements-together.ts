import pg from 'pg';

/** A prepared statement that nobody waits for by itself: it is sent together with one that somebody does wait for, before it. */
export interface SentStatement {
  readonly text: string;
  readonly parameters: readonly (string | null)[];
  /**
   * Is given the first row of the answer, as PostgreSQL writes it. Throws if that is not what was expected: nothing is told then of what was
   * read behind it.
   */
  readonly check?: ((row: readonly (string | null)[] | undefined) => void) | undefined;
}

/** Waits for the answers to what was sent. @throws the first error: what was sent behind it fails for that alone. */
export async function allAnswered(answers: readonly Promise<unknown>[]): Promise<void> {
  for (const settled of await Promise.allSettled(answers)) {
    if (settled.status === 'rejected') {
      throw settled.reason;
    }
  }
}

/** A statement that a connection knows by this name. */
export interface KnownStatement extends SentStatement {
  readonly name: string;
}

/** What somebody waits for; it is prepared where it has a name. */
export interface AskedStatement {
  readonly name: string | undefined;
  readonly text: string;
  readonly values: readonly unknown[];
}

/** The messages of PostgreSQL's protocol as node-postgres writes them, which its types leave out. */
export interface Wire {
  readonly stream: { cork(): void; uncork(): void; destroy(): void };
  readonly parsedStatements: Record<string, string>;
  bind(given: { portal: string; statement: string; values: readonly (string | null)[] }): void;
  execute(given: { portal: string }): void;
  sync(): void;
}

/** A query of node-postgres, as its client uses it. */
interface DriverQuery {
  readonly text: string;
  name: string | undefined;
  submit(wire: Wire): null;
  /** Sends what the query itself is, and the end. */
  prepare(wire: Wire): void;
  handleDataRow(message: { readonly fields: readonly (string | null)[] }): void;
  handleCommandComplete(message: unknown, wire: Wire): void;
  handleError(error: unknown, wire: Wire): void;
  handleReadyForQuery(wire: Wire): void;
}

type Callback = (error: Error | null | undefined, result: pg.QueryResult) => void;
type DriverQueryClass = new (text: string, values: readonly unknown[], callback: Callback) => DriverQuery;

/**
 * Statements with one end (`Sync`) instead of one each: PostgreSQL answers them in one piece and the server wakes once to read it, which is half
 * of what a short read costs here. What stands behind one that fails is not done.
 */
export class StatementsTogether extends (pg.Query as unknown as DriverQueryClass) {
  readonly #before: readonly KnownStatement[];
  readonly #isAsked: boolean;
  /** Of those before: how many are answered. */
  #answered = 0;
  #row: readonly (string | null)[] | undefined;
  #refused: { readonly error: unknown } | undefined;

  /** @param asked - the last one, whose answer is given; none when all are merely sent. */
  constructor(before: readonly KnownStatement[], asked: AskedStatement | undefined, callback: Callback) {
    super(asked?.text ?? '', asked?.values ?? [], callback);
    this.name = asked?.name;
    this.#before = before;
    this.#isAsked = asked !== undefined;
  }

  /** What is sent, in its order. */
  get texts(): readonly string[] {
    return [...this.#before.map(({ text }) => text), ...(this.#isAsked ? [this.text] : [])];
  }

  override submit(wire: Wire): null {
    wire.stream.cork();
    try {
      for (const { name, parameters } of this.#before) {
        wire.bind({ portal: '', statement: name, values: parameters });
        wire.execute({ portal: '' });
      }
      if (this.#isAsked) {
        this.prepare(wire);
      } else {
        wire.sync();
      }
    } finally {
      wire.stream.uncork();
    }
    return null;
  }

  override handleDataRow(message: Parameters<DriverQuery['handleDataRow']>[0]): void {
    if (this.#answered === this.#before.length) {
      super.handleDataRow(message);
    } else {
      this.#row ??= message.fields;
    }
  }

  override handleCommandComplete(message: unknown, wire: Wire): void {
    const statement = this.#before[this.#answered];
    if (!statement) {
      super.handleCommandComplete(message, wire);
      return;
    }
    try {
      statement.check?.(this.#row);
    } catch (error) {
      this.#refused ??= { error };
    }
    this.#answered += 1;
    this.#row = undefined;
  }

  /** What was not as expected is told first: what failed behind it may have failed for that. */
  override handleError(error: unknown, wire: Wire): void {
    super.handleError(this.#refused ? this.#refused.error : error, wire);
  }

  override handleReadyForQuery(wire: Wire): void {
    if (this.#refused) {
      super.handleError(this.#refused.error, wire);
    } else {
      super.handleReadyForQuery(wire);
    }
  }
}
