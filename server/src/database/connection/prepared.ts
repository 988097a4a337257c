import { sql } from 'kysely';
import pg from 'pg';
import { inQuerySpan, type QueryFacts } from '../../instruments/tracing.ts';
import { DatabaseUnavailable } from './unavailable.ts';
import {
  allAnswered,
  StatementsTogether,
  type AskedStatement,
  type KnownStatement,
  type SentStatement,
  type Wire,
} from './statements-together.ts';

/** Characters of a statement that are told. */
const longest = 2_000;

/** What may be told of a statement as the driver is given it: its text, in which values are numbers of parameters or left out. */
function queryFacts(given: unknown): QueryFacts {
  const sent = typeof given === 'object' && given !== null && 'text' in given ? given.text : given;
  const text = typeof sent === 'string' ? withoutLiterals(sent) : '';
  return { name: /^\w+/.exec(text)?.[0].toUpperCase() ?? 'SQL', text };
}

/** Ours are written in the program; should a value be written among them one day, it is not told either. */
const withoutLiterals = (sql: string): string =>
  sql
    .slice(0, 4 * longest)
    .replace(/\/\*.*?\*\//gs, ' ')
    .replace(/'(?:[^']|'')*(?:'|$)/g, `'?'`)
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, longest);

export const preparedMark = '/* prepared */';

/**
 * Begins a statement that is planned once a connection instead of each time: for what is run often, always with the same
 * text, and joins so much that planning takes as long as running. The plan must not depend on the parameters.
 */
export const prepared = sql.raw(preparedMark);

const repeatedMark = '/* repeated */';

/**
 * Begins a statement that is prepared once it is asked a second time on a connection: its text follows from what somebody asks, who may do so
 * once or a thousand times a minute. Its plan must not depend on the parameters.
 */
export const repeated = sql.raw(repeatedMark);

/** Characters of such a statement at most: each connection keeps hundreds, and PostgreSQL their plans. A longer one is planned each time. */
export const longestRepeated = 16_000;

/** Connections that are open, of every pool of this process. */
const open = new Set<PreparingClient>();

/**
 * A connection that prepares the statements marked so, and fails with {@link DatabaseUnavailable} when it is lost: the driver's own errors
 * differ in their texts only.
 */
export class PreparingClient extends pg.Client {
  #isLost = false;
  readonly #statements = new PreparedStatements();

  constructor(config?: string | pg.ClientConfig) {
    super(config);
    open.add(this);
    this.on('error', () => this.#lose()); // whatever runs fails as well, and says so
    this.on('end', () => this.#lose());
    const ask = super.query.bind(this) as (...given: unknown[]) => unknown;
    const prepare = (text: unknown, values?: unknown, ...rest: unknown[]) => {
      const name = typeof text === 'string' ? this.#statements.nameOf(text) : undefined;
      return name === undefined ? ask(text, values, ...rest) : ask({ name, text, values }, ...rest);
    };
    this.#statements.onForgotten = (name) => {
      delete this.#wire.parsedStatements[name];
      void (ask(`deallocate ${name}`) as Promise<unknown>).catch(() => undefined); // in vain where its transaction had failed
    };
    this.query = ((...given: [unknown, unknown?, ...unknown[]]) => {
      const answer = prepare(...given);
      return answer instanceof Promise ? this.#told(answer, [given[0]]) : answer;
    }) as typeof this.query;
  }

  /**
   * Sends statements in one piece, and gives the answer to the last one, which somebody asks; nobody may.
   *
   * @param before - prepared ones.
   * @throws the first error; that of a check.
   */
  askTogether(
    before: readonly SentStatement[],
    asked?: Pick<AskedStatement, 'text' | 'values'>,
  ): Promise<pg.QueryResult | undefined> {
    if (asked && before.length === 0) {
      return this.query(asked.text, [...asked.values]);
    }
    const known = this.#knownOf(before);
    if (!known) {
      return this.#askOneByOne(before, asked);
    }
    const last = asked && { ...asked, name: this.#statements.nameOf(asked.text) };
    const answer = new Promise<pg.QueryResult>((resolve, reject) => {
      const together = new StatementsTogether(known, last, (error, result) =>
        error ? reject(error) : resolve(result),
      );
      this.query(together as unknown as pg.Query);
    });
    return this.#told(answer, [asked?.text, ...before.map(({ text }) => text)]);
  }

  /** Whether statements have one end: what they set for their transaction holds for the last one. */
  mayAskTogether(before: readonly SentStatement[]): boolean {
    return this.#knownOf(before) !== undefined;
  }

  /** @returns undefined when one of them is not prepared yet. */
  #knownOf(statements: readonly SentStatement[]): KnownStatement[] | undefined {
    const { parsedStatements } = this.#wire;
    const known = statements.flatMap((each) => {
      const name = this.#statements.nameOf(each.text);
      return name !== undefined && name in parsedStatements ? { ...each, name } : [];
    });
    return known.length === statements.length ? known : undefined;
  }

  /** In one write, but each with an end of its own: what a connection does not know yet, it prepares. */
  async #askOneByOne(
    before: readonly SentStatement[],
    asked: Pick<AskedStatement, 'text' | 'values'> | undefined,
  ): Promise<pg.QueryResult | undefined> {
    const { stream } = this.#wire;
    stream.cork();
    const sent = before.map(async ({ text, parameters, check }) => {
      const given = {
        name: this.#statements.nameOf(text) ?? '',
        text,
        values: [...parameters],
        rowMode: 'array' as const,
      };
      const { rows } = await this.query<(string | null)[]>(given);
      check?.(rows[0]);
    });
    const answer = asked && this.query(asked.text, [...asked.values]);
    stream.uncork();
    await allAnswered(answer ? [...sent, answer] : sent);
    return answer;
  }

