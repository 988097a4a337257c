import {
  getArgumentValues,
  type ExecutionArgs,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLResolveInfo,
  type OperationDefinitionNode,
} from 'graphql';
import { longestRepeated } from '../../database/connection/prepared.ts';
import type { Tx } from '../../database/database.ts';
import type { Scope } from '../../database/scope.ts';
import type { RegistryTable } from '../../database/tables.ts';
import { fillHoles, holesIn, NotPlain, type JsonField } from '../../records/row-json.ts';
import type { RawBuilder } from 'kysely';
import type { Context } from '../../request/context.ts';
import { parentId } from '../../records/parent-id.ts';
import { cursorOf, type Page } from '../../records/page.ts';
import type { TextRow } from '../../records/row-texts.ts';
import { askRow } from './ask.ts';
import type { KnownList } from './known-lists.ts';
import type {
  AskedField,
  Hole,
  JsonRow,
  Planned,
  PlannedInfo,
  PlannedRoot,
  RowField,
  RowShape,
  SelectedField,
} from './shape.ts';

/** Records that hang on another, in the same statement. */
export interface Nested {
  /** The scope they are read within; they are read by themselves where that is not the scope of the statement. */
  readonly scope: Scope;
  readonly json: (tx: Tx, parentTable: RegistryTable) => Promise<RawBuilder<unknown>>;
}

/** What an operation is executed with. */
export interface Execution {
  readonly args: Pick<ExecutionArgs, 'schema' | 'rootValue'>;
  readonly context: Context;
  readonly operation: OperationDefinitionNode;
  readonly fragments: Readonly<Record<string, FragmentDefinitionNode>>;
  readonly variableValues: GraphQLResolveInfo['variableValues'];
}

/** A class, not an object with a getter: V8 makes a shape of each of those, which keeps it until a full collection. */
class JsonEdge {
  readonly row: JsonRow;
  readonly #edge: { readonly cursor: string };

  constructor(json: string, edge: { readonly cursor: string }) {
    this.row = { json };
    this.#edge = edge;
  }

  get cursor(): string {
    return this.#edge.cursor;
  }
}

/** One field of a query as it is answered: asks resolvers, each once for a selection, and fills in what PostgreSQL cannot write. */
export class PlannedRun {
  readonly #execution: Execution;
  readonly #holes: readonly Hole[];
  #remembered: KnownList | undefined;
  /**
   * Whether its statement may be another the next time, for the same caller: a field was met that nobody asked before, of which is not known yet
   * which columns it looks at, or a filter, whose conditions may follow from more than what was sent.
   */
  #mayChange = false;

  constructor(execution: Execution, { holes }: PlannedRoot) {
    this.#execution = execution;
    this.#holes = holes;
  }

  get context(): Context {
    return this.#execution.context;
  }

  /** What the resolver of a field gives: with its permission, its arguments and its wrappers. */
  resolve({ key, node, field, parent }: SelectedField, row: unknown, planned?: Planned): unknown {
    const { args, context, variableValues, ...operation } = this.#execution;
    const untyped = field as unknown as GraphQLField<unknown, unknown>;
    const given = field.args.length > 0 ? getArgumentValues(untyped, node, variableValues, undefined, true) : {};
    this.#mayChange ||= planned !== undefined && (given['filter'] ?? null) !== null;
    const info = {
      ...operation,
      fieldName: field.name,
      fieldNodes: [node],
      returnType: field.type,
      parentType: parent,
      path: { prev: undefined, key, typename: parent.name },
      schema: args.schema,
      rootValue: args.rootValue,
      variableValues,
      ...(planned && { planned }),
    } as unknown as PlannedInfo;
    return field.resolve?.(row, given, context, info);
  }

