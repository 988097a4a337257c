import type { RowReader } from './import-row-reader.ts';
import { valueOfWord } from './import-words.ts';
import { oncePer } from '../once-per.ts';
import { withoutThousands } from '../texts/thousands.ts';
import type { Field } from '../kinds/field.ts';
import type { Fields, FieldsWith, KindDeclaration, ValueOf } from '../kinds/kind.ts';

/** Names of the fields that imports take. */
export type ImportedField<Kind extends KindDeclaration> = FieldsWith<
  Kind['fields'],
  { readonly imported: readonly string[] }
>;

/** What a row says of them; null is what it does not say. */
export type ImportedValues<Kind extends KindDeclaration> = {
  readonly [Name in ImportedField<Kind>]: ValueOf<Kind['fields'][Name]> | null;
};

/** The fields of a kind that imports take, in the order of the declaration. */
export const importedFields = oncePer(
  ({ fields }: { readonly fields: Fields }): readonly (readonly [string, Field])[] =>
    Object.entries(fields).filter(([, { imported }]) => imported),
);

/** Their headers, by field. */
export const importedHeaders = <Kind extends KindDeclaration>(kind: Kind) =>
  Object.fromEntries(importedFields(kind).map(([name, { imported = [] }]) => [name, imported])) as {
    readonly [Name in ImportedField<Kind>]: readonly string[];
  };

/** How long their texts may be. */
export const importedLengths = <Kind extends KindDeclaration>(kind: Kind) =>
  Object.fromEntries(
    importedFields(kind).flatMap(([name, { type, max }]) => (type === 'text' && max ? [[name, max]] : [])),
  ) as Partial<Record<ImportedField<Kind>, number>>;

/** What reading a field needs of the row's reader. */
type Reader<Name extends string> = Pick<RowReader<Name>, 'stated' | 'refuse'>;

/**
 * Reads them from a row as they are declared, and refuses what is none of their values.
 *
 * @param own - those that are read otherwise.
 */
export function readImported<Kind extends KindDeclaration, Own extends ImportedField<Kind>>(
  reader: Reader<ImportedField<Kind>>,
  kind: Kind,
  own: readonly Own[],
): Omit<ImportedValues<Kind>, Own> {
  const values: Record<string, string | number | null> = {};
  for (const [name, field] of importedFields(kind)) {
    if (!own.includes(name as Own)) {
      values[name] = readField(reader, name as ImportedField<Kind>, field);
    }
  }
  return values as Omit<ImportedValues<Kind>, Own>;
}

function readField<Name extends string>(reader: Reader<Name>, name: Name, field: Field): string | number | null {
  const text = reader.stated(name);
  // Of another record, what it is called: which one that is, the registry says.
  if (text === null || field.type === 'text' || field.type === 'id') {
    return text;
  }
  if (field.values) {
    const value = valueOfWord(field.list ?? '', field.values, text) ?? null;
    if (value === null) {
      reader.refuse(name, 'import.unknownWord');
    }
    return value;
  }
  return readNumber(reader, name, field);
}

/**
 * A number within its bounds; a decimal comma is read as a point. Spreadsheets write whole numbers as 61.0 now and then, and as 10.000 where
 * their column shows thousands.
 */
export function readNumber<Name extends string>(
  reader: Reader<Name>,
  name: Name,
  { type, min = -Infinity, max = Infinity }: Pick<Field, 'type' | 'min' | 'max'>,
): number | null {
  const text = reader.stated(name);
  if (text === null) {
    return null;
  }
  const digits = type === 'integer' ? withoutThousands(text) : text;
  const value = /^[-+]?\d+([.,]\d+)?$/.test(digits) ? Number(digits.replace(',', '.')) : Number.NaN;
  if (Number.isNaN(value) || (type === 'integer' && !Number.isInteger(value))) {
    reader.refuse(name, 'form.badNumber');
  } else if (value < min || value > max) {
    reader.refuse(name, value < min ? 'form.tooSmall' : 'form.tooLarge');
  }
  return value;
}
