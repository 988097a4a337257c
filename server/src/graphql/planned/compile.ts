import {
  getNamedType,
  getOperationAST,
  isAbstractType,
  isEnumType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  OperationTypeNode,
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import type { PageFact, PagePart } from '../../records/page-json.ts';
import type { JsonField, JsonForm } from '../../records/row-json.ts';
import type { Context } from '../../request/context.ts';
import { isPaged } from '../cost.ts';
import { sealedAs } from '../sealed-ids.ts';
import { flagsIn, flagsOf, NotPlanned, selectedOf, type Reading, type Selected } from './selection.ts';
import type {
  AskedField,
  AskedMember,
  AskedValue,
  Hole,
  PageShape,
  PlannedField,
  PlannedRoot,
  RowField,
  RowShape,
} from './shape.ts';

/** A query that is answered by one statement for each of its fields, and by the resolvers of what is no column. */
export interface Plan {
  readonly operation: OperationDefinitionNode;
  readonly fragments: Readonly<Record<string, FragmentDefinitionNode>>;
  readonly fields: readonly PlannedRoot[];
  /** How many values it is made of, however they are multiplied by fragments: what it takes in memory grows with them. */
  readonly values: number;
}

/** Values of one record at most: a statement of PostgreSQL has no more than 1,664. */
const mostValues = 200;

/**
 * Finds out once what an operation selects. It is planned if it asks for records alone, one by its id or lists of them.
 *
 * @param variables - as they were sent: some decide what is selected.
 * @returns undefined for every other operation.
 */
export function compilePlan(
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName: string | null | undefined,
  variables: Readonly<Record<string, unknown>> = {},
): Plan | undefined {
  const operation = getOperationAST(document, operationName);
  const query = schema.getQueryType();
  const flags = operation && flagsOf(flagsIn(document), operation, variables);
  if (operation?.operation !== OperationTypeNode.QUERY || !query || !flags || operation.directives?.length) {
    return undefined;
  }
  const fragments = Object.fromEntries(
    document.definitions.flatMap((each) => (each.kind === Kind.FRAGMENT_DEFINITION ? [[each.name.value, each]] : [])),
  );
  try {
    const reading = { fragments, flags };
    const roots = selectedOf(query, [operation], reading).map((selected) => rootOf(selected, query, reading));
    const values = roots.reduce((sum, root) => sum + root.values, 0);
    return { operation, fragments, fields: roots.map(({ field }) => field), values };
  } catch (error) {
    if (error instanceof NotPlanned) {
      return undefined;
    }
    throw error;
  }
}

function rootOf(selected: Selected, query: GraphQLObjectType, reading: Reading) {
  const compiler = new FieldCompiler(reading);
  const field: PlannedRoot = { selected: compiler.planned(selected, query), holes: compiler.holes };
  return { field, values: compiler.values };
}

/** Whether a field gives records whose resolver may be told what is selected of them. */
const isPlannable = ({ extensions }: GraphQLField<unknown, Context>) => extensions['plannable'] === true;

function fieldOf(type: GraphQLObjectType, name: string): GraphQLField<unknown, Context> {
  const field = type.getFields()[name];
  if (!field) {
    throw new NotPlanned(); // __typename of the query
  }
  return field;
}

function objectOf(field: GraphQLField<unknown, Context>): GraphQLObjectType {
  const named = getNamedType(field.type);
  if (!isObjectType(named)) {
    throw new NotPlanned();
  }
  return named;
}

const pageFacts: readonly PageFact[] = ['hasNextPage', 'hasPreviousPage', 'startCursor', 'endCursor'];

function oneOf<Name extends string>(name: string, names: readonly Name[]): Name {
  const found = names.find((each) => each === name);
  if (!found) {
    throw new NotPlanned();
  }
  return found;
}

/** What one field of the query selects, and what is filled into its answer. */
class FieldCompiler {
  readonly holes: Hole[] = [];
  values = 0;
  readonly #reading: Reading;

  constructor(reading: Reading) {
    this.#reading = reading;
  }

  /** A field that gives records. */
  planned(selected: Selected, parent: GraphQLObjectType): PlannedField {
    const field = fieldOf(parent, selected.name);
    if (!isPlannable(field)) {
      throw new NotPlanned();
    }
    if (isLeafType(getNamedType(field.type))) {
      return { ...selectedField(selected, field, parent), shape: { is: 'count' } };
    }
    const type = objectOf(field);
    const shape = isPaged(type)
      ? this.#page(type, selected)
      : ({ is: 'record', row: this.#row(type, [selected]) } as const);
    return { ...selectedField(selected, field, parent), shape };
  }

  #page(type: GraphQLObjectType, selected: Selected): PageShape {
    const rows: { readonly type: GraphQLObjectType; readonly selected: Selected }[] = [];
    const facts: string[] = [];
    const part = (each: Selected): PagePart => {
      const { key, name } = each;
      const inner = () => this.#members(objectOf(fieldOf(type, name)), each);
      switch (name) {
        case '__typename':
          return { key, is: 'constant', text: type.name };
        case 'nodes':
          rows.push({ type: objectOf(fieldOf(type, name)), selected: each });
          return { key, is: name };
        case 'totalCount':
          return { key, is: name };
        case 'edges':
          return { key, is: name, parts: inner().map((found) => partOf(found, ['node', 'cursor'])) };
        case 'pageInfo':
          return { key, is: name, parts: inner().map((found) => partOf(found, pageFacts)) };
        default:
          throw new NotPlanned();
      }
    };
    const partOf = <Is extends string>({ of, ...each }: Selected & { of: GraphQLObjectType }, names: readonly Is[]) => {
      if (each.name === '__typename') {
        return { key: each.key, is: 'constant', text: of.name } as const;
      }
      if (each.name === 'node') {
        rows.push({ type: objectOf(fieldOf(of, each.name)), selected: each });
      }
      facts.push(each.name);
      return { key: each.key, is: oneOf(each.name, names) };
    };
    const parts = selectedOf(type, selected.nodes, this.#reading).map(part);
    const [row, ...others] = rows;
    if (others.length > 0) {
      throw new NotPlanned(); // rows in two selections at once
    }
    return {
      is: 'page',
      row: row ? this.#row(row.type, [row.selected]) : { fields: [] },
      parts,
      cursors: facts.some((fact) => /cursor$/i.test(fact)),
      tellsMore: facts.some((fact) => fact.startsWith('has')),
      cursorHole: this.#hole({ is: 'cursor' }),
    };
  }

  #members = (of: GraphQLObjectType, { nodes }: Selected) =>
    selectedOf(of, nodes, this.#reading).map((each) => ({ ...each, of }));

  #hole(hole: Hole): number {
    return this.holes.push(hole) - 1;
  }

  #row(type: GraphQLObjectType, parents: readonly Selected[]): RowShape {
    const selected = selectedOf(
      type,
      parents.flatMap(({ nodes }) => nodes),
      this.#reading,
    );
    if (selected.length > mostValues) {
      throw new NotPlanned();
    }
    return { fields: selected.map((each) => this.#field(type, each)) };
  }

  #field(type: GraphQLObjectType, selected: Selected): RowField {
    const { key, name } = selected;
    this.values += 1;
    if (name === '__typename') {
      return { key, is: 'constant', text: type.name };
    }
    const field = fieldOf(type, name);
    const column = this.#column(type, key, field);
    if (column) {
      return column;
    }
    const asked = this.#asked(type, selected, field);
    return isPlannable(field)
      ? { key, is: 'relation', related: this.planned(selected, type), otherwise: asked }
      : asked;
  }

  /** A field that exposes a column to everybody who sees the row. */
  #column(type: GraphQLObjectType, key: string, field: GraphQLField<unknown, Context>): JsonField | undefined {
    const { pothosExposedField: column, pothosOptions } = field.extensions as FieldFacts;
    const { pothosOptions: ofType } = type.extensions as FieldFacts;
    if (column === undefined || field.args.length > 0 || pothosOptions?.authScopes || ofType?.authScopes) {
      return undefined;
    }
    const kind = sealedAs(field);
    if (kind) {
      return { key, is: 'number to fill in', column, hole: this.#hole({ is: 'number', kind }) };
    }
    const form = formOf(field);
    return form && { key, is: 'column', column, ...form };
  }

  #asked(parent: GraphQLObjectType, selected: Selected, field: GraphQLField<unknown, Context>): AskedField {
    const value = this.#askedValue(parent, selected, field);
    return { key: selected.key, is: 'asked', value, hole: this.#hole({ is: 'asked', value }) };
  }

  #askedValue(parent: GraphQLObjectType, selected: Selected, field: GraphQLField<unknown, Context>): AskedValue {
    const type = getNamedType(field.type);
    this.values += 1;
    if (isAbstractType(type) || field.extensions['neverPlanned'] === true) {
      throw new NotPlanned();
    }
    const members = isObjectType(type) ? selectedOf(type, selected.nodes, this.#reading) : [];
    const memberOf = (each: Selected): AskedMember =>
      each.name === '__typename'
        ? { key: each.key, typename: type.name }
        : this.#askedValue(type as GraphQLObjectType, each, fieldOf(type as GraphQLObjectType, each.name));
    return { ...selectedField(selected, field, parent), members: members.map(memberOf) };
  }
}

function selectedField(
  { key, nodes: [node] }: Selected,
  field: GraphQLField<unknown, Context>,
  parent: GraphQLObjectType,
) {
  if (!node) {
    throw new NotPlanned();
  }
  return { key, node, field, parent };
}

interface FieldFacts {
  /** The column that a field exposes, as Pothos notes it. */
  readonly pothosExposedField?: string;
  readonly pothosOptions?: { readonly authScopes?: unknown };
}

const forms: Readonly<Record<string, JsonForm>> = {
  String: 'text',
  ID: 'text',
  Int: 'whole number',
  Float: 'number',
  Boolean: 'flag',
  DateTime: 'moment',
};

/** How a field's column is written; undefined for what takes a program. */
function formOf({ type }: GraphQLField<unknown, Context>): { form: JsonForm; isRequired: boolean } | undefined {
  const given = isNonNullType(type) ? type.ofType : type;
  const form = isEnumType(given) ? 'text' : forms[getNamedType(type).name];
  return isListType(given) || !form ? undefined : { form, isRequired: isNonNullType(type) };
}
