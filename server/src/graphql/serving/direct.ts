import type { IncomingMessage, ServerResponse } from 'node:http';
import { OperationTypeNode, getOperationAST, type ExecutionResult } from 'graphql';
import { unavailabilityOf } from '../../database/connection/unavailable.ts';
import type { AssumedCaller } from './authenticate.ts';
import type { HeldBytes } from './bytes-in-flight.ts';
import { compress } from './compression.ts';
import type { Context } from '../../request/context.ts';
import type { ReadDocument } from '../bounds/document.ts';
import type { TextResult } from '../planned/execute-planned.ts';

/** What a request says, if it is an operation in JSON. */
export interface Params {
  readonly query: string;
  readonly variables?: Readonly<Record<string, unknown>> | null | undefined;
  readonly operationName?: string | null | undefined;
}

/** An operation that is known and may be executed. */
export interface Known {
  readonly read: ReadDocument;
  /** Fields that may come back. */
  readonly cost: number;
}

/** What was found out of a request before it was given up to the GraphQL server of any request. */
export interface Begun {
  /** Of its body; undefined when no byte of it was read. */
  readonly body?: Buffer;
  readonly caller: Promise<Context>;
  /** What its operation gave, or was refused with, if it was executed. */
  readonly answer?: Promise<ExecutionResult>;
}

interface Parts {
  readonly authenticate: (authorization: string | null, client: AbortSignal) => Promise<Context>;
  /** See `Authenticate.assume`. */
  readonly assume: (authorization: string | null, client: AbortSignal) => Promise<AssumedCaller | undefined>;
  /** What the body takes of what its caller may send at once. */
  readonly body: HeldBytes;
  /** Undefined for a document that was never seen, or is not valid. @throws what the operation is refused with. */
  readonly findKnown: (params: Params) => Known | undefined;
  readonly execute: (known: Known, params: Params, caller: Context) => Promise<ExecutionResult>;
  /** Tells who was refused what. */
  readonly tell: (result: ExecutionResult, caller: Context) => void;
}

/** Whether a value that was sent is an object. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Types of an answer that is JSON, as clients ask for it who do not care. */
const takesJson: ReadonlySet<string | undefined> = new Set([undefined, '*/*', 'application/json']);
const isJson = /^application\/json(; ?charset=utf-8)?$/i;

/** Whether a request is of the kind that nearly all are, for {@link answerDirectly}: JSON that is to be answered with JSON. */
export const isPlain = ({ method, headers }: IncomingMessage): boolean =>
  method === 'POST' && isJson.test(headers['content-type'] ?? '') && takesJson.has(headers.accept);

/**
 * Answers operations in JSON from Node's request to Node's answer, where all is as it mostly is: a good token, a document that was sent
 * before, no error. Requests and answers of the Fetch standard and hooks around each step take longer than such an operation does.
 *
 * @returns undefined when the request was answered; else what was found out, for the one who can answer it. Nothing was sent then.
 */
export async function answerDirectly(
  request: IncomingMessage,
  response: ServerResponse,
  parts: Parts,
): Promise<Begun | undefined> {
  const { authenticate, assume, findKnown } = parts;
  const client = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) {
      client.abort();
    }
  });
  const authorization = request.headers.authorization ?? null;
  // Who asks is found out before a byte of what they ask is read.
  const assumed = await assume(authorization, client.signal);
  const caller = assumed ? undefined : authenticate(authorization, client.signal);
  const asking = assumed?.context ?? (caller && (await succeeded(caller)));
  if (!asking || !succeeds(() => parts.body.take(asking.viewer))) {
    return { caller: caller ?? authenticate(authorization, client.signal) };
  }
  const body = await bodyOf(request).catch(() => undefined);
  if (!body) {
    return undefined; // its client has gone: nobody waits for an answer
  }
  const params = paramsOf(body);
  const known = params && attempt(() => findKnown(params));
  const asked = params && known && { params, known };
  const begun =
    (assumed && asked && (await answerAssumed(asked, assumed, parts))) ??
    (await answerOf(asked, caller ?? authenticate(authorization, client.signal), parts));
  const result = begun.answer && (await succeeded(begun.answer));
  if (!result || result.errors) {
    return { ...begun, body };
  }
  await send(request, response, result);
  return undefined;
}

