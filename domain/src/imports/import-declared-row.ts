import type { KindDeclaration } from '../kinds/kind.ts';
import { oncePer } from '../once-per.ts';
import { isPoint, type NamedKind } from './import-declared.ts';
import { importedFields, importedLengths, readImported } from './import-fields.ts';
import { RowReader, type CellOf, type RowReading } from './import-row-reader.ts';

/** What a row says of each field, by its name; null is what it does not say, and a record of another kind is what it is called. */
export type DeclaredRow = Readonly<Record<string, string | number | null>>;

/** How long the name of a record of another kind may be: as long as that kind lets it be. */
const lengthsOf = oncePer((kind: KindDeclaration): Readonly<Record<string, number>> => {
  const referenced = importedFields(kind).flatMap(([name, field]) => (field.of ? [[name, referenceLength]] : []));
  return { ...importedLengths(kind), ...(Object.fromEntries(referenced) as Record<string, number>) };
});

/** How a spreadsheet writes a long number: its last digits are lost, and several become one. */
const roundedNumber = /^\d(?:[.,]\d+)?E\+\d+$/i;

/** The longest name or number by which a record is referred to. */
const referenceLength = 120;

/**
 * Reads a row as the kind's fields are declared, or says everything that is wrong with it.
 *
 * @param own - fields that `readOwn` reads otherwise.
 */
export function readDeclaredRow(
  kind: NamedKind,
  cell: CellOf,
  own: readonly string[] = [],
  readOwn: (reader: RowReader<string>) => DeclaredRow = () => ({}),
): RowReading<DeclaredRow, string> {
  const reader = new RowReader<string>(cell, lengthsOf(kind));
  const read = readImported(reader, kind, own as never) as DeclaredRow;
  const row = { ...read, ...readOwn(reader) };
  const key = reader.stated(kind.naturalKey);
  if (key === null) {
    reader.refuse(kind.naturalKey, 'form.required');
  } else if (roundedNumber.test(key)) {
    reader.refuse(kind.naturalKey, 'form.roundedNumber');
  }
  if (isPoint(kind) && (row['lat'] === null) !== (row['lng'] === null)) {
    reader.refuse(row['lat'] === null ? 'lat' : 'lng', 'form.wholePoint');
  }
  return reader.reading(row);
}
