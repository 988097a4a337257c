import {
  getNamedType,
  isCompositeType,
  isInterfaceType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
  type GraphQLField,
  type GraphQLNamedType,
} from 'graphql';
import { schema } from '../../schema.ts';

type Field = GraphQLField<unknown, unknown>;

/** How deep a selection goes: a list's nodes, and what hangs on each. */
const deepest = 4;

/** Of the engine of events, which no replica feeds. */
const leftOut: ReadonlySet<string> = new Set(['reportProgress']);

const isOpen = (field: Field) => !field.args.some(isRequiredArgument) && !leftOut.has(field.name);

/** Every field of a type that asks for nothing, down to `depth`. */
function selectionOf(type: GraphQLNamedType, depth: number): string {
  if (!isObjectType(type) && !isInterfaceType(type)) {
    return '';
  }
  const fields = Object.values(type.getFields()).filter(isOpen);
  const parts = fields.flatMap((field) => {
    const named = getNamedType(field.type);
    if (isLeafType(named)) {
      return [field.name];
    }
    const isPart = ['nodes', 'edges', 'node', 'pageInfo'].includes(field.name);
    const within = isPart && depth > 0 ? selectionOf(named, depth - 1) : '';
    return within ? [`${field.name} ${within}`] : [];
  });
  return parts.length > 0 ? `{ ${parts.join(' ')} }` : '{ __typename }';
}

const argumentsOf = (field: Field) => (field.args.some(({ name }) => name === 'first') ? '(first: 30)' : '');

/** An operation for each query of the schema that can be asked without knowing anything. */
export const openQueries: readonly (readonly [name: string, query: string])[] = Object.values(
  schema.getQueryType()?.getFields() ?? {},
)
  .filter(isOpen)
  .map((field) => {
    const named = getNamedType(field.type);
    const selection = isCompositeType(named) ? selectionOf(named, deepest) : '';
    return [field.name, `{ ${field.name}${argumentsOf(field)} ${selection} }`];
  });
