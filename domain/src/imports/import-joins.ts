import { accessGroup } from '../kinds/access-group.ts';
import { containerGroup } from '../kinds/container-group.ts';
import { declaredForm, type NamedKind } from './import-declared.ts';
import { readDeclaredRow, type DeclaredRow } from './import-declared-row.ts';
import type { ImportForm } from './import-form.ts';
import { withoutDecimals, type CellOf, type RowReader, type RowReading } from './import-row-reader.ts';

/** A column that names what each record of a list is joined to, in one cell or in a row for each. */
export interface JoinColumn {
  /** Target field, called as the API calls the list of what it names. */
  readonly field: string;
  /** What it names. */
  readonly of: NamedKind;
  readonly headers: readonly string[];
  /** What stands between several names of one cell. */
  readonly between: RegExp;
}

/** In a list of access groups: the container groups that each lets its residents use. Their numbers have commas between them. */
export const joinedContainerGroups: JoinColumn = {
  field: 'containerGroups',
  of: containerGroup,
  headers: [
    'grup de containere',
    'grupuri de containere',
    'grupuri containere',
    'platforma',
    'platforme',
    'platformele',
    'nr platforma',
    'nr platforme',
    'insula',
    'insule',
    'container group',
    'container groups',
  ],
  between: /[;,|]/,
};

/** In a list of container groups: the access groups whose residents may use each. A comma may be part of a name. */
export const joinedAccessGroups: JoinColumn = {
  field: 'accessGroups',
  of: accessGroup,
  headers: ['grup de acces', 'grup acces', 'grupuri de acces', 'grupuri acces', 'access group', 'access groups'],
  between: /[;|]/,
};

/** The names that a cell lists, each once. */
export const namesIn = ({ between }: Pick<JoinColumn, 'between'>, cell: string | undefined): readonly string[] => [
  ...new Set(
    withoutDecimals(cell ?? '')
      .split(between)
      .flatMap((name) => name.trim() || []),
  ),
];

/** The form of a kind whose lists may name what its records are joined to. */
export const joinedForm = (kind: NamedKind, { field, headers }: JoinColumn): ImportForm => ({
  ...declaredForm(kind, { [field]: headers }),
  refers: true,
});

const lengthOf = ({ of }: JoinColumn) => of.fields[of.naturalKey]?.max ?? 0;

function readNames(reader: RowReader<string>, join: JoinColumn): DeclaredRow {
  const text = reader.stated(join.field);
  if (namesIn(join, text ?? '').some(({ length }) => length > lengthOf(join))) {
    reader.refuse(join.field, 'form.tooLong');
  }
  return { [join.field]: text };
}

/** Reads a row of such a list, or says everything that is wrong with it; the names stand in it as the cell has them. */
export const readJoinedRow = (kind: NamedKind, join: JoinColumn, cell: CellOf): RowReading<DeclaredRow, string> =>
  readDeclaredRow(kind, cell, [], (reader) => readNames(reader, join));
