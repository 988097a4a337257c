/** `npm run schema`: writes the API in the schema language to schema.graphql, from which the console takes its types. */
import { writeFile } from 'node:fs/promises';
import { schemaText } from './schema.ts';

await writeFile(new URL('../../schema.graphql', import.meta.url), schemaText());
