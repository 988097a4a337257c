import {
  DummyDriver,
  Kysely,
  PostgresDialect,
  sql,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryCompiler,
  type QueryResult,
  type TransactionSettings,
} from 'kysely';
import type pg from 'pg';
import { NamingCompiler, type NamedQuery } from './statement-names.ts';
import { preparedMark, type PreparingClient } from './prepared.ts';
import type { SentStatement } from './statements-together.ts';

/** How a text begins that is {@link opening}. */
export const openingMark = `${preparedMark} /* opening */`;

/**
 * Begins a prepared statement of a transaction that only reads, which is not waited for: it goes to PostgreSQL together with the next one, whose
 * answer is given only if this one succeeded. It gives {@link Opening} at once.
 */
export const opening = sql.raw(openingMark);

/** What an opening statement gives. */
export interface Opening {
  /** The number of the process that serves the connection. */
  readonly process_id: number;
}

type PoolClient = pg.PoolClient &
  Pick<PreparingClient, 'askTogether' | 'mayAskTogether'> & { readonly processID: number };

interface Pool {
  /** Of connections that prepare their statements. */
  readonly connect: () => Promise<pg.PoolClient>;
  readonly end: () => Promise<void>;
}

/**
 * PostgreSQL over connections that send a statement before the one before it is answered (`pipeline` of node-postgres): a transaction
 * that only reads is begun, given its scope and asked in one round trip, and its end is not waited for.
 */
export class PipelinedDialect extends PostgresDialect {
  readonly #driver: PipelinedDriver;
  #compiler: QueryCompiler | undefined;

  constructor(pool: Pool) {
    super({ pool: { ...pool, options: {} } });
    this.#driver = new PipelinedDriver(pool);
  }

  override createDriver(): Driver {
    return this.#driver;
  }

  /** One for all: a hundred methods are bound for each. It compiles a statement at a time. */
  override createQueryCompiler(): QueryCompiler {
    this.#compiler ??= new NamingCompiler();
    return this.#compiler;
  }

  /**
   * As a transaction of Kysely that only reads, in half of its steps: of these there are some hundred a second.
   *
   * @param work - is given the number of the process that serves the connection.
   * @param first - what is sent with its first statement, before it.
   */
  read<T>(
    work: (db: Kysely<never>, processId: number) => Promise<T>,
    first: readonly SentStatement[] = [],
  ): Promise<T> {
    return this.#driver.read(this, work, first);
  }

  /**
   * Asks one statement that only reads, in a transaction of its own, without the words that begin and end one.
   *
   * @param within - asks it, over the connection that this process of PostgreSQL serves.
   * @param first - what is sent before it; says itself that the transaction only reads.
   */
  askOne<Row>(
    asked: NamedQuery,
    first: readonly SentStatement[],
    within: <T>(processId: number, ask: () => Promise<T>) => Promise<T>,
  ): Promise<readonly Row[]> {
    return this.#driver.askOne(asked, first, within);
  }
}

/** Milliseconds that a statement nobody waits for is held back: a transaction that has only read lasts as much longer. */
const heldMs = 2;

/** Of a transaction that only reads. */
const beginReading: SentStatement = {
  text: `${preparedMark} start transaction isolation level repeatable read read only`,
  parameters: [],
};
const end: SentStatement = { text: `${preparedMark} commit`, parameters: [] };

/** Commands that change rows, and say how many. */
const counted: ReadonlySet<string> = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

/** One connection for as long as it is somebody's, and what goes over it without being waited for. */
class PipelinedConnection implements DatabaseConnection {
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
      return { rows: [{ process_id: this.client.processID } satisfies Opening as Row] };
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
      for (const settled of await Promise.allSettled([...sent, answer])) {
        if (settled.status === 'rejected') {
          throw settled.reason; // the first: what was sent behind it fails for that alone
        }
      }
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

  /** Whether all that was sent is known to have succeeded. */
  get isAnswered(): boolean {
    return this.#sent.length === 0 && this.#held.length === 0;
  }

