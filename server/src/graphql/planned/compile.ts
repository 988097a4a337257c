import {
  getNamedType,
  getOperationAST,
  isEnumType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  OperationTypeNode,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import type { NumberKind } from '../../database/keys/id-sealer.ts';
import type { JsonField, JsonForm } from '../../records/row-json.ts';
import { isPaged } from '../cost.ts';
import type { Context } from '../../request/context.ts';
import { sealedAs } from '../sealed-ids.ts';
import type { PageFact, PagePart, PageShape, PlannedField, RowShape } from './shape.ts';

/** A query that is answered by one statement for each of its fields. */
export interface Plan {
  readonly operation: OperationDefinitionNode;
  readonly fragments: Readonly<Record<string, FragmentDefinitionNode>>;
  readonly fields: readonly PlannedField[];
}

/** Says of a field of the query that it is a list of records, whose resolver may be told which columns are selected. */
export const plannable = { plannable: true } as const;

/** Values of one record at most: a statement of PostgreSQL has no more than 1,664. */
const mostValues = 200;

/** Ends the compilation: somewhere is something that takes GraphQL's own executor. */
class NotPlanned extends Error {}

/**
 * Finds out once what an operation selects. It is planned if it asks for lists of records alone, and of these for nothing but columns
 * that everybody may read who may read the list.
 *
 * @returns undefined for every other operation.
 */
export function compilePlan(
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName: string | null | undefined,
): Plan | undefined {
  const operation = getOperationAST(document, operationName);
  const query = schema.getQueryType();
  if (operation?.operation !== OperationTypeNode.QUERY || !query) {
    return undefined;
  }
  const fragments = Object.fromEntries(
    document.definitions.flatMap((each) => (each.kind === Kind.FRAGMENT_DEFINITION ? [[each.name.value, each]] : [])),
  );
  try {
    const selected = selectedOf(query, operation, fragments);
    const fields = selected.map(({ key, nodes }) => plannedField(key, nodes, query, fragments));
    return { operation, fragments, fields };
  } catch (error) {
    if (error instanceof NotPlanned) {
      return undefined;
    }
    throw error;
  }
}

type Fragments = Readonly<Record<string, FragmentDefinitionNode>>;

/** A field that is asked for under a key, wherever it stands; what is selected of it is the sum of these. */
interface SelectedField {
  readonly key: string;
  readonly name: string;
  readonly nodes: readonly FieldNode[];
}

/** The fields that are selected of a type, those of fragments among them, in the order in which they are answered. */
function selectedOf(
  type: GraphQLObjectType,
  parents: OperationDefinitionNode | readonly FieldNode[],
  fragments: Fragments,
): SelectedField[] {
  const found = new Map<string, FieldNode[]>();
  const collect = ({ selections }: SelectionSetNode): void => {
    for (const each of selections) {
      if ((each.directives?.length ?? 0) > 0) {
        throw new NotPlanned();
      }
      if (each.kind === Kind.FIELD) {
        const key = (each.alias ?? each.name).value;
        found.set(key, [...(found.get(key) ?? []), each]);
      } else {
        const fragment = each.kind === Kind.FRAGMENT_SPREAD ? fragments[each.name.value] : each;
        const on = fragment?.typeCondition?.name.value;
        const isOfType = on === undefined || on === type.name || type.getInterfaces().some(({ name }) => name === on);
        if (!fragment || !isOfType || (fragment.directives?.length ?? 0) > 0) {
          throw new NotPlanned();
        }
        collect(fragment.selectionSet);
      }
    }
  };
  if ('kind' in parents) {
    if ((parents.directives?.length ?? 0) > 0) {
      throw new NotPlanned();
    }
    collect(parents.selectionSet);
  } else {
    parents.forEach(({ selectionSet }) => selectionSet && collect(selectionSet));
  }
  return Array.from(found, ([key, nodes]) => ({ key, name: nodes[0]?.name.value ?? '', nodes }));
}

const fieldOf = (type: GraphQLObjectType, name: string): GraphQLField<unknown, Context> => {
  const field = type.getFields()[name];
  if (!field) {
    throw new NotPlanned(); // __typename among them
  }
  return field;
};

function plannedField(
  key: string,
  nodes: readonly FieldNode[],
  parent: GraphQLObjectType,
  fragments: Fragments,
): PlannedField {
  const [node] = nodes;
  const field = fieldOf(parent, node?.name.value ?? '');
  const type = getNamedType(field.type);
  if (
    !node ||
    field.extensions['plannable'] !== true ||
    !isNonNullType(field.type) ||
    !isObjectType(type) ||
    !isPaged(type)
  ) {
    throw new NotPlanned();
  }
  return { key, node, field, parent, shape: pageOf(type, nodes, fragments) };
}

function pageOf(type: GraphQLObjectType, nodes: readonly FieldNode[], fragments: Fragments): PageShape {
  const rows: { type: GraphQLObjectType; nodes: readonly FieldNode[] }[] = [];
  const facts: string[] = [];
  const part = ({ key, name, nodes: these }: SelectedField): PagePart => {
    switch (name) {
      case 'nodes':
        rows.push({ type: objectOf(type, name), nodes: these });
        return { key, is: name };
      case 'totalCount':
        return { key, is: name };
      case 'edges': {
        const edge = objectOf(type, name);
        const parts = selectedOf(edge, these, fragments).map((each) => {
          if (each.name === 'node') {
            rows.push({ type: objectOf(edge, 'node'), nodes: each.nodes });
          }
          facts.push(each.name);
          return { key: each.key, is: oneOf(each.name, ['node', 'cursor']) };
        });
        return { key, is: name, parts };
      }
      case 'pageInfo': {
        const parts = selectedOf(objectOf(type, name), these, fragments).map((each) => {
          facts.push(each.name);
          return { key: each.key, is: oneOf<PageFact>(each.name, pageFacts) };
        });
        return { key, is: name, parts };
      }
      default:
        throw new NotPlanned();
    }
  };
  const parts = selectedOf(type, nodes, fragments).map(part);
  const [row, ...others] = rows;
  if (others.length > 0) {
    throw new NotPlanned(); // rows in two selections at once
  }
  return {
    row: row ? rowOf(row.type, row.nodes, fragments) : { fields: [], sealed: [] },
    parts,
    cursors: facts.some((fact) => /cursor$/i.test(fact)),
  };
}

const pageFacts: readonly PageFact[] = ['hasNextPage', 'hasPreviousPage', 'startCursor', 'endCursor'];

function oneOf<Name extends string>(name: string, names: readonly Name[]): Name {
  const found = names.find((each) => each === name);
  if (!found) {
    throw new NotPlanned();
  }
  return found;
}

function objectOf(type: GraphQLObjectType, name: string): GraphQLObjectType {
  const named = getNamedType(fieldOf(type, name).type);
  if (!isObjectType(named)) {
    throw new NotPlanned();
  }
  return named;
}

function rowOf(type: GraphQLObjectType, nodes: readonly FieldNode[], fragments: Fragments): RowShape {
  const selected = selectedOf(type, nodes, fragments);
  if (selected.length > mostValues) {
    throw new NotPlanned();
  }
  const values = selected.map(({ key, name }) => valueOf(type, key, name));
  return {
    fields: values.map(({ field }) => field),
    sealed: values.flatMap(({ kind }) => (kind ? [kind] : [])),
  };
}

interface FieldFacts {
  /** The column that a field exposes, as Pothos notes it. */
  readonly pothosExposedField?: string;
  readonly pothosOptions?: { readonly authScopes?: unknown };
}

/** A field that exposes a column to everybody who sees the row. */
function valueOf(type: GraphQLObjectType, key: string, name: string): { field: JsonField; kind?: NumberKind } {
  if (name === '__typename') {
    return { field: { key, is: 'constant', text: type.name } };
  }
  const field = fieldOf(type, name);
  const { pothosExposedField: column, pothosOptions } = field.extensions as FieldFacts;
  const { pothosOptions: ofType } = type.extensions as FieldFacts;
  if (column === undefined || field.args.length > 0 || pothosOptions?.authScopes || ofType?.authScopes) {
    throw new NotPlanned();
  }
  const kind = sealedAs(field);
  return kind
    ? { field: { key, is: 'number to fill in', column }, kind }
    : { field: { key, is: 'column', column, ...formOf(field) } };
}

const forms: Readonly<Record<string, JsonForm>> = {
  String: 'text',
  ID: 'text',
  Int: 'whole number',
  Float: 'number',
  Boolean: 'flag',
  DateTime: 'moment',
};

function formOf({ type }: GraphQLField<unknown, Context>): { form: JsonForm; isRequired: boolean } {
  const given = isNonNullType(type) ? type.ofType : type;
  const form = isEnumType(given) ? 'text' : forms[getNamedType(type).name];
  if (isListType(given) || !form) {
    throw new NotPlanned();
  }
  return { form, isRequired: isNonNullType(type) };
}
