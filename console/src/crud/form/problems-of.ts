import type * as z from 'zod/mini';

/** What is said of a value that keeps no bound, where the bound is known; the server sends the key alone. */
const withBound: Readonly<Record<string, string>> = {
  'form.tooSmall': 'form.atLeast',
  'form.tooLarge': 'form.atMost',
  'form.tooLong': 'form.mostCharacters',
  'form.tooMany': 'form.mostValues',
};

/** What the library says of a problem, and a check of our own in its `params`. */
interface Issue {
  readonly message: string;
  readonly minimum?: number | bigint;
  readonly maximum?: number | bigint;
}

function problemOf(issue: z.core.$ZodIssue): string {
  const { message, minimum, maximum = minimum }: Issue = { ...issue, ...(issue.code === 'custom' && issue.params) };
  const key = withBound[message];
  return key && maximum !== undefined ? `${key} ${maximum}` : message;
}

/**
 * What is wrong with the values of a form: for each field the first problem, as `problemText` reads it: a locale key, perhaps with the
 * bound that the value does not keep.
 */
export function problemsOf(schema: z.ZodMiniType, values: unknown): Record<string, string> {
  const problems: Record<string, string> = {};
  for (const issue of schema.safeParse(values).error?.issues ?? []) {
    problems[issue.path.join('.')] ??= problemOf(issue);
  }
  return problems;
}
