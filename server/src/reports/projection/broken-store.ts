import { OperatorError } from '@noa/domain/errors.ts';

/** The file cannot be used as it is; it is built anew. */
export class BrokenStore extends OperatorError {
  override readonly name = 'BrokenStore';
}

/**
 * Makes a connection say what kind of failure each one is, in a form that programs read: the bindings for Node pass on
 * DuckDB's message alone (`duckdb_result_error_type` is not exposed).
 */
export const typedErrors = 'set errors_as_json = true';

/** Failures of the file or of the engine, rather than of one query (`ExceptionType` of DuckDB). */
const fatal: readonly unknown[] = ['IO', 'FATAL', 'INTERNAL', 'Serialization', 'Catalog'];

/** @throws {BrokenStore} when the file or the engine failed. */
export async function orBroken<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    const isBroken = fatal.includes(exceptionType(cause));
    throw isBroken ? new BrokenStore('The projection could not be read or written', { cause }) : cause;
  }
}

/** DuckDB's own name for the kind of failure; undefined for what is no error of a connection with {@link typedErrors}. */
function exceptionType(cause: unknown): unknown {
  if (!(cause instanceof Error)) {
    return undefined;
  }
  try {
    const told: unknown = JSON.parse(cause.message);
    return typeof told === 'object' && told !== null && 'exception_type' in told ? told.exception_type : undefined;
  } catch {
    return undefined; // an error of ours or of Node, whose message is for people
  }
}
