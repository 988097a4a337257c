import type { FieldNode, GraphQLField, GraphQLObjectType, GraphQLResolveInfo } from 'graphql';
import type { NumberKind } from '../../database/keys/id-sealer.ts';
import type { AskedPage } from '../../records/page-json.ts';
import type { JsonField } from '../../records/row-json.ts';
import type { Context } from '../../request/context.ts';
import type { PlannedRun } from './run.ts';

/** A field of the operation, by the resolver of its own. */
export interface SelectedField {
  readonly key: string;
  readonly node: FieldNode;
  readonly field: GraphQLField<unknown, Context>;
  readonly parent: GraphQLObjectType;
}

/** What is selected of a record: one statement gives it as JSON. */
export interface RowShape {
  readonly fields: readonly RowField[];
}

export type RowField =
  | JsonField
  /** Another record or a page of records, in the same statement where the caller reaches them alike. */
  | { readonly key: string; readonly is: 'relation'; readonly related: PlannedField; readonly otherwise: AskedField }
  | AskedField;

/** A field whose resolver is asked, with the columns of the row that it looks at. */
export interface AskedField {
  readonly key: string;
  readonly is: 'asked';
  readonly hole: number;
  readonly value: AskedValue;
}

export interface AskedValue extends SelectedField {
  /** What is selected of the objects that it gives; empty for plain values. */
  readonly members: readonly AskedMember[];
  /** The columns that its resolver was seen to look at; undefined before it was asked, which is done with all. */
  reads?: Set<string>;
}

export type AskedMember = AskedValue | { readonly key: string; readonly typename: string };

/** What is selected of a page of records. */
export interface PageShape extends AskedPage {
  readonly is: 'page';
  readonly row: RowShape;
}

export interface RecordShape {
  readonly is: 'record';
  readonly row: RowShape;
}

/** A number that the statement counts. */
export interface CountShape {
  readonly is: 'count';
}

type Shape = PageShape | RecordShape | CountShape;

/** A field that gives records or how many there are, and what is selected beneath it. */
export interface PlannedField extends SelectedField {
  readonly shape: Shape;
}

/** What is to be filled into the text that PostgreSQL gives, by the number of the hole. */
export type Hole =
  | { readonly is: 'number'; readonly kind: NumberKind }
  | { readonly is: 'cursor' }
  | { readonly is: 'asked'; readonly value: AskedValue };

/** A field of the query, and all that is filled into its answer. */
export interface PlannedRoot {
  readonly selected: PlannedField;
  readonly holes: readonly Hole[];
}

/** What a resolver is told that is to give its records as JSON. */
export interface Planned<Selected = Shape> {
  readonly shape: Selected;
  readonly run: PlannedRun;
  /** Whether the records hang on the row that the statement reads: what is wanted is SQL ({@link Nested}), not its answer. */
  readonly isNested: boolean;
}

/** What a resolver is told beside what GraphQL tells each. */
export interface PlannedInfo extends GraphQLResolveInfo {
  readonly planned: Planned;
}

/** What is selected; undefined where GraphQL's executor asks, which takes whole rows. */
export const plannedOf = <Selected>(info: GraphQLResolveInfo): Planned<Selected> | undefined =>
  (info as { readonly planned?: Planned<Selected> }).planned;

/** Says of a field that it gives records or counts them, and that its resolver may be told what is selected of them. */
export const plannable = { plannable: true } as const;

/** Says of a field that what it does when it fails shows elsewhere, as in the log: an operation with it is never planned, and so asked once. */
export const neverPlanned = { neverPlanned: true } as const;

/** A row of a planned list: the text of its JSON, with holes to be filled. */
export interface JsonRow {
  readonly json: string;
}
