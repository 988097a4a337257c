import { sql, type SqlBool } from 'kysely';
import type { Field } from '@noa/domain/kinds/field.ts';
import type { FieldsWith, KindDeclaration, ValueOf } from '@noa/domain/kinds/kind.ts';
import { restricted, type Condition } from '../../records/record.ts';
import { idsAre, inRange, recordConditions, type Range, type RecordFilter } from '../filters.ts';
import { columnOf } from './columns.ts';

type Asked<Declared extends Field> = Declared extends { readonly type: 'id' }
  ? string
  : Declared extends { readonly type: 'integer' }
    ? Range
    : ValueOf<Declared>;

/** What the lists of a kind are filtered by, as far as its declaration says; null and absent ask for nothing. */
export type FilterOf<Kind extends KindDeclaration> = RecordFilter & {
  /** Words that the record has, case and diacritics apart; all must occur. */
  q?: string | null | undefined;
  orgId?: string | null | undefined;
} & {
  [Name in FieldsWith<Kind['fields'], { readonly filtered: true }>]?: Asked<Kind['fields'][Name]> | null | undefined;
};

/** The conditions of the filters that a kind declares, and of those that all kinds have. */
export function declaredConditions<Kind extends KindDeclaration>(
  { fields }: Kind,
  filter: FilterOf<Kind> | null | undefined,
): Condition[] {
  const asked: Readonly<Record<string, unknown>> = filter ?? {};
  return [
    ...recordConditions(filter),
    ...idsAre([['org_id', filter?.orgId, 'org:read']]),
    ...Object.entries(fields).flatMap(([name, field]) =>
      field.filtered ? conditionsOf(columnOf(name, field), field, asked[name]) : [],
    ),
  ];
}

function conditionsOf(column: string, { type, needs }: Field, value: unknown): Condition[] {
  if (value === null || value === undefined) {
    return [];
  }
  if (type === 'id') {
    const id = value as string;
    return idsAre([needs ? [column, id, needs] : [column, id]]);
  }
  const held = sql.ref(`r.${column}`);
  const conditions = type === 'integer' ? inRange(held, value) : [sql<SqlBool>`${held} = ${value}`];
  return needs ? conditions.map((condition) => restricted(needs, condition)) : conditions;
}
