import {
  getNullableType,
  GraphQLError,
  isInputObjectType,
  isListType,
  isRequiredInputField,
  Kind,
  typeFromAST,
  validateInputValue,
  type ExecutionArgs,
  type GraphQLInputType,
  type VariableDefinitionNode,
} from 'graphql';
import { AppError, validationFailed } from '@noa/domain/errors.ts';
import { rootCause } from './format-error.ts';

type Path = readonly (string | number)[];
type Sent = Pick<ExecutionArgs, 'schema' | 'variableValues'>;

/**
 * Errors of an operation, those of its variables with the fields to blame: by a dotted path within the variable, as inputs have theirs, and with a
 * locale key. GraphQL says of these which variable it is, and all else in words.
 *
 * @param most - errors that are told at most.
 */
export function namingFields(errors: readonly GraphQLError[], sent: Sent, most: number): readonly GraphQLError[] {
  const variables = new Set<VariableDefinitionNode>();
  const others: GraphQLError[] = [];
  for (const error of errors) {
    const [node] = error.nodes ?? [];
    if (node?.kind === Kind.VARIABLE_DEFINITION) {
      variables.add(node);
    } else {
      others.push(error);
    }
  }
  return [...others, ...[...variables].flatMap((node) => refusalsOf(node, sent, most))].slice(0, most);
}

function refusalsOf(node: VariableDefinitionNode, { schema, variableValues }: Sent, most: number): GraphQLError[] {
  const name = node.variable.name.value;
  const type = typeFromAST(schema, node.type) as GraphQLInputType;
  const value = variableValues?.[name];
  const found: GraphQLError[] = [];
  const strays = new Map<string, Stray[]>();
  validateInputValue(
    value,
    type,
    (error, path) => {
      if (found.length < most) {
        const key = path.join('.');
        const there = valueAt(type, value, path);
        const left = strays.get(key) ?? straysOf(there);
        strays.set(key, left);
        found.push(refusal(node, error, [...path], left.shift() ?? { problem: problemOf(error, there.value) }));
      }
    },
    true,
  );
  return found;
}

function refusal(
  node: VariableDefinitionNode,
  error: GraphQLError,
  path: Path,
  { field, problem }: Stray,
): GraphQLError {
  const variable = node.variable.name.value;
  const cause = rootCause(error);
  const place = [...path, ...(field === undefined ? [] : [field])].join('.') || variable;
  const message = `Variable "$${variable}" has an invalid value${path.length > 0 ? ` at ${path.join('.')}` : ''}: ${error.message}`;
  return new GraphQLError(message, {
    nodes: node,
    originalError:
      cause instanceof AppError && cause.fields?.[''] === undefined
        ? cause
        : validationFailed({ [place]: problem }, message),
  });
}

/** What a value refuses itself for, if it does. */
function problemOf(error: GraphQLError, value: unknown): string {
  const cause = rootCause(error);
  const own = cause instanceof AppError ? cause.fields?.[''] : undefined;
  return own ?? (value === null || value === undefined ? 'form.required' : 'form.badValue');
}

/** A field of an input that is missing, or that its type does not have. */
interface Stray {
  readonly field?: string;
  readonly problem: string;
}

interface There {
  readonly type: GraphQLInputType | undefined;
  readonly value: unknown;
}

/** In the order in which GraphQL complains of them. */
function straysOf({ type, value }: There): Stray[] {
  if (!isInputObjectType(type) || typeof value !== 'object' || value === null || Array.isArray(value)) {
    return [];
  }
  const fields = type.getFields();
  const given = value as Readonly<Record<string, unknown>>;
  return [
    ...Object.values(fields)
      .filter((field) => isRequiredInputField(field) && given[field.name] === undefined)
      .map(({ name }) => ({ field: name, problem: 'form.required' })),
    ...Object.keys(given)
      .filter((name) => given[name] !== undefined && !Object.hasOwn(fields, name))
      .map((field) => ({ field, problem: 'form.badValue' })),
  ];
}

/** The value at a place in a variable, and what it should be of. */
function valueAt(type: GraphQLInputType, value: unknown, [step, ...rest]: Path): There {
  const own = getNullableType(type);
  if (isListType(own)) {
    const items = own.ofType;
    return typeof step === 'number'
      ? valueAt(items, (value as readonly unknown[])[step], rest)
      : valueAt(items, value, step === undefined ? [] : [step, ...rest]); // one value stands for a list of it
  }
  if (step === undefined || !isInputObjectType(own)) {
    return { type: own, value };
  }
  const field = own.getFields()[step];
  const inner = (value as Readonly<Record<string, unknown>> | undefined)?.[step];
  return field ? valueAt(field.type, inner, rest) : { type: undefined, value: inner };
}
