import {
  DummyDriver,
  Kysely,
  PostgresDialect,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryCompiler,
  type TransactionSettings,
} from 'kysely';
import type pg from 'pg';
import { NamingCompiler, type NamedQuery } from './statement-names.ts';
import { beginReading, endReading, PipelinedConnection } from './pipelined-connection.ts';
import { preparedMark } from './prepared.ts';
import type { Admit } from './statement-bounds.ts';
import type { SentStatement } from './statements-together.ts';

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
   * @param admit - is asked on the connection before the transaction is begun.
   */
  read<T>(
    work: (db: Kysely<never>, processId: number) => Promise<T>,
    first: readonly SentStatement[] = [],
    admit?: Admit,
  ): Promise<T> {
    return this.#driver.read(this, work, { first, admit });
  }

  /**
   * Asks one statement that only reads, in a transaction of its own, without the words that begin and end one.
   *
   * @param within - asks it, over the connection that this process of PostgreSQL serves.
   * @param first - what is sent before it; says itself that the transaction only reads.
   * @param admit - is asked on the connection before.
   */
  askOne<Row>(
    asked: NamedQuery,
    first: readonly SentStatement[],
    within: <T>(processId: number, ask: () => Promise<T>) => Promise<T>,
    admit?: Admit,
  ): Promise<readonly Row[]> {
    return this.#driver.askOne(asked, within, { first, admit });
  }
}

/** What is asked before something is read. */
interface Before {
  readonly first: readonly SentStatement[];
  readonly admit: Admit | undefined;
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
    { first, admit }: Before,
  ): Promise<T> {
    const connection = await this.#admitted(admit);
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
    within: <T>(processId: number, ask: () => Promise<T>) => Promise<T>,
    { first, admit }: Before,
  ): Promise<readonly Row[]> {
    const connection = await this.#admitted(admit);
    try {
      const { rows } = await within(connection.client.processID, () => connection.askOne(text, parameters, first));
      return rows as readonly Row[];
    } catch (error) {
      await connection.undoLeft();
      throw error;
    } finally {
      await this.releaseConnection(connection);
    }
  }

  async #admitted(admit: Admit | undefined): Promise<PipelinedConnection> {
    const connection = await this.acquireConnection();
    try {
      await admit?.((text) => connection.ask(text));
      return connection;
    } catch (error) {
      await this.releaseConnection(connection);
      throw error;
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
      connection.send(endReading);
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