  /**
   * What a statement within `scope` selects of its rows: related records where they are reached alike.
   *
   * @throws {NotPlain} if a resolver refuses: how that is told, the executor knows.
   */
  async fieldsOf({ fields }: RowShape, { asOf }: Context, scope: Scope): Promise<readonly JsonField[]> {
    if (fields.every(isPlain)) {
      return fields;
    }
    if (asOf) {
      throw new NotPlain('What hangs on rows of the past is of the past');
    }
    return Promise.all(fields.map((field) => this.#fieldOf(field, scope)));
  }

  async #fieldOf(field: RowField, scope: Scope): Promise<JsonField> {
    switch (field.is) {
      case 'asked':
        return this.#columnsOf(field);
      case 'relation': {
        const { key, related, otherwise } = field;
        const nested = await this.#nestedOf(related);
        const isAlike = nested && JSON.stringify(nested.scope) === JSON.stringify(scope);
        return isAlike ? { key, is: 'related', json: nested.json } : this.#columnsOf(otherwise);
      }
      default:
        return field;
    }
  }

  #columnsOf({ key, hole, value: { reads } }: AskedField): JsonField {
    this.#mayChange ||= !reads;
    return { key, is: 'columns to fill in', hole, columns: reads && [...reads] };
  }

  async #nestedOf({ shape, ...selected }: SelectedField & Pick<Planned, 'shape'>): Promise<Nested | undefined> {
    try {
      return (await this.resolve(selected, parentRow, { shape, run: this, isNested: true })) as Nested | undefined;
    } catch (error) {
      throw error instanceof NotPlain ? error : new NotPlain('A relation is refused', { cause: error });
    }
  }

  /** Notes how the list is read that it answers, if it may be read so again. */
  remember(list: KnownList): void {
    const { isRepeated, query } = list.statement;
    if (isRepeated && query.sql.length <= longestRepeated && !this.#mayChange) {
      this.#remembered = list;
    }
  }

  get remembered(): KnownList | undefined {
    return this.#remembered;
  }

  /** The rows of a page as JSON. */
  async write({ writer }: KnownList, { edges, ...page }: Page<TextRow>): Promise<Page<JsonRow>> {
    const texts = await writer.write(
      edges.map(({ row }) => row),
      this.fillIn,
    );
    return { ...page, edges: edges.map((edge, index) => new JsonEdge(texts[index] ?? '', edge)) };
  }

  /** Fills in the holes of a text, those of one number together. */
  async fill(text: string): Promise<string> {
    const found = holesIn(text);
    if (found.length === 0) {
      return text;
    }
    const filled: string[] = [];
    const byHole = Map.groupBy(
      found.map(({ hole, content }, index) => ({ hole, content, index })),
      ({ hole }) => hole,
    );
    const fillAll = async (hole: number, contents: readonly { readonly content: string; readonly index: number }[]) => {
      const texts = await this.fillIn(
        hole,
        contents.map(({ content }) => content),
      );
      contents.forEach(({ index }, nth) => {
        filled[index] = texts[nth] ?? 'null';
      });
    };
    await Promise.all(Array.from(byHole, ([hole, contents]) => fillAll(hole, contents)));
    return fillHoles(text, filled);
  }

  /** What is filled into a hole for each of its contents. */
  readonly fillIn = (hole: number, contents: readonly string[]): readonly string[] | Promise<readonly string[]> => {
    const { ids } = this.context;
    const known = this.#holes[hole];
    switch (known?.is) {
      case 'number':
        return ids.sealNumbers(known.kind, contents).map((each) => `"${each}"`);
      case 'cursor':
        return contents.map((each) => `"${ids.sealText(cursorOf(each))}"`);
      case 'asked':
        return askRows(contents, (content) => askRow(this, known.value, content));
      default:
        throw new Error(`There is no hole ${hole}`);
    }
  };
}

/** The row that relations hang on, of which there is but the id: what looks at more of it is no page of what it has. */
const parentRow = new Proxy(
  { id: parentId },
  {
    get: (row, name) => {
      if (name === 'id') {
        return row.id;
      }
      throw new NotPlain('A relation looks at more than an id');
    },
  },
);

const isPlain = (field: RowField): field is JsonField => field.is !== 'asked' && field.is !== 'relation';

/** What is made of the same columns is the same: it is asked once. */
function askRows(
  contents: readonly string[],
  ask: (content: string) => string | Promise<string>,
): Promise<readonly string[]> {
  const answers = new Map<string, string | Promise<string>>();
  return Promise.all(
    contents.map(async (content) => {
      const answer = answers.get(content) ?? ask(content);
      answers.set(content, answer);
      return answer;
    }),
  );
}