  /** What a statement gives, or why it fails; `texts` are what was sent. */
  #told<T>(answer: Promise<T>, texts: readonly unknown[]): Promise<T> {
    const tell = async () => {
      try {
        return await answer;
      } catch (error) {
        if (error instanceof pg.DatabaseError && error.code === changedResult) {
          texts.forEach((text) => this.#statements.forget(String(text)));
        }
        throw this.#isLost && !(error instanceof pg.DatabaseError) ? new DatabaseUnavailable(error) : error;
      }
    };
    return inQuerySpan(() => queryFacts(texts[0]), tell);
  }

  get #wire(): Wire {
    return (this as unknown as { connection: Wire }).connection;
  }

  /** Gives the connection up at once, whatever the other end does: what waits for an answer fails. */
  breakOff(): void {
    this.#wire.stream.destroy();
  }

  #lose(): void {
    this.#isLost = true;
    open.delete(this);
  }
}

/** SQLSTATE of a prepared statement whose columns a migration has changed since. */
const changedResult = '0A000';

/** Statements that a connection keeps prepared, and texts that it has been asked once, at most. */
const mostStatements = 200;

let names = 0;

/** What one connection has prepared: what was not asked for the longest time is forgotten first. */
class PreparedStatements {
  readonly #names = new Map<string, string>();
  readonly #askedOnce = new Set<string>();
  onForgotten: (name: string) => void = () => undefined;

  /** Under which name a statement is prepared; undefined for one that is not. */
  nameOf(text: string): string | undefined {
    const known = this.#names.get(text);
    if (known !== undefined) {
      this.#names.delete(text);
      this.#names.set(text, known);
      return known;
    }
    const isRepeated = text.startsWith(repeatedMark) && text.length <= longestRepeated;
    if (!text.startsWith(preparedMark) && !(isRepeated && this.#isAskedAgain(text))) {
      return undefined;
    }
    const name = `noa_${++names}`;
    this.#names.set(text, name);
    const [oldest] = this.#names.keys();
    if (this.#names.size > mostStatements && oldest !== undefined) {
      this.forget(oldest);
    }
    return name;
  }

  #isAskedAgain(text: string): boolean {
    if (this.#askedOnce.delete(text)) {
      return true;
    }
    this.#askedOnce.add(text);
    const [oldest] = this.#askedOnce;
    if (this.#askedOnce.size > mostStatements && oldest !== undefined) {
      this.#askedOnce.delete(oldest);
    }
    return false;
  }

  /** It is prepared anew when it is asked again. */
  forget(text: string): void {
    const name = this.#names.get(text);
    if (name !== undefined) {
      this.#names.delete(text);
      this.onForgotten(name);
    }
  }
}

/** Breaks off all connections to a server: nothing arrives from it, and what waits for it would wait for as long as TCP does. */
export function breakConnections(host: string, port: number): void {
  for (const client of open) {
    if (client.host === host && client.port === port) {
      client.breakOff();
    }
  }
}
