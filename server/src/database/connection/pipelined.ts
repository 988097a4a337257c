import type { Socket } from 'node:net';
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
import { preparedMark } from './prepared.ts';

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

interface Pool {
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

  /** As a transaction of Kysely that only reads, in half of its steps: of these there are some hundred a second. */
  read<T>(work: (db: Kysely<never>) => Promise<T>, first?: FirstStatement): Promise<T> {
    return this.#driver.read(this, work, first);
  }
}

/** A statement that is sent before a transaction begins, in the same write. */
export interface FirstStatement {
  readonly text: string;
  readonly parameters: readonly unknown[];
  /** Throws if the answer is not what was expected: nothing is told then of what was read behind it. */
  readonly check: (answer: pg.QueryResult) => void;
}

/** Milliseconds that a statement nobody waits for is held back: a transaction that has only read lasts as much longer. */
const heldMs = 2;

/** Commands that change rows, and say how many. */
const counted: ReadonlySet<string> = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

/** One connection for as long as it is somebody's, and what was sent over it without waiting. */
class PipelinedConnection implements DatabaseConnection {
  readonly client: pg.PoolClient;
  /** Whether its transaction only reads. */
  onlyReads = false;
  #sent: Promise<unknown>[] = [];
  #isHeld = false;
  readonly #stream: Socket;

  constructor(client: pg.PoolClient) {
    this.client = client;
    this.#stream = (client as unknown as { connection: { stream: Socket } }).connection.stream;
  }

  async executeQuery<Row>({ sql: unnamed, named: text = unnamed, parameters }: NamedQuery): Promise<QueryResult<Row>> {
    if (text.startsWith(openingMark)) {
      this.send(text, parameters);
      const { processID } = this.client as unknown as { processID: number };
      return { rows: [{ process_id: processID } satisfies Opening as Row] };
    }
    const { command, rowCount, rows } = await this.ask(text, parameters);
    return counted.has(command) ? { rows, numAffectedRows: BigInt(rowCount ?? 0) } : { rows };
  }

  /** @throws the error of what was sent before, if that failed: the answer would be one to another question. */
  async ask(text: string, parameters: readonly unknown[] = []): Promise<pg.QueryResult> {
    const sent = this.#sent;
    this.#sent = [];
    const answer = this.client.query(text, [...parameters]);
    this.#flush();
    for (const settled of await Promise.allSettled([...sent, answer])) {
      if (settled.status === 'rejected') {
        throw settled.reason; // the first: what was sent behind it fails for that alone
      }
    }
    return answer;
  }

  /**
   * Sends a statement; whoever asks next is told should it fail.
   *
   * @param check - throws if the answer is not what was expected: nothing is told then of what was sent behind it.
   */
  send(
    text: string,
    parameters: readonly unknown[] = [],
    check: (answer: pg.QueryResult) => void = () => undefined,
  ): void {
    this.#hold();
    const sent = this.client.query(text, [...parameters]).then(check);
    sent.catch(() => undefined);
    this.#sent.push(sent);
  }

  /**
   * What is sent now leaves with what is asked next, in one write; by itself should nothing be asked for some milliseconds, in which another
   * request often has something.
   */
  #hold(): void {
    if (!this.#isHeld) {
      this.#isHeld = true;
      this.#stream.cork();
      setTimeout(() => this.#flush(), heldMs);
    }
  }

  #flush(): void {
    if (this.#isHeld) {
      this.#isHeld = false;
      this.#stream.uncork();
    }
  }

  /** What was sent failed, or was for nothing: it is undone, and nobody else is told. */
  forget(): void {
    this.#sent = [];
  }

  /** Whether all that was sent is known to have succeeded. */
  get isAnswered(): boolean {
    return this.#sent.length === 0;
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
    work: (db: Kysely<never>) => Promise<T>,
    first: FirstStatement | undefined,
  ): Promise<T> {
    const connection = await this.acquireConnection();
    const lent = new LentConnection(connection);
    try {
      if (first) {
        connection.send(first.text, first.parameters, first.check);
      }
      await this.beginTransaction(connection, { isolationLevel: 'repeatable read', accessMode: 'read only' });
      const result = await work(lent.of(dialect));
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
      connection.send(begin);
    } else {
      await connection.ask(begin);
    }
  }

  /** Nobody needs to know of the end of what only read; should it fail, whoever has the connection next is told. */
  async commitTransaction(connection: PipelinedConnection): Promise<void> {
    if (connection.onlyReads && connection.isAnswered) {
      connection.send('commit');
      return;
    }
    const { command } = await connection.ask('commit');
    if (command === 'ROLLBACK') {
      throw new Error('PostgreSQL undid a transaction in which a statement had failed');
    }
  }

  async rollbackTransaction(connection: PipelinedConnection): Promise<void> {
    connection.forget();
    await connection.ask('rollback');
  }

  async releaseConnection({ client }: PipelinedConnection): Promise<void> {
    client.release();
  }

  destroy(): Promise<void> {
    return this.#pool.end();
  }
}
