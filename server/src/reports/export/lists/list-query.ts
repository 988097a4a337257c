import {
  getNamedType,
  getOperationAST,
  isInputType,
  isObjectType,
  isRequiredArgument,
  parse,
  validateInputValue,
  type DocumentNode,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
} from 'graphql';
import { validationFailed } from '@noa/domain/errors.ts';
import { costOf, isPaged } from '../../../graphql/cost.ts';
import { refuseCostly } from '../../../graphql/bounds/limits.ts';
import { largeCost } from '../../../request/request-bounds.ts';

/** A list of the API: a query that gives pages of records. */
export interface List {
  readonly field: GraphQLField<unknown, unknown>;
  readonly node: GraphQLObjectType;
}

type Arguments = Readonly<Record<string, unknown>>;

/** Which page is asked for, nobody but the file decides. */
const paging: ReadonlySet<string> = new Set(['first', 'after', 'last', 'before']);

/** Rows of a page at most: so few that what is made of them is gone before V8 counts it among what stays. */
const mostRows = 100;

/**
 * The list that a query of the API gives.
 *
 * @throws {AppError} `ValidationFailed` on `list` for what is no list.
 */
export function findList(schema: GraphQLSchema, name: string): List {
  const root = schema.getQueryType();
  const field = root && Object.hasOwn(root.getFields(), name) ? root.getFields()[name] : undefined;
  const connection = field && getNamedType(field.type);
  const nodes = isObjectType(connection) && isPaged(connection) ? connection.getFields()['nodes'] : undefined;
  const node = nodes && getNamedType(nodes.type);
  if (!field || !isObjectType(node)) {
    throw validationFailed({ list: 'form.unknownList' }, 'There is no such list');
  }
  return { field, node };
}

/**
 * Refuses what the list does not take.
 *
 * @throws {AppError} `ValidationFailed`, naming what is wrong by its path: `arguments.filter.status`.
 */
export function refuseBadArguments({ args }: List['field'], given: Arguments): void {
  const wrong: Record<string, string> = {};
  for (const name of Object.keys(given)) {
    if (paging.has(name) || !args.some((each) => each.name === name)) {
      wrong[`arguments.${name}`] = 'form.unknownField';
    }
  }
  for (const arg of args) {
    const value = given[arg.name];
    if (value !== undefined && isInputType(arg.type)) {
      validateInputValue(
        value,
        arg.type,
        (_error, path) => {
          wrong[['arguments', arg.name, ...path].join('.')] = 'form.badValue';
        },
        true,
      );
    } else if (value === undefined && isRequiredArgument(arg)) {
      wrong[`arguments.${arg.name}`] = 'form.required';
    }
  }
  if (Object.keys(wrong).length > 0) {
    throw validationFailed(wrong, 'The list does not take these arguments');
  }
}

/** A page of a list as the documents below ask for it. */
export interface ListPage<Node> {
  readonly nodes: readonly Node[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
  readonly totalCount?: number;
}

/** The query for a page, whose variables are `first`, `after`, `isCounted` and the arguments given. */
export function documentOf({ field }: List, given: Arguments, selection: string): DocumentNode {
  const own = field.args.filter(({ name }) => given[name] !== undefined);
  const declared = own.map(({ name, type }) => `, $${name}: ${String(type)}`).join('');
  const passed = own.map(({ name }) => `, ${name}: $${name}`).join('');
  return parse(`query ($first: Int, $after: String, $isCounted: Boolean = false${declared}) {
    page: ${field.name}(first: $first, after: $after${passed}) {
      nodes { ${selection} }
      pageInfo { hasNextPage endCursor }
      totalCount @include(if: $isCounted)
    }
  }`);
}

/** How a list is asked for, page by page. */
export interface PageSize {
  readonly first: number;
  /** Fields that a page may give. */
  readonly cost: number;
}

/**
 * Rows that a page may have, so that none is so large that others wait for it.
 *
 * @throws {AppError} `LimitExceeded` when a single row costs more than an operation may.
 */
export function pageSizeOf(schema: GraphQLSchema, document: DocumentNode, given: Arguments): PageSize {
  const operation = getOperationAST(document);
  for (let first = mostRows; operation && first > 1; first = Math.ceil(first / 2)) {
    const { cost } = costOf(schema, document, operation, { ...given, first });
    if (cost <= largeCost) {
      return { first, cost };
    }
  }
  return { first: 1, cost: refuseCostly(schema, document, { ...given, first: 1 }) };
}
