import type { ImportKind } from '@noa/domain/imports/import.ts';
import { importedFields } from '@noa/domain/imports/import-fields.ts';
import type { NamedKind } from '@noa/domain/imports/import-declared.ts';
import type { Field } from '@noa/domain/kinds/field.ts';
import { declaredKinds } from '@noa/domain/kinds/kinds.ts';
import { snake } from '@noa/domain/kinds/names.ts';
import type { RegistryTable } from '../../database/tables.ts';
import { columnOf, keyOf } from '../../registry/declared/columns.ts';
import { sqlTypes, type Columns } from '../reading/column-batch.ts';
import type { Reference } from '../missing-names.ts';

/** A field that a file may state, and where PostgreSQL has it. */
export interface OwnColumn {
  readonly name: string;
  readonly column: string;
  readonly type: string;
  readonly field: Field;
}

/** How the records of a declared kind are imported. */
export interface DeclaredKind {
  readonly declared: NamedKind;
  readonly table: RegistryTable;
  /** What the import is called, and the API's list of its records. */
  readonly plural: ImportKind;
  /** What it states of itself; the natural key among them. */
  readonly own: readonly OwnColumn[];
  readonly references: readonly Reference[];
  /** Columns of the natural key: as it is stated, and as it is compared. */
  readonly stated: string;
  readonly key: string;
  /** Columns that follow from what is stated. */
  readonly derived: readonly OwnColumn[];
  /** Whether several rows may speak of one record, each of another that it is joined to (`joined` in `staged`). */
  readonly isJoined: boolean;
}

const tableOf = ({ name }: { readonly name: string }) => snake(name) as RegistryTable;

/** How files name records of a declared kind: by what they are told apart by. */
export function namedBy(kind: string, { field, staged }: Pick<Reference, 'field' | 'staged'>): Reference {
  const named = declaredKinds.find((each) => each.name === kind);
  const naturalKey = named && 'naturalKey' in named ? named.naturalKey : undefined;
  if (!named || !naturalKey) {
    throw new Error(`Files cannot name what ${field} refers to`);
  }
  return {
    field,
    staged,
    table: tableOf(named),
    name: snake(naturalKey),
    key: keyOf(naturalKey),
    plural: `${named.name}s`,
  };
}

interface Besides {
  /** Columns of text that the reader of a row makes of what is stated. */
  readonly derived?: readonly string[];
  readonly isJoined?: boolean;
}

export function declaredKind(declared: NamedKind, { derived = [], isJoined = false }: Besides = {}): DeclaredKind {
  const fields = importedFields(declared);
  const stated = declared.fields[declared.naturalKey];
  const columnFor = (name: string, field: Field): OwnColumn => ({
    name,
    column: columnOf(name, field),
    type: sqlTypes[field.type],
    field,
  });
  return {
    declared,
    table: tableOf(declared),
    plural: `${declared.name}s` as ImportKind,
    own: fields.flatMap(([name, field]) => (field.of ? [] : [columnFor(name, field)])),
    references: fields.flatMap(([name, field]) =>
      field.of ? [namedBy(field.of.name, { field: name, staged: columnOf(name, field) })] : [],
    ),
    stated: snake(declared.naturalKey),
    // What is not ordered by a key is compared as it is stored.
    key: stated?.sorted === 'key' ? keyOf(declared.naturalKey) : snake(declared.naturalKey),
    derived: derived.map((name) => columnFor(name, declared.fields[name] as Field)),
    isJoined,
  };
}

/** What is read of a row: values as they are declared, records of other kinds by what they are called. */
export const stagedColumns = ({ own, references, derived }: DeclaredKind): Columns => [
  ...[...own, ...derived].map(({ column, type }) => [column, type] as const),
  ...references.map(({ staged }) => [staged, 'text'] as const),
];

/** The columns that are written, in one order. */
export const writtenColumns = ({ own, references, derived }: DeclaredKind): readonly string[] => [
  ...[...own, ...derived].map(({ column }) => column),
  ...references.map(({ staged }) => staged),
];

/** What is planned of them. */
export const plannedColumns = ({ own, references, derived }: DeclaredKind): Columns => [
  ['row_number', 'integer'],
  ['id', 'uuid'],
  ...[...own, ...derived].map(({ column, type }) => [column, type] as const),
  ...references.map(({ staged }) => [staged, 'uuid'] as const),
  ['change', 'text'],
];
