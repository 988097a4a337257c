import {
  Kind,
  type DocumentNode,
  type GraphQLSchema,
  OperationTypeNode,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import { costOf } from '../cost.ts';
import { tooMuch } from './document.ts';

/** Bounds of one operation, checked before it is validated or executed. */
const limits = {
  depth: 14,
  /** Fields named at the root, aliases counted. */
  rootFields: 30,
  /** Fields that may come back, each list counted as long as it may be. */
  cost: 20_000,
} as const;

/**
 * Refuses an operation that is too deep, too broad or too costly; the schema itself is told whole to who asks for it as tools do.
 *
 * @param variables - as sent: page sizes given by variables count as much as literal ones.
 * @returns what it may cost: fields that may come back, at most.
 * @throws {AppError} `LimitExceeded`.
 */
export function refuseCostly(
  schema: GraphQLSchema,
  document: DocumentNode,
  variables: Readonly<Record<string, unknown>>,
): number {
  let most = 0;
  for (const definition of document.definitions) {
    if (definition.kind === Kind.OPERATION_DEFINITION && isIntrospection(document, definition)) {
      most = limits.cost; // one of a caller at a time, with a rest after it
    } else if (definition.kind === Kind.OPERATION_DEFINITION) {
      const { cost, fields, depth } = costOf(schema, document, definition, variables);
      if (depth > limits.depth) {
        throw tooMuch('is nested too deep');
      }
      if (fields > limits.rootFields) {
        throw tooMuch('asks for too many things at once');
      }
      if (cost > limits.cost) {
        throw tooMuch('may return too much; ask for smaller pages');
      }
      most = Math.max(most, cost);
    }
  }
  return most;
}

/** What stands in a part of a schema: lists of further parts, and types that are named and not gone into, as each leads to all others. */
interface Part {
  readonly [field: string]: Part;
}
const named: Part = {};
const args: Part = { args: { type: named } };
const wholeSchema: Part = {
  queryType: named,
  mutationType: named,
  subscriptionType: named,
  types: {
    fields: { ...args, type: named },
    inputFields: { type: named },
    interfaces: named,
    enumValues: named,
    possibleTypes: named,
  },
  directives: args,
};

/** Lists and nulls that a type is wrapped in, at most, as tools ask for them. */
const mostWrapped = 10;

/**
 * Whether an operation asks for the schema as tools do: all types, with what each has. Whoever asks and however, it tells no more than the
 * schema is large, where other questions about types grow with each level.
 */
function isIntrospection(document: DocumentNode, operation: OperationDefinitionNode): boolean {
  const fragments = new Map(
    document.definitions.flatMap((each) =>
      each.kind === Kind.FRAGMENT_DEFINITION ? [[each.name.value, each.selectionSet] as const] : [],
    ),
  );
  /** Fragments that were gone through, by the part they stand in: once each, however often they are spread. One in itself validation refuses. */
  const gone = new Map<Part, Set<string>>();
  const isSpreadWithin = (name: string, part: Part, wrapped: number): boolean => {
    const fragment = fragments.get(name);
    const known = gone.get(part) ?? new Set();
    const key = `${name} ${wrapped}`;
    if (!fragment || known.has(key)) {
      return fragment !== undefined;
    }
    gone.set(part, known.add(key));
    return isWithin(fragment, part, wrapped);
  };
  const isWithin = ({ selections }: SelectionSetNode, part: Part, wrapped = 0): boolean =>
    selections.every((each) => {
      if (each.kind === Kind.FRAGMENT_SPREAD) {
        return isSpreadWithin(each.name.value, part, wrapped);
      }
      // Under other names the same is told again.
      if (each.kind === Kind.INLINE_FRAGMENT || each.alias) {
        return false;
      }
      if (!each.selectionSet) {
        return true;
      }
      const { value: name } = each.name;
      if (part === named) {
        return name === 'ofType' && wrapped < mostWrapped && isWithin(each.selectionSet, part, wrapped + 1);
      }
      const inner = Object.hasOwn(part, name) ? part[name] : undefined;
      return inner !== undefined && isWithin(each.selectionSet, inner);
    });
  return (
    operation.operation === OperationTypeNode.QUERY &&
    operation.selectionSet.selections.every((each) => each.kind === Kind.FIELD && each.name.value.startsWith('__')) &&
    isWithin(operation.selectionSet, { __schema: wholeSchema })
  );
}
