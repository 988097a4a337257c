import type { IncomingMessage, ServerResponse } from 'node:http';
import { GraphQLError, type ExecutionResult, type GraphQLSchema } from 'graphql';
import { AppError, type ErrorCode } from '@noa/domain/errors.ts';
import { createYoga, isAsyncIterable, type Plugin, type YogaServerInstance } from 'graphql-yoga';
import { batchVariables } from './batch-items.ts';
import { holdBytes, type HeldBytes } from './bytes-in-flight.ts';
import { compressed } from './compression.ts';
import type { Context } from '../../request/context.ts';
import type { Authenticate } from './authenticate.ts';
import { answerDirectly, isAnsweredOnce, isObject, isPlain, type Begun, type Known, type Params } from './direct.ts';
import { Documents, type ReadDocument } from '../bounds/document.ts';
import { executeBounded } from './execute-bounded.ts';
import { fieldsOf, formatError, loggable, type ReportInternal } from './format-error.ts';
import { errorsReported } from '../../instruments/meters.ts';
import { refuseLongLists } from '../bounds/list-lengths.ts';
import { refuseCostly } from '../bounds/limits.ts';
import { refusalsOf, type ReportRefusal } from './refusals.ts';
import { refuseBadVariables } from '../bounds/sent-text.ts';
import { wellFormed } from '../bounds/well-formed.ts';

interface GraphqlServerOptions {
  readonly schema: GraphQLSchema;
  /**
   * Finds out who asks, from the `Authorization` header.
   *
   * @throws {AppError} `AuthenticationMalformed`.
   */
  readonly authenticate: Authenticate;
  readonly reportInternal: ReportInternal;
  /** Told of who has no right to what; absent: nobody is. */
  readonly reportRefusal?: ReportRefusal;
}

/** What is known of a request beside what it says itself. */
export interface Transport {
  /** Where it comes from; see `Context.clientNetwork`. */
  readonly clientNetwork?: string;
  /** What was found out of it already, before Yoga was asked. */
  readonly begun?: Begun;
  /** What its body takes of what its caller may send at once; absent where nothing is announced. */
  readonly body?: HeldBytes;
}

/** The GraphQL endpoint. */
export interface GraphqlServer {
  /** Answers a request of the Fetch standard. */
  readonly fetch: (url: string, request: RequestInit, transport?: Transport) => Promise<Response>;
  /** Answers a request of Node. */
  readonly handle: (request: IncomingMessage, response: ServerResponse, transport: Transport) => Promise<void>;
}

/** The GraphQL endpoint: authentication, limits, execution, errors. */
export function createGraphqlServer(options: GraphqlServerOptions): GraphqlServer {
  const { schema, authenticate } = options;
  const documents = new Documents(schema);
  const yoga = createYogaServer(options, documents);
  const findKnown = (params: Params): Known | undefined => {
    const read = documents.find(params.query);
    return read && isAnsweredOnce(read, params) ? { read, cost: costOf(schema, read, params) } : undefined;
  };
  const execute = ({ read, cost }: Known, { variables, operationName }: Params, caller: Context) => {
    const { document } = read;
    const args = { schema, document, contextValue: caller, variableValues: variables ?? {}, operationName };
    return executeBounded(args, cost, read.plan(operationName, args.variableValues));
  };
  const tell = (result: ExecutionResult, caller: Context) => tellRefusals(options, result, caller);
  const known = { findKnown, execute, tell };
  const handleHolding = async (
    request: IncomingMessage,
    response: ServerResponse,
    transport: Transport & { readonly body: HeldBytes },
  ) => {
    const { clientNetwork = null, body } = transport;
    const directly = () =>
      answerDirectly(request, response, {
        ...known,
        body,
        authenticate: (authorization, client) => authenticate(authorization, clientNetwork, client),
        assume: async (authorization, client) => authenticate.assume?.(authorization, clientNetwork, client),
      }).catch((error: unknown) => {
        response.destroy(); // nobody would answer any more
        throw error;
      });
    const begun = isPlain(request) ? await directly() : null;
    if (begun === undefined) {
      return;
    }
    if (begun?.body) {
      Object.assign(request, { body: begun.body }); // where Yoga looks for what was read already
    }
    await yoga.handle(request, response, { ...transport, ...(begun && { begun }) });
  };
  const handle: GraphqlServer['handle'] = async (request, response, transport) => {
    const body = holdBytes(Number(request.headers['content-length']));
    // A mutation is done to its end, and what it was sent is kept as long, also for a client that has gone.
    await handleHolding(request, response, { ...transport, body }).finally(body.release);
  };
  return { fetch: async (url, request, transport = {}) => yoga.fetch(url, request, transport), handle };
}

