import type { FieldErrors } from '@noa/domain/errors.ts';

/** GraphQL says of a variable that is not valid where the value stands in it, and why, and nowhere but in words. */
const complaint = /^Variable "\$(?<variable>\w+)" has invalid value(?: at (?<path>[.\w[\]]+))?: (?<problem>.*)$/s;
const lacking = /to include required field "(?<field>\w+)"/;
const unknown = /not to include unknown field "(?<field>\w+)"/;
const absent = /^Expected (a )?value of non-null type/;

/** Where a value of a variable is refused. */
export interface RefusedVariable {
  /** Dotted path within the variable, as inputs have theirs: `recipients.0`; the variable's own name for all of it. */
  readonly path: string;
  /** Locale key of what GraphQL finds wrong with it; a value that refuses itself says so itself. */
  readonly problem: string;
}

/** What GraphQL complains of in a variable; undefined for a complaint of anything else. */
export function refusedVariable(message: string): RefusedVariable | undefined {
  const { variable, path = '', problem } = complaint.exec(message)?.groups ?? {};
  if (variable === undefined || problem === undefined) {
    return undefined;
  }
  const { field: missing } = lacking.exec(problem)?.groups ?? {};
  const { field: odd } = unknown.exec(problem)?.groups ?? {};
  const steps = [...(path.match(/\w+/g) ?? []), ...[missing ?? odd].filter((field) => field !== undefined)];
  return {
    path: steps.join('.') || variable,
    problem: missing !== undefined || absent.test(problem) ? 'form.required' : 'form.badValue',
  };
}

/** The same as errors of fields. */
export function fieldsOfVariable(message: string): FieldErrors | undefined {
  const refused = refusedVariable(message);
  return refused && { [refused.path]: refused.problem };
}
