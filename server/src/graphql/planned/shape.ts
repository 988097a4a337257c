import type { FieldNode, GraphQLField, GraphQLObjectType, GraphQLResolveInfo } from 'graphql';
import type { NumberKind } from '../../database/keys/id-sealer.ts';
import type { JsonField } from '../../records/row-json.ts';
import type { Context } from '../../request/context.ts';

/** What is selected of a record, all of it columns: one statement gives it as JSON. */
export interface RowShape {
  readonly fields: readonly JsonField[];
  /** What the numbers are sealed as that are to be filled in, in their order. */
  readonly sealed: readonly NumberKind[];
}

/** What is selected of a page of records. */
export interface PageShape {
  readonly row: RowShape;
  readonly parts: readonly PagePart[];
  /** Whether cursors are asked for. */
  readonly cursors: boolean;
}

export type PagePart = { readonly key: string } & (
  | { readonly is: 'nodes' | 'totalCount' }
  | { readonly is: 'edges'; readonly parts: readonly { readonly key: string; readonly is: 'node' | 'cursor' }[] }
  | { readonly is: 'pageInfo'; readonly parts: readonly { readonly key: string; readonly is: PageFact }[] }
);

export type PageFact = 'hasNextPage' | 'hasPreviousPage' | 'startCursor' | 'endCursor';

/** A field of the query, and what is selected beneath it. */
export interface PlannedField {
  readonly key: string;
  readonly node: FieldNode;
  readonly field: GraphQLField<unknown, Context>;
  readonly parent: GraphQLObjectType;
  readonly shape: PageShape;
}

/** What a resolver of a list is told beside what GraphQL tells each. */
export interface PlannedInfo extends GraphQLResolveInfo {
  readonly planned: PageShape;
}

/** What is selected of a list; undefined where GraphQL's executor asks, which takes whole rows. */
export const plannedOf = (info: GraphQLResolveInfo): PageShape | undefined => (info as Partial<PlannedInfo>).planned;

/** A row of a planned list: the text of its JSON, with numbers to be sealed. */
export interface JsonRow {
  readonly json: string;
}
