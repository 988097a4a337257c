import { getVariableValues, isNonNullType, locatedError, type ExecutionArgs, type ExecutionResult } from 'graphql';
import type { EdgePart, PagePart } from '../../records/page-json.ts';
import { NotPlain } from '../../records/row-json.ts';
import type { ConnectionSource } from '../connection.ts';
import type { Context } from '../../request/context.ts';
import type { Plan } from './compile.ts';
import { KnownLists } from './known-lists.ts';
import { knownListOfJson } from './records.ts';
import { PlannedRun, type Execution } from './run.ts';
import type { JsonRow, PageShape, PlannedRoot } from './shape.ts';

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
  const { operation, fragments } = plan;
  const execution = {
    args,
    context: args.contextValue,
    operation,
    fragments,
    variableValues: variables.variableValues,
  };
  const answers = await Promise.allSettled(
    plan.fields.map((field) => answerField(field, execution, plan.fields.length === 1)),
  );
  args.abortSignal?.throwIfAborted();
  if (
    answers.some((answer, index) => answer.status === 'rejected' && isForExecutor(answer.reason, plan.fields[index]))
  ) {
    args.contextValue.beginAgain();
    return undefined;
  }
  return answers.every((answer) => answer.status === 'fulfilled')
    ? textOf(plan.fields.map(({ selected: { key } }, index) => `"${key}":${answers[index]?.value}`))
    : failed(plan, answers);
}

/** Whether the executor has to find out what an answer is: a field that may be null fails by itself. */
const isForExecutor = (reason: unknown, root: PlannedRoot | undefined) =>
  reason instanceof NotPlain || !isNonNullType(root?.selected.field.type);

function textOf(members: readonly string[]): TextResult {
  const text = `{"data":{${members.join(',')}}}`;
  return { stringify: () => text };
}

/** As GraphQL has it where a field failed that may not be null: nothing is told but that. */
function failed({ fields }: Plan, answers: readonly PromiseSettledResult<string>[]): ExecutionResult {
  const index = answers.findIndex(({ status }) => status === 'rejected');
  const [field, answer] = [fields[index]?.selected, answers[index]];
  const nodes = field && [field.node];
  return {
    errors: [locatedError(answer?.status === 'rejected' && answer.reason, nodes, field && [field.key])],
    data: null,
  };
}

const lists = new KnownLists();

async function answerField(root: PlannedRoot, execution: Execution, isAlone: boolean): Promise<string> {
  const { args, context, variableValues } = execution;
  const { selected } = root;
  const { shape } = selected;
  if (shape.is !== 'page') {
    const run = new PlannedRun(execution, root);
    const found = await run.resolve(selected, args.rootValue, { shape, run, isNested: false });
    return run.fill((found as JsonRow).json);
  }
  const key = lists.keyOf(context.viewer, root, variableValues.coerced);
  const known = lists.find(key);
  const run = new PlannedRun(execution, root);
  try {
    const found = known
      ? knownListOfJson(known, run, isAlone)
      : run.resolve(selected, args.rootValue, { shape, run, isNested: false });
    const text = await run.fill(await pageText((await found) as ConnectionSource<JsonRow>, shape, context));
    if (run.remembered) {
      lists.keep(key, run.remembered);
    }
    return text;
  } catch (error) {
    lists.forget(key); // it is found out anew, should it be for what was known of it
    throw error;
  }
}

async function pageText(
  { page, count }: ConnectionSource<JsonRow>,
  { parts }: PageShape,
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
  const edgePart = (edge: (typeof edges)[number], part: EdgePart) => {
    switch (part.is) {
      case 'constant':
        return JSON.stringify(part.text);
      case 'node':
        return edge.row.json;
      case 'cursor':
        return sealed(edge.cursor);
    }
  };
  const valueOf = async (part: PagePart): Promise<string> => {
    switch (part.is) {
      case 'constant':
        return JSON.stringify(part.text);
      case 'nodes':
        return `[${edges.map((edge) => edge.row.json).join(',')}]`;
      case 'edges': {
        const edgeOf = (edge: (typeof edges)[number]) =>
          object(part.parts.map((each) => [each.key, edgePart(edge, each)]));
        return `[${edges.map(edgeOf).join(',')}]`;
      }
      case 'pageInfo':
        return object(
          part.parts.map((each) => [each.key, each.is === 'constant' ? JSON.stringify(each.text) : facts[each.is]()]),
        );
      case 'totalCount':
        return String(await count());
    }
  };
  const members: (readonly [string, string])[] = [];
  for (const part of parts) {
    members.push([part.key, await valueOf(part)]);
  }
  return object(members);
}

const object = (members: readonly (readonly [key: string, value: string])[]) =>
  `{${members.map(([key, value]) => `"${key}":${value}`).join(',')}}`;