function createYogaServer(
  { schema, authenticate, reportInternal, reportRefusal = () => undefined }: GraphqlServerOptions,
  documents: Documents,
): YogaServerInstance<Transport, Carrier> {
  return createYoga<Transport, Carrier>({
    schema,
    graphqlEndpoint: '/graphql',
    graphiql: false,
    landingPage: false,
    logging: false,
    batching: false,
    // The console is of our own origin; by default any page could ask with a person's cookies.
    cors: false,
    // Bodies are bounded before they are read, by what they announce (http/server.ts); Yoga's own bound is below an upload's.
    maxRequestBodySize: false,
    // Keeps whatever is sent, a thousand documents of any length.
    parserAndValidationCache: false,
    maskedErrors: { maskError: (error) => answerable(formatError(error, reportInternal)) },
    plugins: [
      requirePreflight,
      authenticated(authenticate, reportRefusal),
      wellFormed,
      bounded(schema, documents),
      unpackCaller({ reportRefusal }),
      endingUnread(),
      unbuffered,
      compressed,
    ],
  });
}

/**
 * What goes through Yoga with each request. It copies what it is given into a context of its own, which would cost our context its
 * methods.
 */
export interface Carrier {
  caller: Context;
  read?: ReadDocument;
  /** Fields that may come back. */
  cost?: number;
}

/** Who asks is found out before a byte of what they ask is read. */
const authenticated = (
  authenticate: GraphqlServerOptions['authenticate'],
  reportRefusal: ReportRefusal,
): Plugin<Carrier, Transport & Carrier> => ({
  onRequestParse: async ({ request, serverContext }) => {
    const { clientNetwork = null, begun, body } = serverContext;
    try {
      const caller = await (begun?.caller ??
        authenticate(request.headers.get('authorization'), clientNetwork, request.signal));
      body?.take(caller.viewer);
      serverContext.caller = caller;
    } catch (error) {
      if (error instanceof AppError && error.code === 'AuthenticationMalformed') {
        reportRefusal({ code: error.code, fields: [], caller: null, network: clientNetwork });
      }
      throw error;
    }
  },
});

/** By GraphQL's own executor: Yoga's copies all variables before it reads them, a tenth of the work of recording a batch. */
const unpackCaller = (options: Pick<GraphqlServerOptions, 'reportRefusal'>): Plugin<Carrier & Transport> => ({
  onExecute: ({ setExecuteFn }) => {
    setExecuteFn(async (args) => {
      const { caller, cost = 1, read, begun } = args.contextValue;
      if (begun?.answer) {
        return begun.answer;
      }
      const result = await executeBounded(
        { ...args, contextValue: caller },
        cost,
        read?.plan(args.operationName, args.variableValues),
      );
      tellRefusals(options, result, caller);
      return result;
    });
  },
});

/**
 * Ends a stream that nobody will read: its client takes no events, or went before they began. Yoga answers the one with 406, and the
 * other with nothing, and lets go of neither stream.
 */
function endingUnread(): Plugin<Carrier & Transport, Transport & Partial<Carrier>> {
  const opened = new WeakMap<Context, AsyncIterator<unknown>>();
  return {
    onSubscribe: ({ subscribeFn, setSubscribeFn }) => {
      setSubscribeFn(async (args) => {
        const { caller } = args.contextValue;
        const stream: unknown = await subscribeFn({ ...args, contextValue: caller });
        if (isAsyncIterable(stream)) {
          opened.set(caller, stream[Symbol.asyncIterator]());
        }
        return stream;
      });
    },
    onResponse: async ({ response, serverContext: { caller } }) => {
      if (caller && (!isStream(response) || caller.bounds.reading.aborted)) {
        await opened.get(caller)?.return?.();
      }
    },
  };
}

