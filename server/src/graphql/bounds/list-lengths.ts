import {
  getNullableType,
  getOperationAST,
  GraphQLError,
  isEnumType,
  isInputObjectType,
  isInputType,
  isListType,
  typeFromAST,
  type DocumentNode,
  type GraphQLInputType,
  type GraphQLSchema,
  type ValidationRule,
} from 'graphql';
import { validationFailed } from '@noa/domain/errors.ts';

/** Declares how many of an input type a list may have, where a hundred are too few: `builder.inputType(…, { extensions: mostItems(5_000) })`. */
export const mostItems = (most: number) => ({ mostItems: most });

const most = {
  /** Objects of an input type that says nothing else. */
  objects: 100,
  /** Ids, texts, numbers. */
  values: 1_000,
  /** Entries of a list or an object in what is sent as JSON. */
  json: 1_000,
} as const;

const itemOf = (type: GraphQLInputType): GraphQLInputType | undefined => {
  const list = getNullableType(type);
  return isListType(list) ? list.ofType : undefined;
};

/** How many items a list may have, whatever it is given to: what it is given to may take fewer. */
function mostOf(item: GraphQLInputType): number {
  const type = getNullableType(item);
  if (isInputObjectType(type)) {
    const declared = type.extensions['mostItems'];
    return typeof declared === 'number' ? declared : most.objects;
  }
  return isEnumType(type) ? type.getValues().length : most.values;
}

const tooMany = (path: readonly string[]) =>
  validationFailed({ [path.join('.')]: 'form.tooMany' }, 'A list has more items than are taken');

type Walk = (value: unknown, path: readonly string[]) => void;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** JSON has no types; files are no JSON. */
const walkJson: Walk = (value, path) => {
  if (typeof value !== 'object' || value === null || 'arrayBuffer' in value) {
    return;
  }
  const entries = Object.entries(value);
  if (entries.length > most.json) {
    throw tooMany(path);
  }
  for (const [name, each] of entries) {
    walkJson(each, [...path, name]);
  }
};

/** What looks through values of each type; undefined for types that hold no list. */
const walks = new WeakMap<object, Walk | undefined>();

function walkOf(type: GraphQLInputType): Walk | undefined {
  const bare = getNullableType(type);
  if (walks.has(bare)) {
    return walks.get(bare);
  }
  let found: Walk | undefined;
  walks.set(bare, (value, path) => found?.(value, path)); // for a type that holds itself
  found = makeWalk(bare);
  walks.set(bare, found);
  return found;
}

function makeWalk(type: GraphQLInputType): Walk | undefined {
  const item = itemOf(type);
  if (item) {
    const [atMost, inner] = [mostOf(item), walkOf(item)];
    return (value, path) => {
      if (Array.isArray(value)) {
        if (value.length > atMost) {
          throw tooMany(path);
        }
        value.forEach((each, index) => inner?.(each, [...path, String(index)]));
      } else {
        inner?.(value, path); // GraphQL takes one in the place of a list of one
      }
    };
  }
  if (isInputObjectType(type)) {
    const fields = Object.values(type.getFields()).flatMap(({ name, type: inner }) => {
      const walk = walkOf(inner);
      return walk ? [{ name, walk }] : [];
    });
    return fields.length === 0
      ? undefined
      : (value, path) => {
          if (isObject(value)) {
            for (const { name, walk } of fields) {
              walk(value[name], [...path, name]);
            }
          }
        };
  }
  return 'name' in type && type.name === 'JSON' ? walkJson : undefined;
}

/**
 * Refuses lists in variables that are longer than anything asked needs, before they are read: what is done for each of their items grows
 * with them, and a body of 2 MB holds hundreds of thousands.
 *
 * @param batches - names of variables whose items are counted, and refused one by one, where they are recorded.
 * @throws {AppError} `ValidationFailed`, naming the field.
 */
export function refuseLongLists(
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName: string | null | undefined,
  {
    variables,
    batches,
  }: { readonly variables: Readonly<Record<string, unknown>>; readonly batches: ReadonlySet<string> },
): void {
  for (const { variable, type: named } of getOperationAST(document, operationName)?.variableDefinitions ?? []) {
    const { value: name } = variable.name;
    const type = typeFromAST(schema, named);
    if (isInputType(type) && !batches.has(name) && Object.hasOwn(variables, name)) {
      walkOf(type)?.(variables[name], name === 'input' ? [] : [name]);
    }
  }
}

/** The same of lists that stand in a document. */
export const shortLists: ValidationRule = (context) => ({
  ListValue: (node) => {
    const item = context.getInputType();
    const inJson = item && 'name' in item && item.name === 'JSON';
    if (item && node.values.length > (inJson ? most.json : mostOf(item))) {
      const { message } = tooMany([]);
      const originalError = validationFailed({ '': 'form.tooMany' }, message);
      context.reportError(new GraphQLError(message, { nodes: node, originalError }));
    }
  },
});
