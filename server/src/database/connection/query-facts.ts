import type { QueryFacts } from '../../instruments/tracing.ts';

/** Characters of a statement that are told. */
const longest = 2_000;

/** What may be told of a statement as the driver is given it: its text, in which values are numbers of parameters or left out. */
export function queryFacts(given: unknown): QueryFacts {
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
