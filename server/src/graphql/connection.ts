import type { InputRef, ObjectRef } from '@pothos/core';
import type { Direction, Page } from '../records/page.ts';
import { builder, type SchemaTypes } from './builder.ts';
import { paged } from './cost.ts';
import { SortDirectionEnum } from './scalars.ts';

/** A page, and how to count the whole list should somebody ask. */
export interface ConnectionSource<Row> {
  readonly page: Page<Row>;
  readonly count: () => Promise<number>;
}

const PageInfo = builder.objectRef<Page<unknown>>('PageInfo').implement({
  fields: (t) => ({
    hasNextPage: t.exposeBoolean('hasNextPage'),
    hasPreviousPage: t.exposeBoolean('hasPreviousPage'),
    startCursor: t.string({ nullable: true, resolve: ({ edges }) => edges.at(0)?.cursor ?? null }),
    endCursor: t.string({ nullable: true, resolve: ({ edges }) => edges.at(-1)?.cursor ?? null }),
  }),
});

/** The connection type `<name>Connection` over `node`, with both `nodes` and `edges`. */
export function connectionOf<Row>(name: string, node: ObjectRef<SchemaTypes, Row>) {
  const Edge = builder.objectRef<Page<Row>['edges'][number]>(`${name}Edge`).implement({
    fields: (t) => ({
      cursor: t.exposeString('cursor'),
      node: t.field({ type: node, resolve: ({ row }) => row as never }),
    }),
  });
  return builder.objectRef<ConnectionSource<Row>>(`${name}Connection`).implement({
    extensions: paged,
    fields: (t) => ({
      nodes: t.field({ type: [node], resolve: ({ page }) => page.edges.map(({ row }) => row) as never }),
      edges: t.field({ type: [Edge], resolve: ({ page }) => [...page.edges] }),
      pageInfo: t.field({ type: PageInfo, resolve: ({ page }) => page }),
      totalCount: t.int({
        description: 'Rows in the whole list; counted only when asked for.',
        resolve: ({ count }) => count(),
      }),
    }),
  });
}

/** The input `<name>Sort { field, direction }` over the sort fields that a kind declares. */
export function sortInput<Field extends string>(name: string, sorts: Readonly<Record<Field, unknown>>) {
  const fields = builder.enumType(`${name}SortField`, { values: Object.keys(sorts) });
  const input = builder.inputType(`${name}Sort`, {
    fields: (t) => ({
      field: t.field({ type: fields, required: true }),
      direction: t.field({ type: SortDirectionEnum, required: true }),
    }),
  });
  return input as unknown as InputRef<{ field: Field; direction: Direction }>;
}
