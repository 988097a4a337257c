import { sql, type SqlBool } from 'kysely';
import { describe, expect, it } from 'vitest';
import { textArray, uuidArray } from '../database/binary-array.ts';
import { asSystem } from '../testing/harness.ts';
import { ofEachParent, parentId } from './parent-id.ts';
import { NotPlain } from './row-json.ts';

describe('a condition on what hangs on a row', () => {
  it('is of each row by itself', async () => {
    const { sql: text, parameters } = await asSystem((tx) =>
      Promise.resolve(
        sql`select ${ofEachParent(sql<SqlBool>`r.entrance_id = ${parentId} and r.name = ${'A'}`)}`.compile(tx),
      ),
    );

    expect(text).toContain('r.entrance_id = "parent"."id"');
    expect(parameters).toEqual(['A']);
  });

  it.each([
    ['an array', [parentId]],
    ['an array of others', [['x'], ['y', parentId]]],
    ['bytes', uuidArray([parentId])],
    ['bytes of texts', textArray([parentId])],
    ['a text', `%${parentId}%`],
  ])('is left to the executor where its id stands in %s, as it would be of no row', (_name, value) => {
    expect(() => ofEachParent(sql<SqlBool>`r.id = any(${value})`)).toThrow(NotPlain);
  });
});
