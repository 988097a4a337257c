import { sql, type SqlBool } from 'kysely';
import type { GisNodeKind } from '@noa/domain/vocabulary.ts';
import { recordSorts, type Condition, type Kind } from '../../database/record.ts';
import { containsAllWords, recordConditions, type RecordFilter } from '../filters.ts';

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
  fields: { kind: 'kind', name: 'name', parentId: 'parent_id', siruta: 'siruta', lat: 'lat', lng: 'lng' },
  defaultSort: [{ field: 'name', direction: 'asc' }],
} as const satisfies Kind<'gis_node'>;

export interface GisNodeFilter extends RecordFilter {
  /** Words of the name, case and diacritics apart; all must occur. */
  q?: string | null | undefined;
  kind?: GisNodeKind | null | undefined;
  parentId?: string | null | undefined;
}

export function gisNodeConditions(filter: GisNodeFilter | null | undefined): Condition[] {
  const conditions = recordConditions(filter);
  if (filter?.q) {
    conditions.push(containsAllWords(sql`fold(r.name)`, filter.q));
  }
  if (filter?.kind) {
    conditions.push(sql<SqlBool>`r.kind = ${filter.kind}`);
  }
  if (filter?.parentId) {
    conditions.push(sql<SqlBool>`r.parent_id = ${filter.parentId}`);
  }
  return conditions;
}
