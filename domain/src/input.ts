import type * as z from 'zod/mini';
import { AppError, type FieldErrors, namesNothingKey, validationFailed } from './errors.ts';

/** What is wrong where a schema does not say: the words of its library are no key. */
const unstated = (issue: { readonly input?: unknown }) =>
  issue.input === undefined ? 'form.required' : 'form.badValue';

/**
 * The values of `input` as `schema` cleans them.
 *
 * @throws {AppError} `ValidationFailed`, with the locale key of what is wrong by each field's path; `NotFound` where all that is wrong
 * is that ids are none, as of ids that name nothing.
 */
export function parseInput<Schema extends z.ZodMiniType>(schema: Schema, input: unknown): z.output<Schema> {
  const result = schema.safeParse(input, { error: unstated });
  if (result.success) {
    return result.data;
  }
  const found = result.error.issues.flatMap((issue) => {
    // What a strict schema does not know is told at what contains it.
    const paths = issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key]) : [issue.path];
    return paths.map((path) => [path.map(String).join('.'), issue.message] as const);
  });
  // What a field itself does not take comes before how it does not fit the others, and is what is said of it.
  const fields: FieldErrors = Object.fromEntries(found.toReversed());
  if (Object.values(fields).every((key) => key === namesNothingKey)) {
    throw new AppError('NotFound', `${Object.keys(fields).join(', ')} names nothing`, { fields });
  }
  throw validationFailed(fields);
}

/**
 * What is made or asked for, of which nothing is there yet that null could clear: null says as little of a field as its absence, which is
 * what clients send for a variable that they leave empty.
 *
 * @throws {AppError} as {@link parseInput}.
 */
export const parseNew = <Schema extends z.ZodMiniType>(schema: Schema, input: unknown): z.output<Schema> =>
  parseInput(schema, Object.fromEntries(Object.entries(input ?? {}).filter(([, value]) => value !== null)));
