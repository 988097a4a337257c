/**
 * `node write-documents.ts`, before the types are generated: writes the documents that each declared kind has (its list, its record,
 * create, update, delete) to `src/api/kinds/generated/`. They select what the kind declares, and what its own file adds by the
 * fragments `<Kind>Row` and `<Kind>Record`.
 */
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSchema } from 'graphql';
import type { Field } from '@noa/domain/kinds/field.ts';
import type { KindDeclaration } from '@noa/domain/kinds/kind.ts';
import { declaredKinds } from '@noa/domain/kinds/kinds.ts';
import { sights } from './src/session/sights.ts';

const here = import.meta.dirname;
const folder = join(here, 'src/api/kinds/generated');
const mutations =
  buildSchema(readFileSync(join(here, '../schema.graphql'), 'utf8'))
    .getMutationType()
    ?.getFields() ?? {};
const own = globSync('src/resources/**/*.graphql.ts', { cwd: here })
  .map((file) => readFileSync(join(here, file), 'utf8'))
  .join('\n');

const page = 'pageInfo { hasNextPage hasPreviousPage startCursor endCursor } totalCount';

const sightOf = (permission: string): string => {
  const found = Object.entries(sights).find(([, each]) => each === permission);
  if (!found) {
    throw new Error(`No variable of session/sights.ts stands for ${permission}`);
  }
  return found[0];
};

/** Fields as a document selects them: those that not everybody may read by the variable that says so. */
const selectionOf = ({ fields }: KindDeclaration, takes: (field: Field) => boolean): string =>
  Object.entries(fields)
    .filter(([, field]) => field.shown !== false && takes(field))
    .map(([name, { needs }]) => (needs ? `${name} @include(if: $${sightOf(needs)})` : name))
    .join('\n');

/** The fragment of this name in the kind's own file; undefined if it adds nothing. */
const fragmentOf = (name: string): string | undefined => new RegExp(`fragment ${name} on [^\`]*`).exec(own)?.[0];

/** A selection, with the kind's own fragment, and the declarations of the variables that the two use. */
function selected(fields: string, fragment: string): { readonly selection: string; readonly variables: string } {
  const text = fragmentOf(fragment);
  const used = [...new Set(`${fields} ${text ?? ''}`.match(/\bsees\w+/g))];
  return {
    selection: text ? `${fields}\n...${fragment}` : fields,
    variables: used.map((name) => ` $${name}: Boolean! = false`).join(''),
  };
}

function documentsOf(kind: KindDeclaration): string {
  const { name } = kind;
  const type = name.charAt(0).toUpperCase() + name.slice(1);
  const row = selected(`id rowId updatedAt ${selectionOf(kind, ({ listed }) => listed !== false)}`, `${type}Row`);
  const record = selected(`id rowId updatedAt updatedBy ${selectionOf(kind, () => true)}`, `${type}Record`);
  const paging = '$first: Int $after: String $last: Int $before: String';
  const documents = {
    [`${type}s`]: `query ${type}s(${paging} $filter: ${type}Filter $sort: [${type}Sort!] $asOf: DateTime${row.variables}) {
      ${name}s(first: $first after: $after last: $last before: $before filter: $filter sort: $sort asOf: $asOf) {
        nodes { ${row.selection} } ${page} } }`,
    [type]: `query ${type}($id: ID! $asOf: DateTime${record.variables}) {
      ${name}(id: $id asOf: $asOf) { ${record.selection} } }`,
    [`Create${type}`]: `mutation Create${type}($input: Create${type}Input!) { create${type}(input: $input) { id rowId } }`,
    [`Update${type}`]: `mutation Update${type}($id: ID! $rowId: ID! $input: Update${type}Input!${record.variables}) {
      update${type}(id: $id rowId: $rowId input: $input) { ${record.selection} } }`,
    [`Delete${type}`]: `mutation Delete${type}($id: ID! $rowId: ID!) { delete${type}(id: $id rowId: $rowId) }`,
  };
  const isThere = (source: string) =>
    source.startsWith('query') || (/\{\s*(\w+)\(/.exec(source)?.[1] ?? '') in mutations;
  const written = Object.entries(documents).filter(
    ([title, source]) => isThere(source) && !own.includes(`const ${title}Document`),
  );
  const statements = written.map(([title, source]) => `export const ${title}Document = graphql(\`\n${source}\n\`);\n`);
  return `import { graphql } from '../../generated/gql.ts';\n\n${statements.join('\n')}`;
}

const fileOf = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
for (const kind of declaredKinds) {
  writeFileSync(join(folder, `${fileOf(kind.name)}.graphql.ts`), documentsOf(kind));
}
