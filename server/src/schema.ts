import { globSync } from 'node:fs';
import { lexicographicSortSchema, printSchema, type GraphQLSchema } from 'graphql';
import { builder } from './graphql/builder.ts';
import { readPastAsOne } from './graphql/past.ts';
import { sealIds } from './graphql/sealed-ids.ts';

// What adds to the API is called `<what>.schema.ts`, in whichever room it stands: it adds its part to the builder when it is imported.
for (const part of globSync('*/**/*.schema.ts', { cwd: import.meta.dirname }).toSorted()) {
  await import(`./${part}`);
}

/** The whole API, of all its parts. */
export const schema: GraphQLSchema = sealIds(readPastAsOne(builder.toSchema()));

/** The API in the schema language, as `schema.graphql` holds it. */
export const schemaText = (): string => `${printSchema(lexicographicSortSchema(schema))}\n`;
