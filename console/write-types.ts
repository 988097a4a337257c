/**
 * Writes the types of all documents of the console (`src/**\/*.graphql.ts`) to `src/api/generated`, which Git does not hold. The
 * generator's own command line would bring two hundred packages along, to find documents that we know where to find.
 */
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { preset } from '@graphql-codegen/client-preset';
import { codegen } from '@graphql-codegen/core';
import { buildASTSchema, parse, type DocumentNode } from 'graphql';
import { unkeyedSelections } from './unkeyed-selections.ts';

const folder = join(import.meta.dirname, 'src/api/generated/');

interface WrittenDocument {
  readonly location: string;
  readonly rawSDL: string;
  readonly document: DocumentNode;
}

/** The documents of a file, each the argument of `graphql`. @throws {Error} for a file without any, and with a syntax error of one. */
function documentsIn(file: string): WrittenDocument[] {
  const found = readFileSync(join(import.meta.dirname, file), 'utf8').matchAll(/\bgraphql\(`([^`]*)`\)/g);
  const documents = [...found].map(([, rawSDL = '']) => ({ location: file, rawSDL, document: parse(rawSDL) }));
  if (documents.length === 0) {
    throw new Error(`${file} has no document: graphql(\`…\`)`);
  }
  return documents;
}

const schema = parse(readFileSync(join(import.meta.dirname, '../schema.graphql'), 'utf8'));
const schemaAst = buildASTSchema(schema);
const documents = globSync('src/**/*.graphql.ts', { cwd: import.meta.dirname })
  .toSorted()
  .flatMap(documentsIn);
const unkeyed = unkeyedSelections(
  schemaAst,
  documents.flatMap(({ document }) => document.definitions),
);
if (unkeyed.length > 0) {
  throw new Error(
    `The client would refuse the answers to these documents (api/type-policies.ts): ${unkeyed.join(', ')}`,
  );
}
const outputs = await preset.buildGeneratesSection({
  baseOutputDir: folder,
  schema,
  schemaAst: buildASTSchema(schema),
  documents: globSync('src/**/*.graphql.ts', { cwd: import.meta.dirname })
    .toSorted()
    .flatMap(documentsIn),
  config: {
    useTypeImports: true,
    enumsAsTypes: true,
    strictScalars: true,
    scalars: { DateTime: 'string', Date: 'string', JSON: 'unknown', Upload: 'File' },
  },
  presetConfig: { fragmentMasking: false },
  plugins: [],
  pluginMap: {},
});

for (const output of outputs) {
  mkdirSync(dirname(output.filename), { recursive: true });
  writeFileSync(output.filename, await codegen(output));
}
