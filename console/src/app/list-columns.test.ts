import {
  buildSchema,
  getNamedType,
  isEnumType,
  isLeafType,
  isObjectType,
  Kind,
  type GraphQLField,
  type GraphQLObjectType,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { importForms } from '@noa/domain/imports/import-forms.ts';
import { importKinds, type ImportKind } from '@noa/domain/imports/import.ts';
import type { Column, Resource } from '../crud/define-resource.ts';

type AnyColumn = Pick<Column<never>, 'id' | 'from' | 'words'>;
type AnyResource = Pick<Resource<{ id: string }, unknown>, 'name' | 'query'> & { columns: readonly AnyColumn[] };

const modules = import.meta.glob<Record<string, AnyResource>>('../resources/*/*.resource.tsx', { eager: true });
const resources = Object.values(modules)
  .flatMap((exported) => Object.values(exported))
  .filter((each) => 'columns' in each && 'query' in each);

const [schemaText = ''] = Object.values(
  import.meta.glob<string>('../../../schema.graphql', { query: '?raw', import: 'default', eager: true }),
);
const schema = buildSchema(schemaText);
const locales = import.meta.glob<string>('../../public/locales/*/*.json', {
  query: '?raw',
  import: 'default',
  eager: true,
});

function textOf(locale: string, key: string): unknown {
  const [space = '', path = ''] = key.split(':');
  const texts: unknown = JSON.parse(locales[`../../public/locales/${locale}/${space}.json`] ?? '{}');
  return path.split('.').reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], texts);
}

/** The type at the end of a column's path; undefined where it leads to nothing. */
function leafOf(node: GraphQLObjectType, path: string) {
  let type: ReturnType<typeof getNamedType> | undefined = node;
  for (const step of path.split('.')) {
    const field: GraphQLField<unknown, unknown> | undefined = isObjectType(type)
      ? type.getFields()[step.replace(/\[\w+\]$/, '')]
      : undefined;
    type = field && getNamedType(field.type);
  }
  return isLeafType(type) ? type : undefined;
}

it('finds the kinds', () => {
  expect(resources.length).toBeGreaterThan(8);
});

describe.each(resources.map((resource) => [resource.name, resource] as const))('%s', (name, { query, columns }) => {
  const operation = query.definitions.find((each) => each.kind === Kind.OPERATION_DEFINITION);
  const field = operation?.selectionSet.selections.find((each) => each.kind === Kind.FIELD);
  const connection = getNamedType(schema.getQueryType()?.getFields()[name]?.type);
  const node = isObjectType(connection) ? getNamedType(connection.getFields()['nodes']?.type) : undefined;

  it('is called as the query that gives its list, by which a file of it is made', () => {
    expect(field?.name.value).toBe(name);
    expect(isObjectType(node)).toBe(true);
  });

  it.each(columns.map((column) => [column.id, column] as const))('%s can be said in a file', (id, { from, words }) => {
    for (const path of from ?? [id]) {
      const leaf = isObjectType(node) ? leafOf(node, path) : undefined;
      expect(leaf, path).toBeDefined();
      const values = isEnumType(leaf) ? leaf.getValues().map((value) => value.name) : [];
      const all = leaf?.name === 'Boolean' ? ['true', 'false'] : values;
      expect(words?.values.toSorted() ?? [], path).toEqual(all.toSorted());
      for (const value of all) {
        expect(textOf('ro', `${words?.texts}.${value}`)).toBeTypeOf('string');
        expect(textOf('en', `${words?.texts}.${value}`)).toBeTypeOf('string');
      }
    }
  });
});

/** The imports that a list may be sent to, as it was taken away. */
const importsOf = new Map<string, ImportKind>([
  ...importKinds.map((kind) => [kind, kind] as const),
  ['towerBlocks', 'buildings'],
  ['entrances', 'buildings'],
]);
/** What an import takes as a number of something. */
const countFields = ['apartments', 'entrances'];

describe.each(['ro', 'en'])('a list that was taken away and is sent back in (%s)', (locale) => {
  const sentBack = resources.filter(({ name }) => importsOf.has(name));

  it('is known of each kind', () => {
    expect(sentBack.length).toBeGreaterThan(6);
  });

  it.each(sentBack.map((resource) => [resource.name, resource] as const))(
    'says nothing by how many there are of something: %s',
    (name, { columns }) => {
      const labels = columns.map(({ id }) => {
        const label = textOf(locale, `${name}:fields.${id}`);
        return typeof label === 'string' ? label : '';
      });
      const counts = columns.flatMap(({ id }, at) => (id.endsWith('Count') ? [labels[at]] : []));
      const guess = importForms[importsOf.get(name) ?? 'buildings'].guessMapping(labels.filter(Boolean));

      const meant = Object.entries(guess).flatMap(([field, header]) => (counts.includes(header) ? [field] : []));

      expect(meant.filter((field) => !countFields.includes(field))).toEqual([]);
    },
  );
});
