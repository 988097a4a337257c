import {
  getNamedType,
  getNullableType,
  isCompositeType,
  isListType,
  isObjectType,
  Kind,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLOutputType,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionSetNode,
  type ValueNode,
} from 'graphql';

/** What a field says of its cost, by its `extensions` ({@link costs}). */
interface FieldCost {
  /** Rows at most, where no argument tells. */
  readonly rows?: number;
  /** Where in the arguments stands how many rows there may be: a number, or a list with one for each. */
  readonly sizeBy?: readonly string[];
  /** What the field costs by itself, whatever is selected of it. */
  readonly own?: number;
  /** What each row costs, of what its fields would: rows that are plain values are cheaper than records. */
  readonly weight?: number;
}

/** Declares what a field costs, where the schema alone does not tell: `t.field({ …, extensions: costs({ rows: 20 }) })`. */
export const costs = (cost: FieldCost) => ({ cost });

/** Declares a type whose lists are as long as the page that was asked for of the field that gives it. */
export const paged = { paged: true } as const;

/** Rows of a list of which nothing is known. */
const cautiousRows = 50;

/** A statement of its own, beside the fields of its answer. */
const ownOfList = 10;

/** Values of a list in a list: columns of a report's row. */
const innerValues = 5;

/** Of what a field of a record costs: a value in a list, which nothing has to be resolved for. */
const weightOfValue = 0.1;

export interface Measure {
  /** Fields that may come back, lists counted as long as they may be. */
  readonly cost: number;
  /** Fields at this level, aliases counted. */
  readonly fields: number;
  /** Levels of fields. */
  readonly depth: number;
}

const none: Measure = { cost: 0, fields: 0, depth: 0 };

type Variables = Readonly<Record<string, unknown>>;

/**
 * What an operation may cost at most, by the types of the schema. It need not be valid: what the schema does not know counts as
 * one field. Each fragment is counted once for each length of page it stands in, so that counting takes no longer than
 * reading, whatever the fragments multiply to.
 *
 * @param variables - as sent; defaults count where nothing was sent.
 */
export function costOf(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Variables,
): Measure {
  const root = schema.getRootType(operation.operation) ?? undefined;
  return new CostCounter(schema, document, withDefaults(operation, variables)).measure(
    operation.selectionSet,
    root,
    undefined,
  );
}

/** A value as it stands in the document, or as it was sent in a variable. */
type Argument = { readonly node: ValueNode } | { readonly sent: unknown };

/** Values of variables, and of those that were not sent their default as it stands in the document. */
function withDefaults({ variableDefinitions = [] }: OperationDefinitionNode, variables: Variables) {
  const values = new Map<string, Argument>(Object.entries(variables).map(([name, sent]) => [name, { sent }]));
  for (const { variable, defaultValue } of variableDefinitions) {
    if (defaultValue && !values.has(variable.name.value)) {
      values.set(variable.name.value, { node: defaultValue });
    }
  }
  return values;
}

class CostCounter {
  readonly #schema: GraphQLSchema;
  readonly #fragments = new Map<string, FragmentDefinitionNode>();
  readonly #variables: ReadonlyMap<string, Argument>;
  readonly #measured = new Map<string, Measure>();

  constructor(schema: GraphQLSchema, document: DocumentNode, variables: ReadonlyMap<string, Argument>) {
    this.#schema = schema;
    this.#variables = variables;
    for (const definition of document.definitions) {
      if (definition.kind === Kind.FRAGMENT_DEFINITION) {
        this.#fragments.set(definition.name.value, definition);
      }
    }
  }

