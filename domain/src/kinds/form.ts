import type { Field } from './field.ts';
import type { FieldsWith, KindDeclaration, ValueOf } from './kind.ts';

/** What a form holds of a field; a number or a record that is not chosen yet is null. */
type FormValue<Declared extends Field> = Declared extends { readonly type: 'id' | 'integer' | 'float' }
  ? ValueOf<Declared> | null
  : ValueOf<Declared>;

type Values<Kind extends KindDeclaration, Without extends string> = {
  -readonly [Name in Exclude<keyof Kind['fields'], Without>]: FormValue<Kind['fields'][Name]>;
};

/** The values of a form of a new record. */
export type NewValues<Kind extends KindDeclaration> = Values<
  Kind,
  FieldsWith<Kind['fields'], { readonly laterOnly: true }>
>;

/** The values of a form that changes a record. */
export type ChangedValues<Kind extends KindDeclaration> = Values<
  Kind,
  FieldsWith<Kind['fields'], { readonly fixed: true }>
>;

/** What a field begins with: what is declared, the first of a list, a blank, or nothing. */
export function beginningOf({ type, begins, nullable, values }: Field): unknown {
  if (begins !== undefined) {
    return begins;
  }
  if (values) {
    return values[0];
  }
  return type === 'text' && !nullable ? '' : type === 'boolean' ? false : null;
}

/** What the form of a new record begins with. */
export const newValues = <Kind extends KindDeclaration>({ fields }: Kind): NewValues<Kind> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => (field.laterOnly ? [] : [[name, beginningOf(field)]])),
  ) as NewValues<Kind>;

/**
 * What the form over a record begins with.
 *
 * @param record - as the API gives it: of another record by its own name, `containerGroup` for `containerGroupId`. What the viewer may
 * not know is as in a new record.
 */
export function valuesOf<Kind extends KindDeclaration>({ fields }: Kind, record: object): ChangedValues<Kind> {
  const given = record as Readonly<Record<string, unknown>>;
  const values = Object.entries(fields).flatMap(([name, field]) => {
    if (field.fixed) {
      return [];
    }
    const value =
      field.type === 'id' ? (given[name.replace(/Id$/, '')] as { id?: string } | null | undefined)?.id : given[name];
    return [[name, value ?? (field.nullable || field.type === 'id' ? null : beginningOf(field))]];
  });
  return Object.fromEntries(values) as ChangedValues<Kind>;
}
