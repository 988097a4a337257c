import {
  getArgumentValues,
  getVariableValues,
  locatedError,
  type ExecutionArgs,
  type ExecutionResult,
  type GraphQLField,
  type GraphQLResolveInfo,
} from 'graphql';
import { fillHoles, NotPlain } from '../../records/row-json.ts';
import type { ConnectionSource } from '../connection.ts';
import type { Context } from '../../request/context.ts';
import type { Plan } from './compile.ts';
import type { JsonRow, PagePart, PageShape, PlannedField, PlannedInfo, RowShape } from './shape.ts';

/** An answer whose data is text already. */
export interface TextResult extends ExecutionResult {
  readonly stringify: () => string;
}

interface Args extends ExecutionArgs {
  readonly contextValue: Context;
}

/**
 * Answers an operation as planned: its resolvers are called with the permissions, arguments and refusals of any other operation, and what they
 * find is text.
 *
 * @returns undefined for what only GraphQL's own executor can do, or tell: nothing was answered then.
 */
export async function executePlanned(plan: Plan, args: Args): Promise<ExecutionResult | TextResult | undefined> {
  const { schema, variableValues: sent = {} } = args;
  const variables = getVariableValues(schema, plan.operation.variableDefinitions ?? [], sent ?? {}, {
    hideSuggestions: true,
  });
  if (!variables.variableValues) {
    return undefined;
  }
  const { variableValues } = variables;
  const answers = await Promise.allSettled(plan.fields.map((field) => answerField(plan, field, args, variableValues)));
  args.abortSignal?.throwIfAborted();
  if (answers.some((answer) => answer.status === 'rejected' && answer.reason instanceof NotPlain)) {
    return undefined;
  }
  return answers.every((answer) => answer.status === 'fulfilled')
    ? textOf(plan.fields.map(({ key }, index) => `"${key}":${answers[index]?.value}`))
    : failed(plan, answers);
}

function textOf(members: readonly string[]): TextResult {
  const text = `{"data":{${members.join(',')}}}`;
  return { stringify: () => text };
}

/** As GraphQL has it where a field failed that may not be null: nothing is told but that. */
function failed({ fields }: Plan, answers: readonly PromiseSettledResult<string>[]): ExecutionResult {
  const index = answers.findIndex(({ status }) => status === 'rejected');
  const [field, answer] = [fields[index], answers[index]];
  const nodes = field && [field.node];
  return {
    errors: [locatedError(answer?.status === 'rejected' && answer.reason, nodes, field && [field.key])],
    data: null,
  };
}

type VariableValues = GraphQLResolveInfo['variableValues'];

async function answerField(
  { operation, fragments }: Plan,
  { key, node, field, parent, shape }: PlannedField,
  { schema, rootValue, contextValue }: Args,
  variableValues: VariableValues,
): Promise<string> {
  const given = getArgumentValues(
    field as unknown as GraphQLField<unknown, unknown>,
    node,
    variableValues,
    undefined,
    true,
  );
  const info = {
    fieldName: field.name,
    fieldNodes: [node],
    returnType: field.type,
    parentType: parent,
    path: { prev: undefined, key, typename: parent.name },
    schema,
    fragments,
    rootValue,
    operation,
    variableValues,
    planned: shape,
  } as unknown as PlannedInfo;
  const source = (await field.resolve?.(rootValue, given, contextValue, info)) as ConnectionSource<JsonRow>;
  return pageText(source, shape, contextValue);
}

async function pageText(
  { page, count }: ConnectionSource<JsonRow>,
  { row, parts }: PageShape,
  { ids }: Context,
): Promise<string> {
  const { edges } = page;
  const sealed = (cursor: string | undefined) => (cursor === undefined ? 'null' : `"${ids.sealText(cursor)}"`);
  const facts = {
    hasNextPage: () => String(page.hasNextPage),
    hasPreviousPage: () => String(page.hasPreviousPage),
    startCursor: () => sealed(edges.at(0)?.cursor),
    endCursor: () => sealed(edges.at(-1)?.cursor),
  };
  const valueOf = async (part: PagePart): Promise<string> => {
    switch (part.is) {
      case 'nodes':
        return `[${edges.map((edge) => edge.row.json).join(',')}]`;
      case 'edges': {
        const edgeOf = (edge: (typeof edges)[number]) =>
          object(part.parts.map(({ key, is }) => [key, is === 'node' ? edge.row.json : sealed(edge.cursor)]));
        return `[${edges.map(edgeOf).join(',')}]`;
      }
      case 'pageInfo':
        return object(part.parts.map(({ key, is }) => [key, facts[is]()]));
      case 'totalCount':
        return String(await count());
    }
  };
  const members: (readonly [string, string])[] = [];
  for (const part of parts) {
    members.push([part.key, await valueOf(part)]);
  }
  return fillIn(object(members), row, ids);
}

const object = (members: readonly (readonly [key: string, value: string])[]) =>
  `{${members.map(([key, value]) => `"${key}":${value}`).join(',')}}`;

/** Seals the numbers in a text; which of a row's values each one is, follows from their order. */
function fillIn(text: string, { sealed: kinds }: RowShape, ids: Context['ids']): string {
  return fillHoles(text, (numbers) => {
    const sealed: string[] = [];
    for (const [nth, kind] of kinds.entries()) {
      const mine = numbers.filter((_, index) => index % kinds.length === nth);
      ids.sealNumbers(kind, mine).forEach((each, row) => {
        sealed[row * kinds.length + nth] = `"${each}"`;
      });
    }
    return sealed;
  });
}
