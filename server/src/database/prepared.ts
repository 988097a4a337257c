import { sql } from 'kysely';
import pg from 'pg';

const mark = '/* prepared */';

/**
 * Begins a statement that is planned once a connection instead of each time: for what is run often, always with the same
 * text, and joins so much that planning takes as long as running. The plan must not depend on the parameters.
 */
export const prepared = sql.raw(mark);

/** Names of prepared statements, by their text; few, as only whoever writes a query marks it. */
const names = new Map<string, string>();

function nameOf(text: string): string {
  const name = names.get(text) ?? `noa_${names.size + 1}`;
  names.set(text, name);
  return name;
}

/** A connection that prepares the statements marked so. */
export class PreparingClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    const ask = super.query.bind(this) as (...given: unknown[]) => unknown;
    const prepare = (text: unknown, values?: unknown, ...rest: unknown[]) =>
      typeof text === 'string' && text.startsWith(mark)
        ? ask({ name: nameOf(text), text, values }, ...rest)
        : ask(text, values, ...rest);
    this.query = prepare as typeof this.query;
  }
}
