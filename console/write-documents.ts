/**
 * `node write-documents.ts`, before the types are generated: writes the documents that each declared kind has (its list, its record,
 * create, update, delete, its members) to `src/api/kinds/generated/`, those by which a record of it is chosen, all in `choices.graphql.ts`;
 * and under which address the records of each are (`record-roots.ts`), so that the first visit need not load what is declared of fields.
 * They select what the kind declares, the records of other kinds that it names, its org and what the viewer may do, and what its own
 * file adds by the fragments `<Kind>Row`, `<Kind>Record` (as the row when there is none) and `<Kind>Choice`.
 *
 * Every other mutation of the API that no file of the console writes itself has its document in a file of its name, in
 * `src/api/mutations/generated/`: with all its arguments as variables, it selects what the cache knows the answer by and what
 * `src/api/mutation-answers.ts` says.
 */
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSchema, getNamedType, isLeafType, isObjectType, type GraphQLField } from 'graphql';
import type { Field } from '@noa/domain/kinds/field.ts';
import type { KindDeclaration } from '@noa/domain/kinds/kind.ts';
import { declaredKinds } from '@noa/domain/kinds/kinds.ts';
import { mutationAnswers } from './src/api/mutation-answers.ts';
import { visibility } from './src/session/visibility.ts';

const here = import.meta.dirname;
const folder = join(here, 'src/api/kinds/generated');
const schema = buildSchema(readFileSync(join(here, '../schema.graphql'), 'utf8'));
const mutations = schema.getMutationType()?.getFields() ?? {};
const mutationFolder = join(here, 'src/api/mutations/generated');
const own = globSync('src/**/*.graphql.ts', { cwd: here })
  .filter((file) => !file.includes('/generated/'))
  .map((file) => readFileSync(join(here, file), 'utf8'))
  .join('\n');

const page = 'pageInfo { hasNextPage hasPreviousPage startCursor endCursor } totalCount';

const variableOf = (permission: string): string => {
  const found = Object.entries(visibility).find(([, each]) => each === permission);
  if (!found) {
    throw new Error(`No variable of session/visibility.ts stands for ${permission}`);
  }
  return found[0];
};

const capitalised = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

/** What only some may read, by the variable that says so. */
const seen = (name: string, needs: string | undefined) =>
  needs ? `${name} @include(if: $${variableOf(needs)})` : name;

/** A declared field as a document selects it; of another record's id, that record. */
function selectionOf(name: string, { of, shown, needs }: Field): string {
  if (of) {
    return `${seen(name.replace(/Id$/, ''), needs)} { id ${of.called} }`;
  }
  return shown === false ? '' : seen(name, needs);
}

const fieldsOf = ({ fields, owner }: KindDeclaration, takes: (field: Field) => boolean): string =>
  [
    ...Object.entries(fields).flatMap(([name, field]) => (takes(field) ? [selectionOf(name, field)] : [])),
    owner === 'none' ? '' : `${seen('org', 'org:read')} { id name }`,
  ].join('\n');

const fieldsNamed = (type: string): object => {
  const found = schema.getType(type);
  return isObjectType(found) ? found.getFields() : {};
};

/** What the type of this name has of what every record's view asks for. */
const ofEveryRecord = (type: string): string =>
  Object.keys(fieldsNamed(type))
    .filter((name) => ['label', 'viewerCanUpdate', 'viewerCanDelete'].includes(name))
    .join(' ');

/** The fragment of this name in the kind's own file; undefined if it adds nothing. */
const fragmentOf = (name: string): string | undefined => new RegExp(`fragment ${name} on [^\`]*`).exec(own)?.[0];

/** A selection, with the kind's own fragment, and the declarations of the variables that the two use. */
function selected(fields: string, ...fragments: string[]): { readonly selection: string; readonly variables: string } {
  const fragment = fragments.find(fragmentOf) ?? '';
  const text = fragmentOf(fragment);
  const used = [...new Set(`${fields} ${text ?? ''}`.match(/\bsees\w+/g))];
  return {
    selection: text ? `${fields}\n...${fragment}` : fields,
    variables: used.map((name) => ` $${name}: Boolean! = false`).join(''),
  };
}

