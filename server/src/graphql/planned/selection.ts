import {
  Kind,
  valueFromASTUntyped,
  visit,
  type DirectiveNode,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLObjectType,
  type InlineFragmentNode,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';

/** Ends the compilation: somewhere is something that takes GraphQL's own executor. */
export class NotPlanned extends Error {}

/** A field that is asked for under a key, wherever it stands; what is selected of it is the sum of these. */
export interface Selected {
  readonly key: string;
  readonly name: string;
  readonly nodes: readonly FieldNode[];
}

/** The values of the variables that decide what is asked for. */
export type Flags = Readonly<Record<string, boolean>>;

/** The variables by which a document includes or skips something. */
export function flagsIn(document: DocumentNode): readonly string[] {
  const names = new Set<string>();
  visit(document, {
    Directive: ({ arguments: given = [] }) =>
      given.forEach(({ value }) => value.kind === Kind.VARIABLE && names.add(value.name.value)),
  });
  return [...names];
}

/**
 * The values of `names`, as they were sent or are by default.
 *
 * @returns undefined if one of them is no truth value, which is for the executor to say.
 */
export function flagsOf(
  names: readonly string[],
  { variableDefinitions = [] }: OperationDefinitionNode,
  sent: Readonly<Record<string, unknown>>,
): Flags | undefined {
  const flags: Record<string, boolean> = {};
  for (const name of names) {
    const definition = variableDefinitions.find(({ variable }) => variable.name.value === name);
    const value =
      sent[name] === undefined && definition?.defaultValue ? valueFromASTUntyped(definition.defaultValue) : sent[name];
    if (definition && typeof value !== 'boolean') {
      return undefined;
    }
    flags[name] = value === true;
  }
  return flags;
}

/** What a selection is read with. */
export interface Reading {
  readonly fragments: Readonly<Record<string, FragmentDefinitionNode>>;
  readonly flags: Flags;
}

/** The fields that are selected of a type, those of fragments among them, in the order in which they are answered. */
export function selectedOf(
  type: GraphQLObjectType,
  parents: readonly { readonly selectionSet?: SelectionSetNode | undefined }[],
  { fragments, flags }: Reading,
): Selected[] {
  const found = new Map<string, FieldNode[]>();
  const gone = new Set<FragmentDefinitionNode | InlineFragmentNode>();
  const collect = ({ selections }: SelectionSetNode): void => {
    for (const each of selections.filter(({ directives }) => isAskedFor(directives, flags))) {
      if (each.kind === Kind.FIELD) {
        const key = (each.alias ?? each.name).value;
        found.set(key, [...(found.get(key) ?? []), each]);
      } else {
        const fragment = each.kind === Kind.FRAGMENT_SPREAD ? fragments[each.name.value] : each;
        const on = fragment?.typeCondition?.name.value;
        const isOfType = on === undefined || on === type.name || type.getInterfaces().some(({ name }) => name === on);
        if (!fragment || !isOfType || (each.kind === Kind.FRAGMENT_SPREAD && (fragment.directives?.length ?? 0) > 0)) {
          throw new NotPlanned();
        }
        // Once, as the executor has it: fragments that spread each other over and over are as many as they are.
        if (!gone.has(fragment)) {
          gone.add(fragment);
          collect(fragment.selectionSet);
        }
      }
    }
  };
  parents.forEach(({ selectionSet }) => selectionSet && collect(selectionSet));
  return Array.from(found, ([key, nodes]) => ({ key, name: nodes[0]?.name.value ?? '', nodes }));
}

/** Whether its directives include a selection: there are two that do, and others are the executor's. */
const isAskedFor = (directives: readonly DirectiveNode[] = [], flags: Flags): boolean =>
  directives.every(({ name, arguments: given = [] }) => {
    const value = given[0]?.value;
    const says = value?.kind === Kind.VARIABLE ? flags[value.name.value] : value?.kind === Kind.BOOLEAN && value.value;
    if (says === undefined || !['include', 'skip'].includes(name.value)) {
      throw new NotPlanned();
    }
    return says === (name.value === 'include');
  });
