import { GraphQLError, type GraphQLSchema } from 'graphql';
import type { ErrorCode } from '@noa/domain/errors.ts';
import { withoutIdNumbers } from '@noa/domain/id-number.ts';
import { createYoga, type Plugin, type YogaServerInstance } from 'graphql-yoga';
import type { Context } from './context.ts';
import { executeWithLists } from './execute-with-lists.ts';
import { formatError, type ReportInternal } from './format-error.ts';
import { parseBounded, refuseCostly } from './limits.ts';
import { refuseBadVariables } from './sent-text.ts';

interface GraphqlServerOptions {
  readonly schema: GraphQLSchema;
  /**
   * Finds out who asks, from the `Authorization` header.
   *
   * @throws {AppError} `AuthenticationMalformed`.
   */
  readonly authenticate: (authorization: string | null, clientNetwork: string | null) => Promise<Context>;
  readonly reportInternal: ReportInternal;
}

/** What is known of a request beside what it says itself. */
export interface Transport {
  /** Where it comes from; see `Context.clientNetwork`. */
  readonly clientNetwork?: string;
}

/** The GraphQL endpoint: authentication, limits, execution, errors; over any request of the Fetch standard. */
export function createGraphqlServer({
  schema,
  authenticate,
  reportInternal,
}: GraphqlServerOptions): YogaServerInstance<Transport, Carrier> {
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
    context: async ({ request, clientNetwork = null }) => ({
      caller: await authenticate(request.headers.get('authorization'), clientNetwork),
    }),
    maskedErrors: { maskError: (error) => answerable(formatError(error, reportInternal)) },
    plugins: [bounded, unpackCaller, requirePreflight, unbuffered],
  });
}

/** Yoga copies what it is given into a context of its own, which would cost our context its methods. */
export interface Carrier {
  readonly caller: Context;
}

/** By GraphQL's own executor: Yoga's copies all variables before it reads them, a tenth of the work of recording a batch. */
const unpackCaller: Plugin<Carrier> = {
  onExecute: ({ setExecuteFn }) => {
    setExecuteFn((args) => executeWithLists({ ...args, contextValue: args.contextValue.caller }));
  },
  onSubscribe: ({ subscribeFn, setSubscribeFn }) => {
    setSubscribeFn((args) => subscribeFn({ ...args, contextValue: args.contextValue.caller }));
  },
};

/** GraphQL over HTTP answers refusals with 200: clients of the specification read the body only then (§8). */
const answerable = (error: GraphQLError) =>
  new GraphQLError(error.message, {
    ...(error.nodes && { nodes: error.nodes }),
    ...(error.source && { source: error.source }),
    ...(error.positions && { positions: error.positions }),
    ...(error.path && { path: error.path }),
    extensions: { ...error.extensions, http: { status: 200, spec: false } },
  });

/** GraphQL's own complaint about a document, under a code of ours. */
const complaint = (message: string, nodes: GraphQLError['nodes']) =>
  new GraphQLError(withoutIdNumbers(message), {
    ...(nodes && { nodes }),
    extensions: { code: 'ValidationFailed' satisfies ErrorCode },
  });

const bounded: Plugin = {
  onParse: ({ setParseFn }) => {
    setParseFn(parseBounded);
  },
  onValidate:
    () =>
    ({ valid, result, setResult }) => {
      if (!valid) {
        setResult(result.map(({ message, nodes }) => answerable(complaint(message, nodes))));
      }
    },
  onParams: ({ params }) => {
    const { query, variables } = params;
    if (query) {
      refuseBadVariables(variables ?? {});
      refuseCostly(parseBounded(query), variables ?? {});
    }
  },
};

/** A form on a foreign page can post multipart but cannot set a header: uploads must carry one (CSRF). */
const requirePreflight: Plugin = {
  onRequest: ({ request, ...hook }) => {
    const type = request.headers.get('content-type') ?? '';
    if (type.startsWith('multipart/form-data') && !request.headers.has('authorization')) {
      hook.endResponse(new Response(null, { status: 415 }));
    }
  },
};

/** Proxies that gather answers (nginx does unless told) would keep what a subscription tells to themselves. */
const unbuffered: Plugin = {
  onResponse: ({ response }) => {
    if (response.headers.get('content-type')?.startsWith('text/event-stream')) {
      response.headers.set('x-accel-buffering', 'no');
    }
  },
};
