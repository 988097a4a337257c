import {
  getNullableType,
  getOperationAST,
  isInputObjectType,
  isListType,
  typeFromAST,
  type DocumentNode,
  type GraphQLInputObjectType,
  type GraphQLSchema,
} from 'graphql';

/**
 * Declares an input type of which batches are made. In a list of them that is sent as a variable a malformed one is refused by
 * itself: the resolver is given a {@link MalformedItem} in its place.
 */
export const refusedSingly = { refusedSingly: true } as const;

/** What a resolver is given in the place of an item that its type does not take. */
export class MalformedItem {
  /** The first field that is missing or malformed; null for what is no object, and for a field that the type does not have. */
  readonly field: string | null;

  constructor(field: string | null) {
    this.field = field;
  }
}

/** The type of a list's items, if it is declared {@link refusedSingly}; undefined for any other type. */
export function batchItemType(type: unknown): GraphQLInputObjectType | undefined {
  const list = getNullableType(type as Parameters<typeof getNullableType>[0]);
  const item: unknown = isListType(list) ? getNullableType(list.ofType) : undefined;
  return isInputObjectType(item) && item.extensions['refusedSingly'] === true ? item : undefined;
}

/** The variables of an operation that are batches, whatever was sent in them. */
export function batchVariables(
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName: string | null | undefined,
): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { variable, type } of getOperationAST(document, operationName)?.variableDefinitions ?? []) {
    if (batchItemType(typeFromAST(schema, type))) {
      names.add(variable.name.value);
    }
  }
  return names;
}
