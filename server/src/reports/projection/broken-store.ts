/** The file cannot be used as it is; it is built anew. */
export class BrokenStore extends Error {
  override readonly name = 'BrokenStore';
}

/** Failures of the file or of the engine, rather than of one query. */
const fatal = /^(IO|FATAL|INTERNAL|Internal|Serialization|Catalog) Error|database has been invalidated/;

export const isFatal = (cause: unknown): boolean => cause instanceof Error && fatal.test(cause.message);
