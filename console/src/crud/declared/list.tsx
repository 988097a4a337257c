import type { TypedDocumentNode } from '@apollo/client';
import type { Field } from '@noa/domain/kinds/field.ts';
import type { KindDeclaration } from '@noa/domain/kinds/kind.ts';
import { permissions } from '@noa/domain/permissions.ts';
import { snake } from '@noa/domain/kinds/names.ts';
import { pickerOf } from '../../pickers/pickers.ts';
import { Count, None } from '../../ui/values/cells.tsx';
import { PlainMoment } from '../../ui/values/Moment.tsx';
import type { Column, Connection, Filter, ListVariables, Resource } from '../define-resource.ts';
import { arranged, namesOf, withOwn } from './kind-names.ts';
import { givenAs, shownValue, wordsOf, type Called } from './values.tsx';

type Names<Kind extends KindDeclaration> = `${Kind['name']}s`;

/** A row of the list that a query gives. */
type RowOf<Kind extends KindDeclaration, Data> = Data extends { readonly [List in Names<Kind>]: Connection<infer Row> }
  ? Row & { readonly id: string; readonly rowId: string; readonly updatedAt: string }
  : never;

interface ListOptions<Row extends { id: string }> extends Pick<
  Resource<Row, unknown>,
  'defaultSort' | 'bulk' | 'imported'
> {
  /** Columns and filters that do not follow from the declaration, or that stand for one that does. */
  readonly columns?: readonly Column<Row>[];
  readonly filters?: readonly Filter[];
  /** Numbers of the API that are no declared field, and have a column each. */
  readonly counts?: readonly (keyof Row & string)[];
  /** Columns and filters that come before all others, in this order. */
  readonly first?: readonly string[];
  /** Columns put away until somebody asks for them: the org when absent. */
  readonly rare?: readonly string[];
  /** Columns that others say already. */
  readonly without?: readonly string[];
  /** Columns that a phone's cards leave out: what the first is made of, and what matters less than what has to be cut for it. */
  readonly desk?: readonly string[];
}

const orgColumn = {
  id: 'orgId',
  from: ['org.name'],
  may: 'org:read',
  cell: (row: object) => ('org' in row && (row.org as Called | null)?.name) || <None />,
} as const;
const orgFilter = { id: 'orgId', kind: 'record', picker: pickerOf('org'), may: 'org:read' } as const;

const countColumn = <Row,>(id: keyof Row & string): Column<Row> => ({
  id,
  numeric: true,
  cell: (row) => <Count value={row[id] as number} />,
});

function columnOf(kind: KindDeclaration, [id, field]: [string, Field]): Column<object> {
  const words = wordsOf(kind, id, field);
  return {
    id,
    ...(field.of && { from: [`${givenAs(id, field)}.${field.of.called}`] }),
    ...(words && { words }),
    ...(field.sorted && { sort: snake(id) }),
    ...((field.type === 'integer' || field.type === 'float') && { numeric: true }),
    ...(field.needs && { may: field.needs }),
    cell: (row: object) => shownValue(kind, id, field, row),
  };
}

function filterOf(kind: KindDeclaration, [id, field]: [string, Field]): Filter[] {
  const { type, of, values, needs, unit } = field;
  const base = { id, ...(needs && { may: needs }) };
  const texts = `values.${id}`;
  switch (type) {
    case 'id':
      return [{ ...base, kind: 'record', picker: pickerOf(of?.name ?? '') }];
    case 'enum':
      return [{ ...base, kind: 'choice', values: values ?? [], texts }];
    case 'boolean':
      return [{ ...base, kind: 'boolean', texts }];
    case 'integer':
      return [{ ...base, kind: 'int', ...(unit && { unit }) }];
    default:
      throw new Error(`${kind.name}.${id}: lists are not filtered by a field of this type`);
  }
}

/**
 * How the records of a kind are listed, on their own page and under others: a column for each field that lists show, a filter for
 * each that they are filtered by, in the order of the declaration; then the kind's own, its org and what every record has.
 */
export function listOf<Kind extends KindDeclaration, Data>(
  kind: Kind,
  query: TypedDocumentNode<Data, ListVariables>,
  options: ListOptions<RowOf<Kind, Data>>,
): Resource<RowOf<Kind, Data>, Data> {
  const { first, rare = ['orgId'], without, desk = [], columns = [], counts = [], filters, ...rest } = options;
  const { list, read, write, paths } = namesOf(kind);
  const owned = kind.owner !== 'none';
  const fields = Object.entries<Field>(kind.fields);
  const listed = fields.filter(([, { listed: shown }]) => shown !== false).map((field) => columnOf(kind, field));
  const filtered = fields.filter((field) => field[1].filtered).flatMap((field) => filterOf(kind, field));
  const all: readonly Column<RowOf<Kind, Data>>[] = [
    ...arranged(
      [
        ...withOwn<Column<RowOf<Kind, Data>>>(listed, [...columns, ...counts.map(countColumn)], without),
        ...(owned ? [orgColumn] : []),
      ],
      first,
    ),
    ...recordColumns,
  ];
  return {
    ...rest,
    name: list,
    paths,
    query,
    select: (data) =>
      (data as Readonly<Record<string, Connection<RowOf<Kind, Data>>>>)[list] as Connection<RowOf<Kind, Data>>,
    columns: all.map((column) => ({
      ...column,
      ...(rare.includes(column.id) && { rare: true }),
      ...(desk.includes(column.id) && { desk: true }),
    })),
    filters: arranged(
      [...withOwn(filtered, filters), { id: 'updatedAt', kind: 'period' }, ...(owned ? [orgFilter] : [])],
      first,
    ),
    may: { read, ...(isPermission(write) && { create: write }) },
  };
}

const isPermission = (word: string) => (permissions as readonly string[]).includes(word);

interface RecordRow {
  readonly id: string;
  readonly rowId: string;
  readonly updatedAt: string;
}

/** The columns that every record has, after its own; its id and version show only to those who ask for them. */
const recordColumns: readonly Column<RecordRow>[] = [
  { id: 'updatedAt', sort: 'updated_at', whole: true, cell: (row) => <PlainMoment at={row.updatedAt} /> },
  { id: 'rowId', sort: 'row_id', rare: true, cell: (row) => row.rowId },
  { id: 'id', sort: 'id', rare: true, cell: (row) => row.id },
];