function documentsOf(kind: KindDeclaration): string {
  const { name, called } = kind;
  const type = capitalised(name);
  const row = selected(`id rowId updatedAt ${fieldsOf(kind, ({ listed }) => listed !== false)}`, `${type}Row`);
  const record = selected(
    `id rowId updatedAt updatedBy ${ofEveryRecord(type)} ${fieldsOf(kind, () => true)}`,
    `${type}Record`,
    `${type}Row`,
  );
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
    ...('members' in fieldsNamed(type) && {
      [`${type}Members`]: `query ${type}Members($id: ID! $q: String $after: String) { record: ${name}(id: $id) {
        id members(first: 25 after: $after filter: { q: $q }) {
          nodes { id email name invited lastSeenAt } pageInfo { hasNextPage endCursor } totalCount } } }`,
      [`${type}Name`]: `query ${type}Name($id: ID!) { record: ${name}(id: $id) { id ${called} viewerCanUpdate } }`,
    }),
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

/** By which a record of the kind is chosen by a part of its name, and the one that is chosen named. */
function choicesOf({ name, called }: KindDeclaration): string {
  const label = called === 'label' ? called : `label: ${called}`;
  const { selection } = selected(`id rowId ${label}`, `${capitalised(name)}Choice`);
  return `  ${name}: graphql(\`
    query ${capitalised(name)}Choices($q: String $id: ID! $picked: Boolean!) {
      ${name}s(first: 20 filter: { q: $q }) { nodes { ${selection} } }
      ${name}(id: $id) @include(if: $picked) { ${selection} } }
  \`),`;
}

const fileOf = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** What is selected of a mutation's answer. */
function answerOf({ name, type }: GraphQLField<unknown, unknown>): string {
  const answer = getNamedType(type);
  const known = ['id', 'rowId'].filter((key) => key in fieldsNamed(answer.name));
  const said = mutationAnswers[name] ?? mutationAnswers[answer.name];
  return isLeafType(answer) ? '' : `{ ${said ?? known.join(' ')} }`;
}

/** Arguments, if there are any. */
const inBrackets = (text: string) => (text === '' ? '' : `(${text})`);

function mutationDocument(mutation: GraphQLField<unknown, unknown>): string {
  const { name, args } = mutation;
  const variables = args.map((each) => `$${each.name}: ${each.type.toString()}`).join(' ');
  const given = args.map((each) => `${each.name}: $${each.name}`).join(' ');
  const title = capitalised(name);
  return `import { graphql } from '../../generated/gql.ts';

export const ${title}Document = graphql(\`
mutation ${title}${inBrackets(variables)} { ${name}${inBrackets(given)} ${answerOf(mutation)} }
\`);
`;
}

for (const each of [folder, mutationFolder]) {
  rmSync(each, { recursive: true, force: true });
  mkdirSync(each, { recursive: true });
}
writeFileSync(
  join(folder, 'choices.graphql.ts'),
  `import { graphql } from '../../generated/gql.ts';\n\nexport const choices = {\n${declaredKinds.map(choicesOf).join('\n')}\n};\n`,
);
writeFileSync(
  join(folder, 'record-roots.ts'),
  `export const recordRoots = {\n${declaredKinds.map(({ name, address }) => `  ${name}s: '${address}',`).join('\n')}\n} as const;\n`,
);
const ofKinds = declaredKinds.map((kind) => ({ file: `${fileOf(kind.name)}.graphql.ts`, text: documentsOf(kind) }));
for (const { file, text } of ofKinds) {
  writeFileSync(join(folder, file), text);
}
const written = `${own} ${ofKinds.map(({ text }) => text).join(' ')}`;
for (const mutation of Object.values(mutations)) {
  if (!written.includes(`mutation ${capitalised(mutation.name)}${mutation.args.length > 0 ? '(' : ' '}`)) {
    writeFileSync(join(mutationFolder, `${fileOf(mutation.name)}.graphql.ts`), mutationDocument(mutation));
  }
}
