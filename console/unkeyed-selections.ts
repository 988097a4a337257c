import {
  Kind,
  TypeInfo,
  visit,
  visitWithTypeInfo,
  type DefinitionNode,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  type SelectionSetNode,
} from 'graphql';
import { typePolicies } from './src/api/type-policies.ts';

type Fragments = ReadonlyMap<string, FragmentDefinitionNode>;

/** What is selected whatever the variables are, fragments included. */
function surelySelected({ selections }: SelectionSetNode, fragments: Fragments): string[] {
  return selections
    .filter(({ directives = [] }) => directives.length === 0)
    .flatMap((each) => {
      if (each.kind === Kind.FIELD) {
        return each.alias ? [] : [each.name.value];
      }
      const set = each.kind === Kind.FRAGMENT_SPREAD ? fragments.get(each.name.value)?.selectionSet : each.selectionSet;
      return set ? surelySelected(set, fragments) : [];
    });
}

/**
 * Where a document selects a record without what the cache knows it by: the client would refuse the answer, and the screen show
 * nothing. @returns `CardChoices: Card without rowId`, one for each.
 */
export function unkeyedSelections(schema: GraphQLSchema, definitions: readonly DefinitionNode[]): string[] {
  const types = new TypeInfo(schema);
  const isFragment = (each: DefinitionNode) => each.kind === Kind.FRAGMENT_DEFINITION;
  const fragments: Fragments = new Map(definitions.filter(isFragment).map((each) => [each.name.value, each]));
  const found: string[] = [];
  for (const definition of definitions) {
    visit(
      definition,
      visitWithTypeInfo(types, {
        SelectionSet(node, _key, parent) {
          const type = types.getParentType()?.name ?? '';
          const { keyFields } = { ...Object.entries(typePolicies).find(([name]) => name === type)?.[1] };
          // What a fragment selects is seen where it is spread.
          if (keyFields && parent && 'kind' in parent && parent.kind === Kind.FIELD) {
            const selected = surelySelected(node, fragments);
            const missing = keyFields.filter((key) => !selected.includes(key));
            const name = 'name' in definition ? definition.name?.value : undefined;
            found.push(...missing.map((key) => `${name}: ${type} without ${key}`));
          }
        },
      }),
    );
  }
  return found;
}