interface Asked {
  readonly params: Params;
  readonly known: Known;
}

/** Answers a planned operation, which asks by itself whether its caller is who they were. @returns undefined when that is not known. */
async function answerAssumed(
  { params, known }: Asked,
  { context, isConfirmed }: AssumedCaller,
  { execute, tell }: Parts,
): Promise<Begun | undefined> {
  if (!known.read.plan(params.operationName, params.variables)) {
    return undefined;
  }
  const answer = execute(known, params, context);
  const result = await succeeded(answer);
  // A database that does not answer would be waited for twice; that it does not, everybody may be told.
  if (!isConfirmed() && !result?.errors?.some(({ originalError }) => unavailabilityOf(originalError))) {
    return undefined;
  }
  if (result) {
    tell(result, context);
  }
  return { caller: Promise.resolve(context), answer };
}

async function answerOf(asked: Asked | undefined, caller: Promise<Context>, { execute, tell }: Parts): Promise<Begun> {
  const context = await succeeded(caller);
  if (!context || !asked) {
    return { caller };
  }
  const answer = execute(asked.known, asked.params, context);
  const result = await succeeded(answer);
  if (result) {
    tell(result, context);
  }
  return { caller, answer };
}

/** What a promise gives; undefined when it is broken, which is told by whoever answers in the end. */
const succeeded = <T>(promise: Promise<T>): Promise<T | undefined> => promise.catch(() => undefined);

async function send({ headers }: IncomingMessage, response: ServerResponse, result: ExecutionResult): Promise<void> {
  const text = 'stringify' in result ? (result as TextResult).stringify() : JSON.stringify(result);
  const { body, encoding } = await compress(Buffer.from(text), headers['accept-encoding']);
  if (response.destroyed) {
    return; // its client has gone
  }
  response.writeHead(200, {
    'content-type': 'application/json; charset=utf-8',
    vary: 'accept-encoding',
    ...(encoding && { 'content-encoding': encoding }),
    'content-length': body.byteLength,
  });
  response.end(body);
}

/** @throws when the client goes before it has sent all. */
const bodyOf = (request: IncomingMessage): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let isRead = false;
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.once('end', () => {
      isRead = true;
      resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks));
    });
    request.once('error', reject);
    request.once('close', () => {
      if (!isRead) {
        reject(new Error('The client went before it had sent all'));
      }
    });
  });

/** Undefined for what is not an operation that is written as nearly all are. */
function paramsOf(body: Buffer): Params | undefined {
  const said = attempt(() => JSON.parse(body.toString()) as unknown);
  if (!isObject(said)) {
    return undefined;
  }
  const { query, variables = null, operationName = null, ...others } = said;
  const isOperation =
    typeof query === 'string' &&
    (variables === null || isObject(variables)) &&
    (operationName === null || typeof operationName === 'string') &&
    Object.keys(others).length === 0;
  return isOperation ? { query, variables, operationName } : undefined;
}

/** What a refusal is, is told by whoever answers in the end. */
function attempt<T>(find: () => T): T | undefined {
  try {
    return find();
  } catch {
    return undefined;
  }
}

/** Whether something may be done; what it is refused for is told by whoever answers in the end. */
const succeeds = (work: () => void): boolean => attempt(() => ({ done: work() })) !== undefined;

/** Whether the operation of a document is answered once. */
export function isAnsweredOnce({ document }: ReadDocument, { operationName }: Params): boolean {
  const operation = getOperationAST(document, operationName);
  return operation ? operation.operation !== OperationTypeNode.SUBSCRIPTION : false;
}
