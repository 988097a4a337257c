import {
  Kind,
  parse,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type ParseOptions,
  type SelectionSetNode,
  type Source,
} from 'graphql';
import { AppError } from '@noa/domain/errors.ts';
import { refuseBadDocument } from './sent-text.ts';

/** Bounds of one operation, checked on its text, before validation or execution spend anything on it. */
const limits = {
  tokens: 6_000,
  depth: 14,
  /** Fields named at the root, aliases counted. */
  rootFields: 30,
  /** Fields that may come back, each list counted as long as its page may be. */
  cost: 25_000,
} as const;

/** Rows of a list whose page size is not told (`database/page.ts`). */
const defaultPage = 50;

const tooMuch = (what: string) => new AppError('LimitExceeded', `The operation ${what}`);

/**
 * Parses a document of bounded length.
 *
 * @throws {AppError} `LimitExceeded` for more than 6,000 tokens or too deep a nesting; `ValidationFailed` for texts that no
 * field takes.
 * @throws {GraphQLSyntaxError}
 */
export function parseBounded(source: string | Source, options?: ParseOptions): DocumentNode {
  refuseBadDocument(source, limits.tokens);
  return parse(source, options);
}

/**
 * Refuses an operation that is too deep, too broad or too costly.
 *
 * @param variables - as sent: page sizes given by variables count as much as literal ones.
 * @throws {AppError} `LimitExceeded`.
 */
export function refuseCostly(document: DocumentNode, variables: Readonly<Record<string, unknown>>): void {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) {
      fragments.set(definition.name.value, definition);
    }
  }
  for (const definition of document.definitions) {
    if (definition.kind === Kind.OPERATION_DEFINITION) {
      const walk = new CostWalk(fragments, variables);
      const { cost, fields } = walk.measure(definition.selectionSet, 1, new Set());
      if (fields > limits.rootFields) {
        throw tooMuch('asks for too many things at once');
      }
      if (cost > limits.cost) {
        throw tooMuch('may return too much; ask for smaller pages');
      }
    }
  }
}

interface Measure {
  readonly cost: number;
  /** Fields at this level. */
  readonly fields: number;
}

class CostWalk {
  readonly #fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  readonly #variables: Readonly<Record<string, unknown>>;
  #visited = 0;

  constructor(fragments: ReadonlyMap<string, FragmentDefinitionNode>, variables: Readonly<Record<string, unknown>>) {
    this.#fragments = fragments;
    this.#variables = variables;
  }

  /** @param inside - fragments we are within: one that contains itself would never end. */
  measure(selections: SelectionSetNode, depth: number, inside: ReadonlySet<string>): Measure {
    if (depth > limits.depth) {
      throw tooMuch('is nested too deep');
    }
    let cost = 0;
    let fields = 0;
    for (const selection of selections.selections) {
      this.#visited += 1;
      // Fragments that spread fragments can describe exponentially many fields in few tokens.
      if (this.#visited > limits.cost) {
        throw tooMuch('may return too much; ask for smaller pages');
      }
      if (selection.kind === Kind.FIELD) {
        fields += 1;
        cost += 1;
        if (selection.selectionSet) {
          cost += this.#rows(selection) * this.measure(selection.selectionSet, depth + 1, inside).cost;
        }
        continue;
      }
      const name = selection.kind === Kind.FRAGMENT_SPREAD ? selection.name.value : undefined;
      const fragment = name === undefined ? selection : this.#fragments.get(name);
      if (
        fragment &&
        'selectionSet' in fragment &&
        fragment.selectionSet &&
        !(name !== undefined && inside.has(name))
      ) {
        const nested = name === undefined ? inside : new Set([...inside, name]);
        const measure = this.measure(fragment.selectionSet, depth, nested);
        cost += measure.cost;
        fields += measure.fields;
      }
    }
    return { cost, fields };
  }

  /** How many rows a field may give: its page size, told or not. */
  #rows({ arguments: args = [], selectionSet }: FieldNode): number {
    for (const { name, value } of args) {
      if (name.value === 'first' || name.value === 'last') {
        const size = value.kind === Kind.VARIABLE ? this.#variables[value.name.value] : 'value' in value && value.value;
        if (Number.isFinite(Number(size)) && size !== null && size !== undefined) {
          return Math.max(1, Number(size));
        }
      }
    }
    const isConnection = selectionSet?.selections.some(
      (selection) => selection.kind === Kind.FIELD && ['nodes', 'edges'].includes(selection.name.value),
    );
    return isConnection ? defaultPage : 1;
  }
}