  streamQuery(): never {
    throw new Error('Nothing is streamed over these connections');
  }
}

/** A connection for as long as a transaction lasts: what is asked afterwards would be in somebody else's, with another scope. */
class LentConnection extends DummyDriver {
  isOver = false;
  readonly #connection: PipelinedConnection;

  constructor(connection: PipelinedConnection) {
    super();
    this.#connection = connection;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    if (this.isOver) {
      throw new Error('The transaction is over');
    }
    return this.#connection;
  }

  of(dialect: Dialect): Kysely<never> {
    return new Kysely<never>({
      dialect: {
        createDriver: () => this,
        createAdapter: () => dialect.createAdapter(),
        createQueryCompiler: () => dialect.createQueryCompiler(),
        createIntrospector: (db) => dialect.createIntrospector(db),
      },
    });
  }
}

/** The connection of each client of the pool: what is under way on it outlives the one who had it. */
type Connections = WeakMap<pg.PoolClient, PipelinedConnection>;

class PipelinedDriver implements Driver {
  readonly #pool: Pool;
  readonly #connections: Connections = new WeakMap();

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  async init(): Promise<void> {
    // The pool is open.
  }

  async read<T>(
    dialect: Dialect,
    work: (db: Kysely<never>, processId: number) => Promise<T>,
    first: readonly SentStatement[],
  ): Promise<T> {
    const connection = await this.acquireConnection();
    const lent = new LentConnection(connection);
    try {
      connection.onlyReads = true;
      connection.begin(beginReading);
      first.forEach((statement) => connection.send(statement));
      const result = await work(lent.of(dialect), connection.client.processID);
      await this.commitTransaction(connection);
      return result;
    } catch (error) {
      await this.rollbackTransaction(connection);
      throw error;
    } finally {
      lent.isOver = true;
      await this.releaseConnection(connection);
    }
  }

  async askOne<Row>(
    { sql: unnamed, named: text = unnamed, parameters }: NamedQuery,
    first: readonly SentStatement[],
    within: <T>(processId: number, ask: () => Promise<T>) => Promise<T>,
  ): Promise<readonly Row[]> {
    const connection = await this.acquireConnection();
    try {
      const { rows } = await within(connection.client.processID, () => connection.askOne(text, parameters, first));
      return rows as readonly Row[];
    } finally {
      await this.releaseConnection(connection);
    }
  }

  async acquireConnection(): Promise<PipelinedConnection> {
    const client = await this.#pool.connect();
    const connection = this.#connections.get(client) ?? new PipelinedConnection(client);
    this.#connections.set(client, connection);
    return connection;
  }

  /** A transaction that writes is waited for: what is written outside of it would last. */
  async beginTransaction(connection: PipelinedConnection, settings: TransactionSettings): Promise<void> {
    const { isolationLevel, accessMode } = settings;
    const text = ['start transaction', isolationLevel && `isolation level ${isolationLevel}`, accessMode];
    connection.onlyReads = accessMode === 'read only';
    const begin = text.filter(Boolean).join(' ');
    if (connection.onlyReads) {
      connection.begin({ text: `${preparedMark} ${begin}`, parameters: [] });
    } else {
      await connection.ask(begin);
    }
  }

  /** Nobody needs to know of the end of what only read; should it fail, whoever has the connection next is told. */
  async commitTransaction(connection: PipelinedConnection): Promise<void> {
    if (connection.onlyReads && connection.isAnswered) {
      connection.send(end);
      return;
    }
    const { command } = await connection.ask('commit');
    if (command === 'ROLLBACK') {
      throw new Error('PostgreSQL undid a transaction in which a statement had failed');
    }
  }

  async rollbackTransaction(connection: PipelinedConnection): Promise<void> {
    await connection.undo();
  }

  async releaseConnection({ client }: PipelinedConnection): Promise<void> {
    client.release();
  }

  destroy(): Promise<void> {
    return this.#pool.end();
  }
}
