import { getCallSites } from 'node:util';
import { CompiledQuery, PostgresQueryCompiler } from 'kysely';

/** A statement, and its text as it is sent: with the name of the function that asks it. */
export type NamedQuery = CompiledQuery & { readonly named?: string };

/** Compiles as Kysely does for PostgreSQL. The name is beside the text, which may become part of another statement. */
export class NamingCompiler extends PostgresQueryCompiler {
  override compileQuery(...given: Parameters<PostgresQueryCompiler['compileQuery']>) {
    const compiled = super.compileQuery(...given);
    return { ...compiled, named: named(compiled.sql) };
  }
}

/** A statement that is kept, to be asked again: without the tree it was compiled from, which weighs many times as much. */
export const withoutTree = ({ sql: text, parameters, named: sent = text }: NamedQuery): NamedQuery => ({
  ...CompiledQuery.raw(text, [...parameters]),
  named: sent,
});

/** A statement without parameters that is always the same. */
export const namedText = (text: string): NamedQuery => ({ ...CompiledQuery.raw(text), named: named(text) });

/** Frames that Kysely may put between us and who asks; more cost more. */
const mostFrames = 12;

/** Texts whose names are remembered, at most: those that the program writes, and what was asked last of those that follow from a request. */
const mostNames = 500;

const names = new Map<string, string>();

/**
 * The text of a statement with the name of the function that asks it, as `pg_stat_activity`, `auto_explain` and the log of PostgreSQL show
 * it: `/* noteSync, sync/sync.queries.ts *\/ update …`. A text has one name, that of whoever asked it first, so that it is prepared once; the
 * name is made of our own source alone, never of what was sent.
 */
export function named(text: string): string {
  const known = names.get(text);
  if (known !== undefined) {
    return known;
  }
  const name = callerName();
  const made = name === undefined ? text : text.replace(marks, `$&/* ${name} */ `);
  const [oldest] = names.keys();
  if (names.size >= mostNames && oldest !== undefined) {
    names.delete(oldest);
  }
  names.set(text, made);
  return made;
}

/** What says how a statement is to be sent (prepared.ts, pipelined.ts) stays at its beginning. */
const marks = /^(?:\/\* (?:prepared|repeated|opening) \*\/ ?)*/;

/** Not what only passes statements on. */
const ours = /.*\/server\/src\/(?!database\/(?:connection\/statement-names|statements)\.ts)([^?]+)/;

/** The function that runs, or its file and line where it has no name; undefined for what is no part of the server. */
function callerName(): string | undefined {
  const frame = getCallSites(mostFrames).find(({ scriptName }) => ours.test(scriptName));
  const file = frame && ours.exec(frame.scriptName)?.[1];
  if (!file) {
    return undefined;
  }
  const name = frame.functionName ? `${frame.functionName}, ${file}` : `${file}:${frame.lineNumber}`;
  return name.replace(/[^\w.,:/ -]/g, '');
}