  /** @param page - rows of the page whose type `type` is; undefined for what is no page. */
  measure({ selections }: SelectionSetNode, type: GraphQLCompositeType | undefined, page?: number): Measure {
    let cost = 0;
    let fields = 0;
    let depth = 0;
    for (const selection of selections) {
      const measured =
        selection.kind === Kind.FIELD
          ? this.#field(selection, type, page)
          : selection.kind === Kind.FRAGMENT_SPREAD
            ? this.#fragment(selection.name.value, page)
            : this.measure(selection.selectionSet, this.#named(selection.typeCondition?.name.value) ?? type, page);
      cost += measured.cost;
      fields += measured.fields;
      depth = Math.max(depth, measured.depth);
    }
    return { cost, fields, depth };
  }

  #fragment(name: string, page: number | undefined): Measure {
    const key = `${page} ${name}`;
    const known = this.#measured.get(key);
    const fragment = this.#fragments.get(name);
    if (known || !fragment) {
      return known ?? none;
    }
    // One that contains itself never runs.
    this.#measured.set(key, none);
    const measured = this.measure(fragment.selectionSet, this.#named(fragment.typeCondition.name.value), page);
    this.#measured.set(key, measured);
    return measured;
  }

  #field(node: FieldNode, parent: GraphQLCompositeType | undefined, page: number | undefined): Measure {
    // Clients with a cache ask it of every object, and it comes once however often it is asked; under other names it counts.
    if (node.name.value === '__typename' && !node.alias) {
      return { ...none, depth: 1 };
    }
    const field = parent && this.#schema.getField(parent, node.name.value);
    if (!field) {
      const inner = node.selectionSet ? this.measure(node.selectionSet, undefined) : none;
      return { cost: 1 + inner.cost, fields: 1, depth: 1 + inner.depth };
    }
    const { own, weight = 1, ...declared } = costOfField(field);
    const type = getNamedType(field.type);
    const size = this.#size(node, field, declared) ?? declared.rows ?? page ?? cautiousRows;
    const rows = isList(field.type) ? size : 1;
    if (!isCompositeType(type)) {
      return { cost: (own ?? 1) + (isList(field.type) ? rows * valuesOf(field.type) : 0), fields: 1, depth: 1 };
    }
    const inner = node.selectionSet ? this.measure(node.selectionSet, type, isPaged(type) ? size : undefined) : none;
    const asks = isPaged(type) || (isList(field.type) && page === undefined) ? ownOfList : 1;
    return { cost: (own ?? asks) + rows * inner.cost * weight, fields: 1, depth: 1 + inner.depth };
  }

  /** How many rows the arguments tell of; undefined when they do not. */
  #size(node: FieldNode, field: GraphQLField<unknown, unknown>, { sizeBy }: FieldCost): number | undefined {
    const sizes = (sizeBy ? [sizeBy] : [['first'], ['last']]).map(([name = '', ...path]) => {
      const given = node.arguments?.find((argument) => argument.name.value === name)?.value;
      const argument = given && this.#argumentOf(given);
      return sizeOf(this.#at(argument ?? { sent: field.args.find((each) => each.name === name)?.defaultValue }, path));
    });
    const argument = sizes.filter((size) => size !== undefined);
    return argument.length > 0 ? Math.max(...argument) : undefined;
  }

  /** What stands at `path` in a value of the document, of a variable, or of a variable in it. */
  #at(argument: Argument | undefined, [name, ...rest]: readonly string[]): Argument | undefined {
    if (name === undefined || argument === undefined) {
      return argument;
    }
    if ('node' in argument) {
      const fields = argument.node.kind === Kind.OBJECT ? argument.node.fields : [];
      const found = fields.find((field) => field.name.value === name);
      return found && this.#at(this.#argumentOf(found.value), rest);
    }
    const isObject = typeof argument.sent === 'object' && argument.sent !== null;
    return isObject
      ? this.#at({ sent: Object.getOwnPropertyDescriptor(argument.sent, name)?.value as unknown }, rest)
      : undefined;
  }

  #argumentOf(node: ValueNode): Argument | undefined {
    return node.kind === Kind.VARIABLE ? this.#variables.get(node.name.value) : { node };
  }

  #named(name: string | undefined): GraphQLCompositeType | undefined {
    const type = name === undefined ? undefined : this.#schema.getType(name);
    return isCompositeType(type) ? type : undefined;
  }
}

const costOfField = ({ extensions }: GraphQLField<unknown, unknown>): FieldCost => extensions['cost'] ?? {};

const isList = (type: GraphQLOutputType): boolean => isListType(getNullableType(type));

/** Whether a type is a page of a list. */
export const isPaged = (type: GraphQLCompositeType): boolean => isObjectType(type) && type.extensions['paged'] === true;

/** What each element costs of a list of plain values, or of lists of them. */
function valuesOf(type: GraphQLOutputType): number {
  const list = getNullableType(type);
  const isNested = isListType(list) && isListType(getNullableType(list.ofType));
  return weightOfValue * (isNested ? innerValues : 1);
}

/** Rows that a value tells of: a number, or one for each element of a list; undefined for anything else. */
function sizeOf(argument: Argument | undefined): number | undefined {
  if (argument === undefined) {
    return undefined;
  }
  if ('sent' in argument) {
    const { sent } = argument;
    const size = Array.isArray(sent) ? sent.length : sent;
    return typeof size === 'number' ? Math.max(1, size) : undefined;
  }
  if (argument.node.kind === Kind.INT) {
    return Math.max(1, Number(argument.node.value));
  }
  return argument.node.kind === Kind.LIST ? Math.max(1, argument.node.values.length) : undefined;
}
