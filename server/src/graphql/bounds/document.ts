import {
  getOperationAST,
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
import { flagsIn, flagsOf } from '../planned/selection.ts';
import { shortLists } from './list-lengths.ts';
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

/** Selections of one document that are planned: operations, each with what its variables include. */
const mostPlans = 50;

/** What a document has to keep to. Ours comes first: of a long list whose items are wrong, each of these is an error as well. */
const rules = [shortLists, ...specifiedRules];

/** Errors that are told of one document. */
const maxErrors = 5;

/** Characters of all documents that are kept parsed; what they take in memory is some fifty times as much. */
const keptCharacters = 400_000;

/** Values of all their plans, which fragments and variables multiply; what they take is some two hundred times as much. */
const keptValues = 300_000;

/** Of one document at most: whoever sends a large one takes few others' place. */
const valuesOfOne = 30_000;

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
  /** Values of its plans. */
  values: number;
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
  #keptValues = 0;

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
    let names: readonly string[] | undefined;
    const read: ReadDocument = {
      document,
      values: 0,
      takesVariables: document.definitions.some(
        (each) => each.kind === Kind.OPERATION_DEFINITION && (each.variableDefinitions?.length ?? 0) > 0,
      ),
      plan: (name, variables) => {
        names ??= flagsIn(document);
        const operation = getOperationAST(document, name);
        const flags = operation && flagsOf(names, operation, variables ?? {});
        if (!operation || !flags) {
          return undefined;
        }
        // Of truth values alone: what else was sent would be kept for as long as the document.
        const key = [document.definitions.indexOf(operation), ...Object.values(flags)].join();
        if (!plans.has(key) && plans.size < mostPlans) {
          plans.set(
            key,
            this.#plan(source, read, () => compilePlan(this.#schema, document, name, variables ?? {})),
          );
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
    const problems = validate(this.#schema, read.document, rules, { maxErrors, hideSuggestions: true });
    if (problems.length === 0) {
      this.#keep(source, read);
    }
    return problems;
  }

  #keep(source: string, read: ReadDocument): void {
    this.#kept.set(source, read);
    this.#keptCharacters += source.length;
    this.#forget();
  }

  /** Plans an operation of a document that is valid, unless all its plans together would hold too much. */
  #plan(source: string, read: ReadDocument, compile: () => Plan | undefined): Plan | undefined {
    const plan = read.problems().length === 0 ? compile() : undefined;
    const values = plan?.values ?? 0;
    if (read.values + values > valuesOfOne) {
      return undefined;
    }
    if (this.#kept.get(source) === read) {
      read.values += values;
      this.#keptValues += values;
      this.#forget();
    }
    return plan;
  }

  /** The one that was not sent for the longest time goes first. */
  #forget(): void {
    for (const [oldest, { values }] of this.#kept) {
      if (this.#keptCharacters <= keptCharacters && this.#keptValues <= keptValues) {
        break;
      }
      this.#kept.delete(oldest);
      this.#keptCharacters -= oldest.length;
      this.#keptValues -= values;
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
