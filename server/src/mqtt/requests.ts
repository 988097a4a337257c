import { parse, validate, type DocumentNode, type GraphQLSchema } from 'graphql';
import { AppError, validationFailed } from '@noa/domain/errors.ts';
import type { Context } from '../request/context.ts';
import { batchVariables } from '../graphql/serving/batch-items.ts';
import { executeBounded } from '../graphql/serving/execute-bounded.ts';
import { formatError, type ReportInternal } from '../graphql/serving/format-error.ts';
import { isAboutRights, refusalsOf, type Refused, type ReportRefusal } from '../graphql/serving/refusals.ts';
import { refuseCostly } from '../graphql/bounds/limits.ts';
import { refuseBadVariables } from '../graphql/bounds/sent-text.ts';
import { isExpired } from '../identity/token.ts';

const receipt = '{ results { index outcome field reason } completeUpTo { containerId bootNumber number } }';

/** What may be asked over MQTT: the last part of the topic, and the operation of the API it stands for. */
const operations = {
  'card-events': `mutation ($events: [CardEventInput!]!) { recordCardEvents(events: $events) ${receipt} }`,
  'status-updates': `mutation ($updates: [StatusUpdateInput!]!) { recordStatusUpdates(updates: $updates) ${receipt} }`,
  'cards-to-sync': `query ($containerId: ID!, $after: String, $first: Int! = 1000) {
    cardsToSync(containerId: $containerId, after: $after, first: $first) {
      mode cards { serialNumber action } version hasMore checksum serverTime } }`,
  acknowledge: `mutation ($containerId: ID!, $version: String!, $checksum: String!, $count: Int!, $outcome: SyncOutcome!,
      $reason: String) {
    acknowledgeSync(containerId: $containerId, version: $version, checksum: $checksum, count: $count, outcome: $outcome,
      reason: $reason) }`,
} as const;
export type RequestKind = keyof typeof operations;
export const requestKinds = Object.keys(operations) as RequestKind[];

export const isRequestKind = (text: string): text is RequestKind => Object.hasOwn(operations, text);

export interface MqttRequest {
  readonly kind: RequestKind;
  /** The gateway that the topic belongs to. */
  readonly clientId: string;
  /** As in the header of the same name; null when there is none. */
  readonly authorization: string | null;
  /** The operation's variables, as JSON. */
  readonly payload: string;
}

/**
 * Gives the JSON that the API answers over HTTP; null to whoever does not show a token that is ours, or was until it expired:
 * anybody at the broker could otherwise make us speak. Never rejects.
 */
export type Answer = (request: MqttRequest) => Promise<string | null>;

export interface AnswerOptions {
  readonly schema: GraphQLSchema;
  /** As for HTTP: finds out who asks, anew for each message. */
  readonly authenticate: (authorization: string | null, clientNetwork: string | null) => Promise<Context>;
  readonly reportInternal: ReportInternal;
  /** Told who was refused for who they are, as over HTTP; not of strangers, to whom nothing is said. */
  readonly reportRefusal?: ReportRefusal;
}

/**
 * Answers messages by the API's own operations: the same services, authorisation, limits and errors as over HTTP.
 *
 * @throws {Error} when the schema does not have one of the operations.
 */
export function createAnswer({ schema, authenticate, reportInternal, ...options }: AnswerOptions): Answer {
  const documents = new Map<RequestKind, DocumentNode>();
  for (const kind of requestKinds) {
    const document = parse(operations[kind]);
    const [problem] = validate(schema, document);
    if (problem) {
      throw problem;
    }
    documents.set(kind, document);
  }
  return async ({ kind, clientId, authorization, payload }) => {
    const refuse = (cause: unknown) => formatError(cause, reportInternal);
    let asker: string | null = null;
    const report = (refusal: Pick<Refused, 'code' | 'fields'>) =>
      options.reportRefusal?.({ ...refusal, caller: asker, network: null });
    try {
      const caller = await authenticate(authorization, null);
      asker = caller.viewer.accountId ?? caller.viewer.actor;
      refuseOthers(caller, clientId);
      const document = documents.get(kind) ?? parse(operations[kind]);
      const variableValues = readVariables(payload);
      refuseBadVariables(variableValues, batchVariables(schema, document, undefined));
      const cost = refuseCostly(schema, document, variableValues);
      const { data, errors } = await executeBounded({ schema, document, contextValue: caller, variableValues }, cost);
      refusalsOf(errors).forEach(report);
      return JSON.stringify({ ...(data !== undefined && { data }), ...(errors && { errors: errors.map(refuse) }) });
    } catch (error) {
      if (isAboutRights(error)) {
        if (error.code === 'AuthenticationMalformed' && !isExpired(error)) {
          return null;
        }
        report({ code: error.code, fields: [] });
      }
      return JSON.stringify({ errors: [refuse(error)] });
    }
  };
}

/** A gateway speaks on its own topics only: a broker keeps gateways apart by them. People have HTTP. */
function refuseOthers({ viewer }: Context, clientId: string): void {
  if (!viewer.isGateway || viewer.actor !== clientId) {
    throw new AppError('Forbidden', 'The topic belongs to another gateway');
  }
}

function readVariables(payload: string): Record<string, unknown> {
  const variables = parseJson(payload);
  if (typeof variables !== 'object' || variables === null || Array.isArray(variables)) {
    throw validationFailed({}, 'A message is a JSON object: the variables of the operation');
  }
  return variables as Record<string, unknown>;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