function tellRefusals(
  { reportRefusal }: Pick<GraphqlServerOptions, 'reportRefusal'>,
  { errors }: ExecutionResult,
  { viewer, clientNetwork: network }: Context,
): void {
  for (const refusal of refusalsOf(errors)) {
    reportRefusal?.({ ...refusal, caller: viewer.accountId ?? viewer.actor, network });
  }
}

/**
 * GraphQL over HTTP answers refusals with 200: clients of the specification read the body only then (§8). What the server cannot do for
 * now is no refusal: proxies and gateways know by 503 to ask again.
 */
function answerable(error: GraphQLError): GraphQLError {
  const { retryAfterSeconds } = error.extensions;
  const http =
    typeof retryAfterSeconds === 'number'
      ? { status: 503, headers: { 'retry-after': String(retryAfterSeconds) }, spec: false }
      : { status: 200, spec: false };
  return new GraphQLError(error.message, {
    ...(error.nodes && { nodes: error.nodes }),
    ...(error.source && { source: error.source }),
    ...(error.positions && { positions: error.positions }),
    ...(error.path && { path: error.path }),
    extensions: { ...error.extensions, http },
  });
}

/** GraphQL's own complaint about a document, under a code of ours. */
function complaint(error: GraphQLError): GraphQLError {
  const { message, nodes } = error;
  const fields = fieldsOf(error);
  errorsReported.inc({ code: 'ValidationFailed' satisfies ErrorCode });
  return new GraphQLError(loggable(message), {
    ...(nodes && { nodes }),
    extensions: { code: 'ValidationFailed' satisfies ErrorCode, ...(fields && { fields }) },
  });
}

/** What an operation may cost. @throws {AppError} for what may not be executed, by its texts or by its size. */
function costOf(schema: GraphQLSchema, read: ReadDocument, { variables, operationName }: Params): number {
  const sent = isObject(variables) ? variables : {};
  const batches = batchVariables(schema, read.document, operationName);
  refuseBadVariables(sent, batches);
  refuseLongLists(schema, read.document, operationName, { variables: sent, batches });
  if (read.takesVariables) {
    return refuseCostly(schema, read.document, sent);
  }
  read.fixedCost ??= refuseCostly(schema, read.document, {});
  return read.fixedCost;
}

/** Reads a document once, within limits: first its text, then its cost, then whether it is valid. */
const bounded = (schema: GraphQLSchema, documents: Documents): Plugin<Carrier, Carrier> => ({
  onParams: ({ params: { query, variables, operationName }, context }) => {
    if (typeof query === 'string') {
      context.read = documents.read(query);
      context.cost = costOf(schema, context.read, { query, variables, operationName });
    }
  },
  onParse: ({ context, setParsedDocument }) => {
    if (context.read) {
      setParsedDocument(context.read.document);
    }
  },
  onValidate: ({ context, setResult }) => {
    if (context.read) {
      setResult(context.read.problems().map((error) => answerable(complaint(error))));
    }
  },
});

/** A form on a foreign page can post multipart but cannot set a header: uploads must carry one (CSRF). */
const requirePreflight: Plugin = {
  onRequest: ({ request, ...hook }) => {
    const type = request.headers.get('content-type') ?? '';
    if (type.startsWith('multipart/form-data') && !request.headers.has('authorization')) {
      hook.endResponse(new Response(null, { status: 415 }));
    }
  },
};

const isStream = (response: Response) => response.headers.get('content-type')?.startsWith('text/event-stream') ?? false;

/** Proxies that gather answers (nginx does unless told) would keep what a subscription tells to themselves. */
const unbuffered: Plugin = {
  onResponse: ({ response }) => {
    if (isStream(response)) {
      response.headers.set('x-accel-buffering', 'no');
    }
  },
};
