import type { Socket } from 'node:net';
import { sql } from 'kysely';
import pg from 'pg';
import { inQuerySpan } from '../instruments/tracing.ts';
import { DatabaseAway } from './away.ts';
import { queryFacts } from './query-facts.ts';

export const preparedMark = '/* prepared */';

/**
 * Begins a statement that is planned once a connection instead of each time: for what is run often, always with the same
 * text, and joins so much that planning takes as long as running. The plan must not depend on the parameters.
 */
export const prepared = sql.raw(preparedMark);

/** Names of prepared statements, by their text; few, as only whoever writes a query marks it. */
const names = new Map<string, string>();

function nameOf(text: string): string {
  const name = names.get(text) ?? `noa_${names.size + 1}`;
  names.set(text, name);
  return name;
}

/** Connections that are open, of every pool of this process. */
const open = new Set<PreparingClient>();

/**
 * A connection that prepares the statements marked so, and fails with {@link DatabaseAway} when it is lost: the driver's own errors
 * differ in their texts only.
 */
export class PreparingClient extends pg.Client {
  #isLost = false;

  constructor(config?: string | pg.ClientConfig) {
    super(config);
    open.add(this);
    this.on('error', () => this.#lose()); // whatever runs fails as well, and says so
    this.on('end', () => this.#lose());
    const ask = super.query.bind(this) as (...given: unknown[]) => unknown;
    const prepare = (text: unknown, values?: unknown, ...rest: unknown[]) =>
      typeof text === 'string' && text.startsWith(preparedMark)
        ? ask({ name: nameOf(text), text, values }, ...rest)
        : ask(text, values, ...rest);
    const tell = async (answer: Promise<unknown>) => {
      try {
        return await answer;
      } catch (error) {
        throw this.#isLost && !(error instanceof pg.DatabaseError) ? new DatabaseAway(error) : error;
      }
    };
    this.query = ((...given: [unknown, unknown?, ...unknown[]]) => {
      const answer = prepare(...given);
      return answer instanceof Promise
        ? inQuerySpan(
            () => queryFacts(given[0]),
            () => tell(answer),
          )
        : answer;
    }) as typeof this.query;
  }

  /** Gives the connection up at once, whatever the other end does: what waits for an answer fails. */
  breakOff(): void {
    (this as unknown as { connection: { stream: Socket } }).connection.stream.destroy();
  }

  #lose(): void {
    this.#isLost = true;
    open.delete(this);
  }
}

/** Breaks off all connections to a server: nothing is heard from it, and what waits for it would wait for as long as TCP does. */
export function breakConnections(host: string, port: number): void {
  for (const client of open) {
    if (client.host === host && client.port === port) {
      client.breakOff();
    }
  }
}
