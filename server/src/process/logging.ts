import pg from 'pg';
import pino, { type DestinationStream, type Logger, type LoggerOptions } from 'pino';
import { OperatorError } from '@noa/domain/errors.ts';
import { currentTraceId } from '../instruments/tracing.ts';
import { currentRequestId } from './request-id.ts';
import { StandardOutput } from './standard-output.ts';

/** Frames of a stack that are told. */
const maxFrames = 12;

/** Errors within errors that are told. */
const maxCauses = 4;

/** What PostgreSQL says of a failure in words of the schema and of its own program; its message, detail, hint, context and query can hold values. */
const databaseFacts = [
  'severity',
  'code',
  'schema',
  'table',
  'column',
  'dataType',
  'constraint',
  'position',
  'file',
  'line',
  'routine',
] as const satisfies readonly (keyof pg.DatabaseError)[];

/** What Node, libraries and mail servers say in words of their own, or in numbers. */
const otherFacts = ['code', 'errno', 'syscall', 'port', 'statusCode', 'status', 'responseCode'] as const;

const isFact = (value: unknown): value is string | number =>
  typeof value === 'number' || (typeof value === 'string' && /^[\w.-]{1,80}$/.test(value));

const frame = /^ {4}at (?:[^()]{1,120} \()?(?:file:|node:|\/)[^\s()]{1,300}:\d+:\d+\)?$/;

/** Where it was thrown. The message stands above the frames, of as many lines as it has, and may look like them. */
function framesOf({ stack = '', message }: Error): string[] {
  const begins = stack.indexOf(message);
  const below = begins < 0 ? stack : stack.slice(begins + message.length);
  return below
    .split('\n')
    .filter((line) => frame.test(line))
    .slice(0, maxFrames)
    .map((line) => line.trim());
}

/**
 * What a log may hold of an error: its kind, codes and places, and never a text that may repeat what somebody typed. A message
 * is told of {@link OperatorError}s alone; PostgreSQL, DuckDB, V8 and libraries all quote values in theirs.
 */
function errorFacts(error: unknown, causes = maxCauses): Record<string, unknown> {
  if (!(error instanceof Error)) {
    return { type: typeof error };
  }
  const facts = error instanceof pg.DatabaseError ? databaseFacts : otherFacts;
  const all = error as unknown as Readonly<Record<string, unknown>>;
  const told = facts.flatMap((name) => (isFact(all[name]) ? [[name, all[name]] as const] : []));
  const inner = causes > 0 && error.cause !== undefined ? { cause: errorFacts(error.cause, causes - 1) } : {};
  const several =
    causes > 0 && error instanceof AggregateError
      ? { errors: error.errors.slice(0, maxCauses).map((each) => errorFacts(each, 0)) }
      : {};
  return {
    type: error.constructor.name,
    ...(error instanceof OperatorError && { message: error.message }),
    ...Object.fromEntries(told),
    stack: framesOf(error).join('\n'),
    ...inner,
    ...several,
  };
}

/** Addresses carry codes, states and one-time tokens: of a request its route is told. */
const requestFacts = (request: unknown) => {
  const { method, routeOptions } = request as { method?: unknown; routeOptions?: { url?: unknown } };
  return { method, route: routeOptions?.url };
};

const responseFacts = (response: unknown) => ({ statusCode: (response as { statusCode?: unknown }).statusCode });

const errorOf = (given: unknown): Error | undefined => {
  if (given instanceof Error) {
    return given;
  }
  const err = typeof given === 'object' && given !== null && 'err' in given ? given.err : undefined;
  return err instanceof Error ? err : undefined;
};

/** Log lines say nothing that anybody typed; see {@link errorFacts}. */
const options = {
  serializers: {
    err: (error: unknown) => errorFacts(error),
    error: (error: unknown) => errorFacts(error),
    req: requestFacts,
    res: responseFacts,
  },
  mixin: () => {
    const [requestId, traceId] = [currentRequestId(), currentTraceId()];
    return { ...(requestId !== undefined && { requestId }), ...(traceId !== undefined && { traceId }) };
  },
  redact: ['*.password', '*.token', '*.authorization', '*.cookie'],
  hooks: {
    // Without words of its own, or with the error's (as Fastify does it), a line would say the error's message.
    logMethod(args, method) {
      const [given, said] = args as unknown[];
      const error = errorOf(given);
      if (error && (said === undefined || said === error.message)) {
        method.apply(this, [{ err: error }, 'Something failed']);
      } else {
        method.apply(this, args);
      }
    },
  },
} satisfies LoggerOptions;

/** The server's log. */
export const createLogger = (level: string, destination: DestinationStream = new StandardOutput()): Logger =>
  pino({ ...options, level }, destination);
