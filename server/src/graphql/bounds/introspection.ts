import {
  Kind,
  OperationTypeNode,
  type DocumentNode,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';

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
export function isIntrospection(document: DocumentNode, operation: OperationDefinitionNode): boolean {
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
