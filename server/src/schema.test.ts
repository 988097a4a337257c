import { readFile } from 'node:fs/promises';
import { isInputObjectType, isInterfaceType, isObjectType } from 'graphql';
import { describe, expect, it } from 'vitest';
import { schema, schemaText } from './schema.ts';

describe('the schema', () => {
  it('is what schema.graphql says (npm run schema prints it)', async () => {
    const committed = await readFile(new URL('../../schema.graphql', import.meta.url), 'utf8');

    expect(schemaText()).toBe(committed);
  });

  it('names a permission at every query and mutation', () => {
    const unguarded = [schema.getQueryType(), schema.getMutationType()].flatMap((type) =>
      Object.values(type?.getFields() ?? {})
        .filter(({ extensions }) => !('authScopes' in (extensions['pothosOptions'] as object)))
        .map(({ name }) => name),
    );

    expect(unguarded).toEqual([]);
  });

  it('uses no word that the domain avoids', () => {
    const words = Object.values(schema.getTypeMap())
      .filter((type) => isObjectType(type) || isInterfaceType(type) || isInputObjectType(type))
      .filter(({ name }) => !name.startsWith('__'))
      .flatMap((type) => [type.name, ...Object.keys(type.getFields())]);

    expect(words.filter((word) => /(?<![a-z])(bin|dumpster|building|usergroup)(?![a-z])/i.test(word))).toEqual([]);
  });
});
