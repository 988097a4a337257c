import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { namesNothing } from '@noa/domain/errors.ts';
import { asSeen } from '@noa/domain/text.ts';
import type { GisNodeKind } from '@noa/domain/vocabulary.ts';
import { findMap, hasRow } from '../../database/statements.ts';
import type { Tx } from '../../database/database.ts';
import type { Scope } from '../../database/scope.ts';
import { recordSorts, type Condition, type Kind } from '../../records/record.ts';
import { recordConditions, wordsOf, type RecordFilter } from '../filters.ts';

/** The address tree belongs to no org: whoever belongs anywhere reads all of it. */
const all = (): Condition => sql<SqlBool>`true`;

export const gisNodes = {
  name: 'gisNode',
  table: 'gis_node',
  reach: { orgs: all, managers: all },
  sorts: {
    ...recordSorts,
    id: { by: sql`r.id collate "C"`, type: 'text' },
    kind: { by: sql`r.kind`, type: 'text' },
    name: { by: sql`r.name_key`, type: 'text' },
  },
  fields: {
    kind: 'kind',
    name: 'name',
    officialName: 'official_name',
    parentId: 'parent_id',
    siruta: 'siruta',
    lat: 'lat',
    lng: 'lng',
  },
  defaultSort: [{ field: 'name', direction: 'asc' }],
  called: {
    labels: sql`select r.id, coalesce(nullif(r.official_name, ''), r.name) as label from gis_node r`,
    permission: 'gisNode:read',
  },
} as const satisfies Kind<'gis_node'>;

export type GisNodeSort = keyof typeof gisNodes.sorts;

export interface GisNodeFilter extends RecordFilter {
  /** Words of the name and of what it lies in; one at least of the name itself. */
  q?: string | null | undefined;
  kind?: GisNodeKind | null | undefined;
  parentId?: string | null | undefined;
}

/** More words than this are not looked at: no address has so many. */
const maxWords = 8;

const someWordsOf = (text: string) => wordsOf(text).slice(0, maxWords);

export function gisNodeConditions(filter: GisNodeFilter | null | undefined): Condition[] {
  const conditions = recordConditions(filter);
  if (filter?.q) {
    const words = someWordsOf(filter.q);
    conditions.push(...(words.length === 0 ? [sql<SqlBool>`false`] : lyingIn(words)));
  }
  if (filter?.kind) {
    conditions.push(sql<SqlBool>`r.kind = ${filter.kind}`);
  }
  if (typeof filter?.parentId === 'string') {
    conditions.push(sql<SqlBool>`r.parent_id = ${filter.parentId}`);
  }
  return conditions;
}

/**
 * Nodes found as people write addresses: "pascani iasi" is Pașcani in the county of Iași, while "iasi" alone is not all that
 * lies in it. The first condition is what the index of trigrams answers; the second looks at what is left.
 */
function lyingIn(words: readonly string[]): Condition[] {
  const named = words.map((word) => {
    const pattern = `%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
    return sql`r.search like fold(${pattern})`;
  });
  const line = sql`concat_ws(' ', r.search, parent.search, grandparent.search, county.search)`;
  return [
    sql<SqlBool>`(${sql.join(named, sql` or `)})`,
    sql<SqlBool>`(
      select bool_and(strpos(l.line, fold(word)) > 0)
      from (
        select ${line} as line from (select) as this
        left join gis_node parent on parent.id = r.parent_id
        left join gis_node grandparent on grandparent.id = parent.parent_id
        left join gis_node county on county.id = grandparent.parent_id
      ) as l, unnest(${words}::text[]) as word)`,
  ];
}

/** Begins with `text`, or one of several. */
const startsWith = (value: RawBuilder<unknown>, texts: readonly string[]) =>
  sql.join(
    texts.map((text) => sql`starts_with(${value}, fold(${text}))`),
    sql` or `,
  );

/** The kind as a search lists it: names that are what was typed, then those that begin so, then the others. */
export function gisNodesBy({ q }: GisNodeFilter): Kind<'gis_node', GisNodeSort | 'relevance'> {
  const texts = q?.trim() ? [asSeen(q).trim(), ...someWordsOf(q)] : [];
  const name = sql`fold(r.name)`;
  const relevance = sql`case
    when ${name} in (${sql.join(texts.map((text) => sql`fold(${text})`))}) then 0
    when ${startsWith(name, texts)} then 1
    else 2 end`;
  return {
    ...gisNodes,
    sorts: { ...gisNodes.sorts, relevance: { by: relevance, type: 'int4' } },
    defaultSort: [
      ...(texts.length > 0 ? [{ field: 'relevance', direction: 'asc' } as const] : []),
      ...gisNodes.defaultSort,
    ],
  };
}

/** How many nodes lie right in each of `ids`. */
export const countChildren = (tx: Tx, _scope: Scope, ids: readonly string[]) => findMap<number>(tx)`
  select parent_id, count(*)::int from gis_node where parent_id = any(${ids}::text[]) group by 1`;

/**
 * Looks whether a record can lie in this node, which nothing in the database keeps.
 *
 * @throws {AppError} `NotFound` on `gisNodeId` when there is no such node.
 */
export async function refuseUnknownNode(tx: Tx, gisNodeId: unknown): Promise<void> {
  if (typeof gisNodeId === 'string' && !(await hasRow(tx)`select from gis_node where id = ${gisNodeId}`)) {
    throw namesNothing('gisNodeId');
  }
}
