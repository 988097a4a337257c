import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import { OperatorError } from '@noa/domain/errors.ts';

/** Words that a command cannot make sense of. Whoever runs it is told which and how it is used, and nothing is done. */
export class UsageError extends OperatorError {
  override readonly name = 'UsageError';
}

const isRefusedByParser = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS_');

/** Whether a command is asked how it is used: nothing else that is said beside counts then. */
export const asksForHelp = (args: readonly string[]): boolean =>
  (args.includes('--') ? args.slice(0, args.indexOf('--')) : args).some((arg) => arg === '--help' || arg === '-h');

/**
 * The options and the other words of a command, in their order.
 *
 * @param args - what stands behind the command's own name.
 * @param takes - what the other words are, of which those that end in `?` may be left out.
 * @throws {UsageError} for an option that is unknown or has no value, and for a word too many or too few.
 */
export function readArguments<const Options extends ParseArgsOptionsConfig>(
  args: readonly string[],
  { takes = [], options }: { takes?: readonly string[]; options: Options },
) {
  const { values, positionals } = parse(args, options);
  const missing = takes[positionals.length];
  if (missing !== undefined && !missing.endsWith('?')) {
    throw new UsageError(`${missing} is missing.`);
  }
  const superfluous = positionals[takes.length];
  if (superfluous !== undefined) {
    throw new UsageError(`"${superfluous}" is a word too many.`);
  }
  return { values, positionals };
}

/** The parser's own refusals, as ours. */
function parse<const Options extends ParseArgsOptionsConfig>(args: readonly string[], options: Options) {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options });
  } catch (error) {
    throw isRefusedByParser(error) ? new UsageError(error.message) : error;
  }
}

/**
 * The command that is named, and what stands behind it.
 *
 * @throws {UsageError} for none, and for one that is not among `names`.
 */
export function commandOf<Name extends string>(
  [command, ...args]: readonly string[],
  names: readonly Name[],
): { command: Name; args: string[] } {
  const known = names.find((name) => name === command);
  if (known === undefined) {
    throw new UsageError(command === undefined ? 'Say what is to be done.' : `There is no command "${command}".`);
  }
  return { command: known, args };
}
