import {
  GraphQLError,
  Kind,
  parse,
  specifiedRules,
  validate,
  visit,
  type ASTNode,
  type DocumentNode,
  type GraphQLSchema,
} from 'graphql';
import { AppError } from '@noa/domain/errors.ts';
import { compilePlan, type Plan } from '../planned/compile.ts';
import { flagsIn } from '../planned/selection.ts';
import { refuseBadDocument } from './sent-text.ts';

/** Bounds of a document, checked before anything is spent on it that grows faster than its length. */
const documentLimits = {
  characters: 32 * 1024,
  tokens: 4_000,
  /** Operations and fragments. */
  definitions: 50,
  directives: 100,
  fragmentSpreads: 200,
  variables: 100,
  /** Pairs of fields of one name, wherever they stand: whether they may be merged is looked at pair by pair. */
  pairs: 15_000,
} as const;

/** Selections of one document that are planned: operations, each with what its variables include; names that it does not have count as well. */
const mostPlans = 50;

/** Errors that are told of one document. */
const maxErrors = 5;

/** Characters of all documents that are kept parsed; what they take in memory is some fifty times as much. */
const keptCharacters = 400_000;

export const tooMuch = (what: string) => new AppError('LimitExceeded', `The operation ${what}`);

/** A document that was read. */
export interface ReadDocument {
  readonly document: DocumentNode;
  /** What is wrong with it; empty for one that may be executed. Asked for, it is found out once. */
  readonly problems: () => readonly GraphQLError[];
  /** Whether anything it asks for depends on what is sent beside it. */
  readonly takesVariables: boolean;
  /** What it costs where it takes no variables, once that was found out. */
  fixedCost?: number;
  /** What its operation selects, found out once; undefined for what is not planned, and for what is not valid. */
  readonly plan: (
    operationName: string | null | undefined,
    variables: Readonly<Record<string, unknown>> | null | undefined,
  ) => Plan | undefined;
}

/** Reads documents, and keeps those that are valid: the same few hundred are sent over and over. */
export class Documents {
  readonly #schema: GraphQLSchema;
  readonly #kept = new Map<string, ReadDocument>();
  #keptCharacters = 0;

  constructor(schema: GraphQLSchema) {
    this.#schema = schema;
  }

  /** One that was sent before, and is valid. */
  find(source: string): ReadDocument | undefined {
    return this.#kept.get(source);
  }

  /**
   * @throws {AppError} `LimitExceeded` for a document beyond {@link documentLimits}.
   * @throws {GraphQLError} for what is no GraphQL.
   */
  read(source: string): ReadDocument {
    const kept = this.#kept.get(source);
    if (kept) {
      this.#kept.delete(source);
      this.#kept.set(source, kept);
      return kept;
    }
    const document = parseBounded(source);
    refuseTangled(document);
    let found: readonly GraphQLError[] | undefined;
    const plans = new Map<string, Plan | undefined>();
    let flags: readonly string[] | undefined;
    const read: ReadDocument = {
      document,
      takesVariables: document.definitions.some(
        (each) => each.kind === Kind.OPERATION_DEFINITION && (each.variableDefinitions?.length ?? 0) > 0,
      ),
      plan: (name, variables) => {
        flags ??= flagsIn(document);
        const key = JSON.stringify([name, ...flags.map((flag) => variables?.[flag])]);
        if (!plans.has(key) && plans.size < mostPlans) {
          const isValid = read.problems().length === 0;
          plans.set(key, isValid ? compilePlan(this.#schema, document, name, variables ?? {}) : undefined);
        }
        return plans.get(key);
      },
      problems: () => {
        found ??= this.#validate(source, read);
        return found;
      },
    };
    return read;
  }

  #validate(source: string, read: ReadDocument): readonly GraphQLError[] {
    const problems = validate(this.#schema, read.document, specifiedRules, { maxErrors, hideSuggestions: true });
    if (problems.length === 0) {
      this.#keep(source, read);
    }
    return problems;
  }

  /** The one that was not sent for the longest time goes first. */
  #keep(source: string, read: ReadDocument): void {
    this.#kept.set(source, read);
    this.#keptCharacters += source.length;
    for (const oldest of this.#kept.keys()) {
      if (this.#keptCharacters <= keptCharacters) {
        break;
      }
      this.#kept.delete(oldest);
      this.#keptCharacters -= oldest.length;
    }
  }
}

function parseBounded(source: string): DocumentNode {
  if (source.length > documentLimits.characters) {
    throw tooMuch('is too long');
  }
  refuseBadDocument(source, documentLimits.tokens);
  return parse(source);
}

/** Refuses what would take validation longer than its length tells. */
function refuseTangled(document: DocumentNode): void {
  const names = new Map<string, number>();
  const counts = new Map<string, number>();
  visit(document, {
    enter: (node: ASTNode) => {
      counts.set(node.kind, (counts.get(node.kind) ?? 0) + 1);
      if (node.kind === Kind.FIELD) {
        const name = (node.alias ?? node.name).value;
        names.set(name, (names.get(name) ?? 0) + 1);
      }
    },
  });
  const most: readonly [kind: Kind, limit: number][] = [
    [Kind.DIRECTIVE, documentLimits.directives],
    [Kind.FRAGMENT_SPREAD, documentLimits.fragmentSpreads],
    [Kind.VARIABLE_DEFINITION, documentLimits.variables],
  ];
  const pairs = [...names.values()].reduce((sum, count) => sum + (count * (count - 1)) / 2, 0);
  if (document.definitions.length > documentLimits.definitions || pairs > documentLimits.pairs) {
    throw tooMuch('repeats itself too often');
  }
  if (most.some(([kind, limit]) => (counts.get(kind) ?? 0) > limit)) {
    throw tooMuch('asks for too many things at once');
  }
}
